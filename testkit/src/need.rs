//! Programs and rights that a test needs and a machine may lack. A test without its need is skipped with a report, and
//! fails if the variable `REQUIRE` has the need.

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write},
    process::{Command, Stdio},
};

/// Reports a skipped test on stderr, past the capture of tests. Also appends the report to the file that the variable
/// `NOT_TRIED` names, which `scripts/test` shows at its end.
///
/// # Panics
/// If the variable `REQUIRE`, a list separated by commas, has this need.
#[track_caller]
pub fn not_tried(need: &str, what: &str, why: &str) {
    // A single line can be deduplicated; the reason of a program is its first line.
    let note = format!("NOT TRIED: {what}, because {}", why.trim().lines().next().unwrap_or_default());
    let _ = writeln!(io::stderr(), "\n{note}");
    if let Some(path) = env::var_os("NOT_TRIED") {
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(format!("{note}\n").as_bytes()).unwrap();
    }
    let required = env::var("REQUIRE").unwrap_or_default();
    assert!(!required.split(',').any(|word| word == need), "REQUIRE has {need}: {note}");
}

/// Returns true if the program is installed. Otherwise reports a skipped test.
#[track_caller]
pub fn has(need: &str, program: &str, what: &str) -> bool {
    has_program(need, program, "--version", what)
}

/// Returns true if the program ends well with this flag. Otherwise reports a skipped test.
#[track_caller]
pub fn has_program(need: &str, program: &str, flag: &str, what: &str) -> bool {
    found(need, succeeds(&[program, flag]), program, what)
}

/// Returns true if Python has at least this version. Otherwise reports a skipped test.
#[track_caller]
pub fn has_python(major: u32, minor: u32, what: &str) -> bool {
    let is_newer = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    found("python", succeeds(&["python3", "-c", &is_newer]), &format!("python3 of {major}.{minor} or newer"), what)
}

/// Returns true for root, which can start programs under another account. Otherwise reports a skipped test.
#[cfg(feature = "processes")]
#[track_caller]
pub fn is_root(what: &str) -> bool {
    let is_root = rustix::process::geteuid().is_root();
    if !is_root {
        not_tried("root", what, "only root can change the account");
    }
    is_root
}

fn succeeds(words: &[&str]) -> bool {
    let status = Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[track_caller]
fn found(need: &str, found: bool, tool: &str, what: &str) -> bool {
    if !found {
        not_tried(need, what, &format!("there is no {tool} here"));
    }
    found
}
