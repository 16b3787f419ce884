//! The stages of a match.

use std::time::Instant;

use uvi::ToHost;

use super::HostError;

#[derive(Debug)]
pub(super) enum Stage {
    New(MatchOrigin),
    /// Bots greet and get ready.
    Preparing(MatchOrigin),
    Playing(Playing),
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchOrigin {
    /// The match starts from its beginning.
    Start,
    /// The match resumes from its log, which already has its first record.
    Log,
}

/// A game under way.
#[derive(Debug, Default)]
pub(super) struct Playing {
    /// The start of a pause, in which the owner can handle other events. The next tick ends the pause.
    pub(super) resting: Option<Instant>,
    /// Messages about bot output during a simultaneous decision. The host gets them after all seats have decided.
    pub(super) held: Vec<ToHost>,
}

impl Stage {
    /// Returns `not-running` if the match has not started or is over. A match whose bots still greet is running.
    pub(super) fn running(&self) -> Result<(), HostError> {
        match self {
            Self::New(_) | Self::Over => Err(HostError::NotRunning),
            Self::Preparing(_) | Self::Playing(_) => Ok(()),
        }
    }
}
