//! The hidden commands of the binary, by which the arbiter starts itself as a helper of a bot.

use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use rustix::process::{Pid, Signal};

use super::{
    exec,
    exit::{NOT_EXECUTED, NOT_EXECUTED_STATUS},
};

/// Runs `arbiter __keep …` or `arbiter __exec …`, if this process was started so, and gives its status. To be called
/// by `main` before anything else: before arguments are parsed, a logger is set up or a thread is started.
pub fn hidden_command() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    match words.next()?.to_str()? {
        #[cfg(target_os = "linux")]
        super::keep::COMMAND => Some(super::keep::run(words)),
        exec::COMMAND => Some(exec::run(words)),
        _ => None,
    }
}

/// This process is not, or no longer, the child of the process that it was started by and for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Orphaned;

/// Asks for a signal when the parent ends (on Linux), and makes sure that the parent is still the one whose number is
/// given: it may have ended before the signal was asked for.
pub(crate) fn end_with_parent(parent: Option<OsString>, signal: Signal) -> Result<(), Orphaned> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(signal)).map_err(|_| Orphaned)?;
    #[cfg(not(target_os = "linux"))]
    let _ = signal;
    let parent = parent.and_then(|word| word.to_str()?.parse().ok()).and_then(Pid::from_raw);
    if parent.is_some() && rustix::process::getppid() == parent { Ok(()) } else { Err(Orphaned) }
}

/// Tells on the bot's stderr that it could not be executed.
pub(crate) fn not_executed(program: impl std::fmt::Display, reason: impl std::fmt::Display) -> ExitCode {
    // One write, so that it stays one line; and nobody is left to be told where it fails.
    let _ = io::stderr().write_all(format!("{NOT_EXECUTED}{program}: {reason}\n").as_bytes());
    ExitCode::from(NOT_EXECUTED_STATUS)
}
