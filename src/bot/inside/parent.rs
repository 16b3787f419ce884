//! The process that has started a helper, and whose end is the helper's.

use std::ffi::OsString;

use rustix::process::{Pid, Signal};

/// Requests a signal for the parent's end (on Linux). Returns true if the parent is still the process with this number:
/// it may have ended before the request.
pub(crate) fn end_with_parent(parent: Option<Pid>, signal: Signal) -> bool {
    #[cfg(target_os = "linux")]
    let is_asked = rustix::process::set_parent_process_death_signal(Some(signal)).is_ok();
    #[cfg(not(target_os = "linux"))]
    let (is_asked, _) = (true, signal);
    is_asked && parent.is_some() && rustix::process::getppid() == parent
}

pub(crate) fn process(word: Option<OsString>) -> Option<Pid> {
    Pid::from_raw(word?.to_str()?.parse().ok()?)
}
