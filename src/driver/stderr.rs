//! The copy of a bot's stderr in and beside a log. A fault's record holds the end of the text; a file beside the log
//! holds all of it if the record cannot.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use uvi_games::game::Seat;

/// The most bytes of stderr in a fault's record, as JSON.
const MOST: usize = 8 * 1024;

/// The most characters of the last line that the reason of a bot's end shows.
const LAST_WORDS: usize = 200;

/// The beginnings of lines that interpreters and runtimes print below an error: places in the code, the version, a hint.
const BELOW_ERROR: [&str; 11] = [
    "at ",
    "}",
    "- ",
    "... ",
    "Node.js v",
    "(Use `node",
    "Require stack:",
    "note: ",
    "stack backtrace:",
    "BEGIN failed",
    "exit status ",
];

/// The beginnings of the lines of an error that do not begin with its name.
const BEGINS_ERROR: [&str; 5] = ["Exception in thread ", "Caused by: ", "Can't locate ", "panic: ", "fatal error: "];

/// The most lines below the line of an error, without those of [`BELOW_ERROR`]. An error farther up is an older one.
const NEAR_END: usize = 20;

/// Parts of the errors of interpreters and of the system about a file that a bot cannot read.
const UNSEEN: [&str; 9] = [
    "No module named",
    "Cannot find module",
    "Cannot find package",
    "Can't locate",
    "cannot load such file",
    "No such file",
    "no such file",
    "ermission denied",
    "EACCES",
];

/// Parts of the errors of interpreters and of the system about another machine that a bot cannot reach.
const UNREACHED: [&str; 10] = [
    "name resolution",
    "Name or service not known",
    "getaddrinfo",
    "connect E",
    "ECONNREFUSED",
    "onnection refused",
    "ENETUNREACH",
    "etwork is unreachable",
    "urlopen error",
    "nodename nor servname",
];

/// The reason why a bot in the sandbox cannot reach another machine.
const NO_NETWORK: &str = "; a bot in the sandbox has no network";

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

/// Returns the [`telling_line`], escaped and cut to [`LAST_WORDS`] characters. In the sandbox, the reason why a file is
/// missing or another machine is out of reach follows.
pub(crate) fn last_words(text: &str, in_sandbox: bool) -> Option<String> {
    let line = telling_line(text)?;
    let has = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
    let hint = match in_sandbox {
        // Python names the file of such an error, but not the address.
        true if has(&UNREACHED) || line.ends_with("[Errno 13] Permission denied") => NO_NETWORK,
        true if has(&UNSEEN) => SANDBOX,
        true | false => "",
    };
    Some(uvi::escape_controls(line).chars().take(LAST_WORDS).chain(hint.chars()).collect())
}

/// Returns the last line that is not blank and explains an end: near the end the line of an error, else a line that
/// does not stand below an error, else any.
fn telling_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let mut above = lines.clone().filter(|line| !is_below_error(line));
    above.clone().take(NEAR_END).find(|line| is_error(line)).or_else(|| above.next()).or_else(|| lines.next())
}

fn is_below_error(line: &str) -> bool {
    let frame = line.split_once(": ").map_or("", |(number, _)| number);
    let is_frame = !frame.is_empty() && frame.bytes().all(|byte| byte.is_ascii_digit());
    is_frame || BELOW_ERROR.iter().any(|below| line.starts_with(below))
}

