//! The stages of a bot's start.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

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
