//! Programs of other languages, which a machine may lack.

use std::{
    io::{self, Write},
    process::{Command, Stdio},
};

/// Whether the program is here. Where it is not, says what is not tried, past the capture of tests.
pub fn has(program: &str, for_what: &str) -> bool {
    told(succeeds(&[program, "--version"]), program, for_what)
}

/// Whether the Python here is no older.
pub fn has_python(major: u32, minor: u32, for_what: &str) -> bool {
    let is_newer = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    told(succeeds(&["python3", "-c", &is_newer]), &format!("python3 of {major}.{minor} or newer"), for_what)
}

fn succeeds(words: &[&str]) -> bool {
    let status = Command::new(words[0]).args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn told(found: bool, tool: &str, for_what: &str) -> bool {
    if !found {
        let _ = writeln!(io::stderr(), "\nNOT TRIED: {for_what}, because there is no {tool} here");
    }
    found
}