/// Returns true for a line such as `ValueError: text`, `java.lang.Exception`, `Error [CODE]: text` and `panic: text`.
fn is_error(line: &str) -> bool {
    let named = line.trim_start_matches("[cause]: ");
    let name = named.split([':', '[']).next().unwrap_or(named).trim_end();
    let is_name = !name.contains(char::is_whitespace) && (name.ends_with("Error") || name.ends_with("Exception"));
    is_name || BEGINS_ERROR.iter().any(|begin| line.starts_with(begin))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_the_error_and_not_what_stands_below() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(last_words(text, false).as_deref(), expected, "{text}");
        check(" \n", None);
        check("one\n two\t\n\n", Some("two"));
        check("at last\n", Some("at last"));
        check(&"x".repeat(300), Some(&"x".repeat(LAST_WORDS)));
        for (line, hint) in [
            ("boom", ""),
            ("ModuleNotFoundError: No module named 'helper'", SANDBOX),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'", SANDBOX),
            ("PermissionError: [Errno 13] Permission denied: 'book.txt'", SANDBOX),
            ("Error: Cannot find module './helper.cjs'", SANDBOX),
            ("Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'uvi' imported from /b/bot.mjs", SANDBOX),
            ("Error: ENOENT: no such file or directory, open '/b/book.txt'", SANDBOX),
            ("Can't locate Helper.pm in @INC (@INC contains: /etc/perl) at bot.pl line 1.", SANDBOX),
            ("PermissionError: [Errno 13] Permission denied", NO_NETWORK),
            ("urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", NO_NETWORK),
            ("[cause]: Error: getaddrinfo EAI_AGAIN example.com", NO_NETWORK),
            ("[cause]: Error: connect EACCES 127.0.0.1:8080 - Local (0.0.0.0:0)", NO_NETWORK),
            ("Error: connect ECONNREFUSED 127.0.0.1:8080", NO_NETWORK),
        ] {
            assert_eq!(last_words(line, true), Some(format!("{line}{hint}")));
            check(line, Some(line));
        }
    }

    #[test]
    fn the_telling_line_of_each_language_is_its_error() {
        let check = |text: &str, expected: &str| assert_eq!(telling_line(text), Some(expected), "{text}");
        // Python: an uncaught exception, one without a text, one with a note, and an exit with a text.
        let trace = "Traceback (most recent call last):\n  File \"bot.py\", line 1, in <module>\n";
        let missing = "ModuleNotFoundError: No module named 'nix'";
        check(&format!("{trace}{missing}\n"), missing);
        check(&format!("{trace}AssertionError\n"), "AssertionError");
        check(&format!("{trace}ValueError: x\na note\n"), "ValueError: x");
        check("loading\nbad book\n", "bad book");
        // Node.js: modules of both kinds, an exception, one with a cause, and a text that was thrown.
        check(
            "node:internal/modules/esm/resolve:873\n  throw new ERR_MODULE_NOT_FOUND(packageName);\n        ^\n\nError \
             [ERR_MODULE_NOT_FOUND]: Cannot find package 'nix' imported from /b/a.mjs\n    at packageResolve \
             (node:internal/modules/esm/resolve:873:9)\n    at ModuleJob._link \
             (node:internal/modules/esm/module_job:168:49) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2\n",
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nix' imported from /b/a.mjs",
        );
        check(
            "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'nix'\nRequire \
             stack:\n- /b/a.cjs\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15) {\n  code: \
             'MODULE_NOT_FOUND',\n  requireStack: [ '/b/a.cjs' ]\n}\n\nNode.js v20.20.2\n",
            "Error: Cannot find module 'nix'",
        );
        check("x.js:1\nthrow e\n\nError: boom\n    at f (x.js:1:7)\n    at g\n\nNode.js v20.1.0\n", "Error: boom");
        check(
            "      Error.captureStackTrace(err);\n            ^\n\nTypeError: fetch failed\n    at \
             node:internal/deps/undici/undici:14976:13 {\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:9999\n      at \
             TCPConnectWrap.afterConnect (node:net:1611:16) {\n    errno: -111,\n    code: 'ECONNREFUSED'\n  }\n}\n",
            "[cause]: Error: connect ECONNREFUSED 127.0.0.1:9999",
        );
        check(
            "/b/g.cjs:1\nthrow 'oh dear';\n^\noh dear\n(Use `node --trace-uncaught ...` to show where the exception \
             was thrown)\n\nNode.js v20.20.2\n",
            "oh dear",
        );
        // Perl: a module that is not there, and a `die`.
        let located = "Can't locate Nix/Da.pm in @INC (@INC contains: /etc/perl) at bot.pl line 1.";
        check(&format!("{located}\nBEGIN failed--compilation aborted at bot.pl line 1.\n"), located);
        check("cannot open: No such file at b.pl line 1.\n", "cannot open: No such file at b.pl line 1.");
        // Java: an exception with a cause, and a class that is not there.
        check(
            "Exception in thread \"main\" java.lang.RuntimeException: no book\n\tat T.main(T.java:1)\nCaused by: \
             java.io.FileNotFoundException: nix\n\tat java.base/java.io.FileReader.<init>(FileReader.java:60)\n\t... 2 \
             more\n",
            "Caused by: java.io.FileNotFoundException: nix",
        );
        let thrown = "Exception in thread \"main\" java.lang.RuntimeException: no book";
        check(&format!("{thrown}\n\tat T.main(T.java:1)\n"), thrown);
        // Rust: a panic without and with its backtrace, and a `main` that returns an error.
        let panic = "thread 'main' (11699) panicked at p.rs:1:33:\nboom\n";
        check(
            &format!("{panic}note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"),
            "boom",
        );
        check(
            &format!(
                "{panic}stack backtrace:\n   0: __rustc::rust_begin_unwind\n             at /rustc/panicking.rs:689:5\n   \
                 1: p::main\nnote: Some details are omitted.\n"
            ),
            "boom",
        );
        check("Error: NotFound\n", "Error: NotFound");
        // Go: a panic.
        let go = "panic: runtime error: index out of range [3] with length 3";
        check(&format!("{go}\n\ngoroutine 1 [running]:\nmain.main()\n\t/b/x.go:5 +0x1d\nexit status 2\n"), go);
        // A shell.
        check("bash: nixda: command not found\n", "bash: nixda: command not found");
        // An error of long ago explains nothing.
        check(&format!("Error: late\n{}", "move\n".repeat(NEAR_END)), "move");
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
