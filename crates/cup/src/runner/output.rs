//! The outputs of a runner.

use std::time::Instant;

use super::event::FinishedGame;
use crate::{progress::GameResult, schedule::PlannedGame};

/// A thing to do in the world, as `Runner::next` says it.
#[derive(Debug, PartialEq)]
pub enum RunnerOutput<E> {
    /// Play a game, then tell `RunnerEvent::Finished`, `RunnerEvent::Short`, `RunnerEvent::Lost` or `RunnerEvent::Failed`.
    Start(PlannedGame),
    /// Sync the logs of these games together, then tell `RunnerEvent::Synced` or `RunnerEvent::Unsynced` for each.
    Sync(Vec<u32>),
    /// Write games to the folder, in this order, then tell `RunnerEvent::Kept` or `RunnerEvent::NotKept`.
    Keep(Vec<FinishedGame>),
    /// Report to people.
    Tell(News),
    /// Dismiss the bots that play no game: they hold resources that a game lacks.
    Dismiss,
    /// Look for a verdict of other shards, and tell `RunnerEvent::Decided` if there is one.
    Look,
    /// Wait for an event, until this time if there is one.
    Wait(Option<Instant>),
    /// Stop: nothing runs any more.
    End(Result<RunEnd, E>),
}

/// News for people.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// A result that is kept. Results of a whole tournament come in the order of the plan.
    Result(Box<GameResult>),
    /// The answer to `RunnerCommand::Status`.
    Status {
        /// The number of games that are being played.
        running: usize,
        /// True if no game starts for now.
        paused: bool,
    },
}

/// The way in which a tournament ended without a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// All games are played.
    Complete,
    /// A command stopped it; it can be resumed.
    Stopped,
    /// Its time is spent; it can be resumed.
    OutOfTime,
    /// Other shards have a verdict.
    Decided,
}
