//! What a test needs that a machine may lack. No test is green because nothing ran: what is not tried is said, counted, and
//! an error where it is known to be there.

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write},
    process::{Command, Stdio},
};

/// Says that something is not tried, past the capture of tests, and notes it in the file that the variable `NOT_TRIED`
/// names. `scripts/test` shows that file at its end.
///
/// # Panics
/// If the variable `REQUIRE`, words with commas between them, has this need.
#[track_caller]
pub fn not_tried(need: &str, what: &str, why: &str) {
    // One line for what is not tried twice.
    let note = format!("NOT TRIED: {what}, because {}", why.trim().replace('\n', " "));
    let _ = writeln!(io::stderr(), "\n{note}");
    if let Some(path) = env::var_os("NOT_TRIED") {
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(format!("{note}\n").as_bytes()).unwrap();
    }
    let required = env::var("REQUIRE").unwrap_or_default();
    assert!(!required.split(',').any(|word| word == need), "REQUIRE has {need}: {note}");
}

/// Returns true if the program is here. Else says what is not tried.
#[track_caller]
pub fn has(need: &str, program: &str, what: &str) -> bool {
    found(need, succeeds(&[program, "--version"]), program, what)
}

/// Returns true if the Python here is no older. Else says what is not tried.
#[track_caller]
pub fn has_python(major: u32, minor: u32, what: &str) -> bool {
    let is_newer = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    found("python", succeeds(&["python3", "-c", &is_newer]), &format!("python3 of {major}.{minor} or newer"), what)
}

/// Returns true for root, who can have another account start a program. Else says what is not tried.
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
