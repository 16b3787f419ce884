//! The stages of a bot's start, and the end of its process.

use std::{
    fmt::{self, Display},
    os::unix::process::ExitStatusExt,
    process::ExitStatus,
};

use serde::{Deserialize, Serialize};

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

/// The reason why a process did not become the bot. The variant says who is at fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ExecFailure {
    /// The bot's file is at fault.
    Bots(String),
    /// The arbiter or the system is at fault.
    Ours(String),
}

impl fmt::Display for ExecFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Bots(reason) | Self::Ours(reason)) = self;
        f.write_str(reason)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StartStage {
    /// The process still runs the arbiter's code.
    Ours,
    /// The process is the bot, or about to execute the bot's file.
    Begun,
    Failed(ExecFailure),
}

/// Wraps an error as the arbiter's failure. Its text is `what`, a colon and the error.
pub(crate) fn ours<E: Display>(what: &dyn Display) -> impl FnOnce(E) -> ExecFailure {
    let what = what.to_string();
    move |error| ExecFailure::Ours(format!("{what}: {error}"))
}
