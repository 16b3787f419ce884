//! What is printed. A closed pipe ends the printing, never the work.

use std::io::Write;

/// Prints a line to stdout. False where nobody reads any more.
pub(crate) fn print(line: &str) -> bool {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").is_ok()
}

/// Prints lines to stdout until nobody reads any more.
pub(crate) fn print_all<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in lines {
        if writeln!(out, "{}", line.as_ref()).is_err() {
            // What is left in the buffer cannot be written either.
            let _ = out.into_parts();
            return;
        }
    }
    let _ = out.flush();
}

/// Prints a text to stdout, as far as somebody reads it.
pub(crate) fn print_text(text: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text).and_then(|()| out.flush());
}

/// Prints a line to stderr, where nobody has to read it.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Prints the beginning of a line to stdout, at once.
pub(crate) fn prompt(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
