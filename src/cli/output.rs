//! What is printed. A closed pipe ends the printing, never the work.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use itertools::Itertools;

use super::exit::{CommandResult, failed, usage};

/// Prints a line to stdout. False where nobody reads any more.
pub(crate) fn print(line: &str) -> bool {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").is_ok()
}

/// Prints lines to stdout until nobody reads any more, which is no failure.
pub(crate) fn print_all<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> CommandResult<()> {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
    }
    print_text(text.as_bytes())
}

/// Prints a text to stdout until nobody reads any more, which is no failure.
pub(crate) fn print_text(text: &[u8]) -> CommandResult<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(failed(anyhow::Error::new(error).context("cannot write to stdout")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a text into a file over what is there; `-` is stdout.
pub(crate) fn write(path: &Path, text: &str) -> CommandResult<()> {
    if path == Path::new("-") { print_text(text.as_bytes()) } else { write_whole(path, text.as_bytes()) }
}

/// Refuses to write over what is read.
pub(crate) fn must_differ(output: &Path, input: &Path) -> CommandResult<()> {
    match (fs::canonicalize(output), fs::canonicalize(input)) {
        (Ok(one), Ok(other)) if one == other => Err(usage(format!(
            "{} is read by this command, so it cannot be the output; choose another file",
            output.display()
        ))),
        _ => Ok(()),
    }
}

/// Whether a file can be written there, found before the work whose result it is to hold.
pub(crate) fn check_writable(path: &Path) -> CommandResult<()> {
    if path == Path::new("-") {
        return Ok(());
    }
    let target = target(path);
    let tried = match fs::metadata(&target) {
        Ok(found) if found.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(()),
        Ok(_) | Err(_) => {
            let draft = draft(&target);
            fs::write(&draft, "").and_then(|()| fs::remove_file(&draft))
        }
    };
    tried.with_context(|| format!("cannot write {}", path.display())).map_err(failed)
}

/// Writes a file, so that it is there wholly or as it was before. What is no file, such as a pipe, is written to.
fn write_whole(path: &Path, bytes: &[u8]) -> CommandResult<()> {
    let target = target(path);
    let written = if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        fs::write(&target, bytes)
    } else {
        let draft = draft(&target);
        fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, &target)).inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })
    };
    written.with_context(|| format!("cannot write {}", path.display())).map_err(failed)
}

/// The file that a path leads to: a link keeps leading to it.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Where a file is written before it takes its place.
fn draft(target: &Path) -> PathBuf {
    let mut draft = target.as_os_str().to_owned();
    draft.push(format!(".{}.draft", std::process::id()));
    draft.into()
}

/// Prints a line, or several, to stderr, where nobody has to read them. Whatever could steer the terminal is escaped.
pub(crate) fn complain(text: &str) {
    let escaped = text.split('\n').map(uvi::escape_controls).join("\n");
    let _ = writeln!(std::io::stderr().lock(), "{escaped}");
}

/// Prints the beginning of a line to stdout, at once.
pub(crate) fn prompt(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
