//! The hidden commands of the binary, with which the arbiter starts itself as a helper of a bot.

use std::process::ExitCode;

use rustix::process::{Pid, Signal};

/// Runs a hidden command (`arbiter __keep …`, `arbiter __nurse …`; on systems other than Linux `arbiter __exec …`) and
/// returns its status. `None` if the command line has none. `main` must call this first: before it parses arguments,
/// sets up a logger or starts a thread.
pub fn hidden_command() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    match words.next()?.to_str()? {
        #[cfg(target_os = "linux")]
        super::keep::COMMAND => Some(super::keep::run(words)),
        #[cfg(target_os = "linux")]
        super::fork_server::COMMAND => Some(super::fork_server::run(words)),
        #[cfg(not(target_os = "linux"))]
        super::exec::COMMAND => Some(super::exec::run(words)),
        _ => None,
    }
}

/// The error if the parent of this process is not, or is no longer, the process that started it as a helper.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OrphanError;

/// Requests a signal for the parent's end (on Linux), and checks that the parent is still the process with this number.
/// The parent may have ended before the request.
pub(crate) fn end_with_parent(parent: Option<Pid>, signal: Signal) -> Result<(), OrphanError> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(signal)).map_err(|_| OrphanError)?;
    #[cfg(not(target_os = "linux"))]
    let _ = signal;
    if parent.is_some() && rustix::process::getppid() == parent { Ok(()) } else { Err(OrphanError) }
}

/// Parses the number of a process.
pub(crate) fn process(word: Option<std::ffi::OsString>) -> Option<Pid> {
    Pid::from_raw(word?.to_str()?.parse().ok()?)
}
