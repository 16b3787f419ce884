//! The hidden commands of the binary, by which the arbiter starts itself as a helper of a bot.

use std::process::ExitCode;

use rustix::process::{Pid, Signal};

/// Runs `arbiter __keep …` (elsewhere than on Linux `arbiter __exec …`), if this process was started so, and gives its
/// status. To be called by `main` before anything else: before arguments are parsed, a logger is set up or a thread is
/// started.
pub fn hidden_command() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    match words.next()?.to_str()? {
        #[cfg(target_os = "linux")]
        super::keep::COMMAND => Some(super::keep::run(words)),
        #[cfg(target_os = "linux")]
        super::nurse::COMMAND => Some(super::nurse::run(words)),
        #[cfg(not(target_os = "linux"))]
        super::exec::COMMAND => Some(super::exec::run(words)),
        _ => None,
    }
}

/// This process is not, or no longer, the child of the process that it was started by and for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Orphaned;

/// Asks for a signal when the parent ends (on Linux), and makes sure that the parent is still the one whose number is
/// given: it may have ended before the signal was asked for.
pub(crate) fn end_with_parent(parent: Option<Pid>, signal: Signal) -> Result<(), Orphaned> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(signal)).map_err(|_| Orphaned)?;
    #[cfg(not(target_os = "linux"))]
    let _ = signal;
    if parent.is_some() && rustix::process::getppid() == parent { Ok(()) } else { Err(Orphaned) }
}

/// A process by its number in text.
pub(crate) fn process(word: Option<std::ffi::OsString>) -> Option<Pid> {
    Pid::from_raw(word?.to_str()?.parse().ok()?)
}
