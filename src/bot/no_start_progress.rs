//! The stages of a bot's start on systems other than Linux. Without a keeper, failures are read from the bot's stderr,
//! not reported here.

use super::exec::ExecFailure;

/// The stage of a bot's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StartStage {
    /// The process still runs the arbiter's code.
    Ours,
    /// The process is the bot, or about to execute the bot's file.
    Begun,
    /// The start failed.
    Failed(ExecFailure),
}
