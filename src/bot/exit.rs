//! How a bot ended.

use std::{fmt, os::unix::process::ExitStatusExt, process::ExitStatus};

use super::limits::Reached;

/// The line that `arbiter __exec` writes to the bot's stderr where it could not become the bot begins so. On Linux there
/// is a better way.
#[cfg(not(target_os = "linux"))]
pub(crate) const NOT_EXECUTED: &str = "arbiter: ";

/// The status with which it ends then, the one that shells use.
#[cfg(not(target_os = "linux"))]
pub(crate) const NOT_EXECUTED_STATUS: u8 = 127;

/// How a bot ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// With this status.
    Code(i32),
    /// Killed by this signal.
    Signal(i32),
    /// Its keeper, or the system, has killed it at a limit.
    AtLimit(Reached),
    /// It never ran: the text says what could not be executed and why.
    NotExecuted(String),
    /// It never ran, and is not to blame: the text says what failed on the arbiter's side.
    NotStarted(String),
}

impl Exit {
    /// How a process with this status ended.
    pub(crate) fn from_status(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, Some(signal)) => Self::Signal(signal),
            // A status of a process that was waited for until its end has one of the two.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_is_told_in_words() {
        assert_eq!(Exit::Code(3).to_string(), "exited with status 3");
        assert_eq!(Exit::Signal(9).to_string(), "was ended by signal 9 (SIGKILL)");
        assert_eq!(Exit::Signal(40).to_string(), "was ended by signal 40");
        assert_eq!(Exit::NotExecuted("cannot execute /x: no".into()).to_string(), "cannot execute /x: no");
    }
}
