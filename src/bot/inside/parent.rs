//! The process that has started a helper, and whose end is the helper's.

use std::ffi::OsString;

use rustix::process::{Pid, Signal};

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
pub(crate) fn process(word: Option<OsString>) -> Option<Pid> {
    Pid::from_raw(word?.to_str()?.parse().ok()?)
}
