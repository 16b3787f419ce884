//! Programs of other languages, which a machine may lack.

use std::{
    io::{self, Write},
    process::{Command, Stdio},
};

/// Whether the program is here. Where it is not, says what is not tried, past the capture of tests.
pub(crate) fn has(program: &str, for_what: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        let _ = writeln!(io::stderr(), "\nNOT TRIED: {for_what}, because there is no {program} here");
    }
    found
}
