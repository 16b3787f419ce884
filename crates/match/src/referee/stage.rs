//! How far a match is.

use std::time::Instant;

use uvi::ToHost;

use super::HostError;

/// How far a match is.
#[derive(Debug)]
pub(super) enum Stage {
    New(Origin),
    /// Bots greet and get ready.
    Preparing(Origin),
    Playing(Playing),
    Over,
}

/// Where a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It begins.
    Start,
    /// It was cut off: its log has begun already.
    Log,
}

/// A game under way.
#[derive(Debug, Default)]
pub(super) struct Playing {
    /// Since when it goes on by itself as soon as its owner has looked around.
    pub(super) resting: Option<Instant>,
    /// What bots said while they decide at the same time as others; nobody hears it before all have decided.
    pub(super) held: Vec<ToHost>,
}

impl Stage {
    /// Whether the match is running.
    pub(super) fn running(&self) -> Result<(), HostError> {
        match self {
            Self::New(_) | Self::Over => Err(HostError::NotRunning),
            Self::Preparing(_) | Self::Playing(_) => Ok(()),
        }
    }
}
