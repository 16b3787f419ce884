//! What stands in for the keeper's reports on systems other than Linux, where there is no keeper: what a process that
//! could not become the bot has left on the bot's stderr.

use super::exec::ExecFailure;

/// How far a start has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The bot is not there yet.
    Ours,
    /// It is there, or its file is about to be executed.
    Begun,
    /// It will never be the bot.
    Failed(ExecFailure),
}
