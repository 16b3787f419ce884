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

/// The origin of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchOrigin {
    /// The match starts from its beginning.
    Start,
    /// The match resumes. Its log has begun.
    Log,
}

/// A game under way.
#[derive(Debug, Default)]
pub(super) struct Playing {
    /// The time since which the match pauses, so that its owner can handle other events. It continues at the next tick.
    pub(super) resting: Option<Instant>,
    /// Bot output during a simultaneous decision. The host hears it after all seats have decided.
    pub(super) held: Vec<ToHost>,
}

impl Stage {
    /// Checks that the match is running; returns `not-running` if not.
    pub(super) fn running(&self) -> Result<(), HostError> {
        match self {
            Self::New(_) | Self::Over => Err(HostError::NotRunning),
            Self::Preparing(_) | Self::Playing(_) => Ok(()),
        }
    }
}
