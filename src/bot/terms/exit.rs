//! The end of a bot's process.

use std::{fmt, os::unix::process::ExitStatusExt, process::ExitStatus};

use super::limits::ReachedLimit;

/// The beginning of the line that `arbiter __exec` writes to the bot's stderr if it could not become the bot. On Linux
/// the keeper's socket carries the report.
#[cfg(not(target_os = "linux"))]
pub(crate) const NOT_EXECUTED: &str = "arbiter: ";

/// The exit status of `arbiter __exec` if it could not become the bot; the same as in shells.
#[cfg(not(target_os = "linux"))]
pub(crate) const NOT_EXECUTED_STATUS: u8 = 127;

/// The end of a bot's process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// Exited with this status.
    Code(i32),
    /// Ended by this signal.
    Signal(i32),
    /// Killed at a limit by the keeper or the system.
    AtLimit(ReachedLimit),
    /// Never ran, by the bot's fault. The text says what could not be executed and why.
    NotExecuted(String),
    /// Never ran, by the arbiter's fault. The text says what failed.
    NotStarted(String),
}

impl Exit {
    pub(crate) fn from_status(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, Some(signal)) => Self::Signal(signal),
            // Impossible for a process that has ended: its status has one of the two.
            (None, None) => Self::Code(status.into_raw()),
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exited with status {code}"),
            Self::Signal(signal) => match signal_hook::low_level::signal_name(*signal) {
                Some(name) => write!(f, "was ended by signal {signal} ({name})"),
                None => write!(f, "was ended by signal {signal}"),
            },
            Self::AtLimit(reached) => write!(f, "was {reached}"),
            Self::NotExecuted(reason) | Self::NotStarted(reason) => f.write_str(reason),
        }
    }
}
