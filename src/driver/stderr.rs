//! The copy of a bot's stderr in and beside a log. A fault's record holds the end of the text; a file beside the log
//! holds all of it if the record cannot.

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use uvi_games::game::Seat;

use crate::world::{Disk, OpenMode};

/// The most bytes of stderr in a fault's record, as JSON.
const MOST: usize = 8 * 1024;

/// The most characters of the last line that the reason of a bot's end shows.
const LAST_WORDS: usize = 200;

/// The beginnings of lines that Node.js and Rust print below the error: places in the code, the version, a hint.
const BELOW_ERROR: [&str; 3] = ["at ", "Node.js v", "note: run with"];

/// Parts of the errors of interpreters and of the system about a file that a bot cannot read.
const UNSEEN: [&str; 6] =
    ["No module named", "Cannot find module", "cannot load such file", "No such file", "ermission denied", "EACCES"];

/// The reason why a bot in the sandbox most often cannot read a file.
const SANDBOX: &str = "; the sandbox shows the bot only the files that its command names and its directory, so set dir \
                       to the folder with all that it reads";

/// The path of the file for a bot's stderr: beside the log.
pub fn stderr_path(log: &Path, seat: Seat) -> PathBuf {
    let mut path = OsString::from(log);
    path.push(format!(".stderr-{seat}"));
    PathBuf::from(path)
}

/// Returns a bot's text with its control characters escaped, except line ends.
pub(super) fn shown(text: &str) -> String {
    text.lines().map(uvi::escape_controls).collect::<Vec<_>>().join("\n")
}

/// Returns the last line that says something: not blank, and not of those that stand below an error unless there is no
/// other. It is escaped and cut to [`LAST_WORDS`] characters. In the sandbox, the reason why a file is missing follows.
pub(super) fn last_words(text: &str, in_sandbox: bool) -> Option<String> {
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let last = lines.clone().next()?;
    let line = lines.find(|line| !BELOW_ERROR.iter().any(|below| line.starts_with(below))).unwrap_or(last);
    let hint = if in_sandbox && UNSEEN.iter().any(|part| line.contains(part)) { SANDBOX } else { "" };
    Some(uvi::escape_controls(line).chars().take(LAST_WORDS).chain(hint.chars()).collect())
}

/// Returns the end of an escaped text that fits into a fault's record: whole lines, or a part of the last line.
pub(super) fn end(text: &str) -> &str {
    let mut size = 0;
    let kept = text.chars().rev().take_while(|character| {
        // JSON has these with a backslash.
        size += if matches!(character, '"' | '\\' | '\n') { 2 } else { character.len_utf8() };
        size <= MOST
    });
    let length: usize = kept.map(char::len_utf8).sum();
    let end = &text[text.len() - length..];
    match end.split_once('\n') {
        Some((_, lines)) if end.len() < text.len() => lines,
        Some(_) | None => end,
    }
}

/// Adds a text to the file beside a log.
pub(super) fn keep(disk: Disk, log: &Path, seat: Seat, text: &str) -> io::Result<()> {
    // A bot may have put a link or a pipe there.
    disk.write(&stderr_path(log, seat), OpenMode::AppendUnlinked)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_the_error_and_not_what_stands_below() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(last_words(text, false).as_deref(), expected, "{text}");
        check(" \n", None);
        check("one\n two\t\n\n", Some("two"));
        check(
            "x.js:1\nthrow e\n\nError: boom\n    at f (x.js:1:7)\n    at g\n\nNode.js v20.1.0\n",
            Some("Error: boom"),
        );
        let panic = "thread 'main' panicked at b.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1` for a backtrace\n";
        check(panic, Some("boom"));
        check("at last\n", Some("at last"));
        check(&"x".repeat(300), Some(&"x".repeat(LAST_WORDS)));
        let missing = "ModuleNotFoundError: No module named 'helper'";
        check(missing, Some(missing));
        assert_eq!(last_words(missing, true), Some(format!("{missing}{SANDBOX}")));
        assert_eq!(last_words("boom", true).as_deref(), Some("boom"));
    }

    #[test]
    fn a_fault_has_the_last_lines_that_fit() {
        assert_eq!(end(""), "");
        assert_eq!(end("one\ntwo"), "one\ntwo");
        let lines = |count: usize| (0..count).map(|n| format!("line {n:05}")).collect::<Vec<_>>().join("\n");
        // A line of ten characters and its end take twelve bytes.
        assert_eq!(end(&lines(682)), lines(682));
        let many = lines(2000);
        assert!(end(&many).starts_with("line 01318\n") && end(&many).ends_with("line 01999"), "{}", &end(&many)[..20]);
        assert_eq!(end(&"x".repeat(100_000)).len(), MOST);
        assert_eq!(end(&"\\".repeat(100_000)).len(), MOST / 2);
        assert_eq!(end(&"é".repeat(100_000)).len(), MOST);
    }
}
