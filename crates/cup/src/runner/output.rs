//! The outputs of a runner.

use std::time::Instant;

use super::{event::FinishedGame, test_watch::TestNews};
use crate::{progress::GameResult, schedule::PlannedGame};

/// A thing that the caller must do, as `Runner::next` returns it.
#[derive(Debug, PartialEq)]
pub enum RunnerOutput<E> {
    /// Play a game, then tell `RunnerEvent::Finished`, `RunnerEvent::Short`, `RunnerEvent::Lost` or
    /// `RunnerEvent::Failed`.
    Start(PlannedGame),
    /// Sync the logs of these games together, then tell `RunnerEvent::Synced` or `RunnerEvent::Unsynced` for each.
    Sync(Vec<u32>),
    /// Write games to the folder, in this order. If that fails, tell `RunnerEvent::NotKept`.
    Keep(Vec<FinishedGame>),
    /// Report to people.
    Tell(News),
    /// Dismiss the bots that play no game: they hold resources that a game lacks.
    Dismiss,
    /// Check if a merge of the shards has found that the tournament is over. If so, tell `RunnerEvent::Decided`.
    Look,
    /// Wait for an event, at most until this time. `None`: without a limit.
    Wait(Option<Instant>),
    /// Stop. No game runs any more, except after `RunnerEvent::Broken`.
    End(Result<RunEnd, E>),
}

/// News for people.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// A game that has started.
    Started(Box<PlannedGame>),
    /// A kept result. Results come in the order of the plan, except in a shard.
    Result(Box<GameResult>),
    /// News of a running test, after the result that decides them.
    Test(TestNews),
    /// The answer to `RunnerCommand::Status`.
    Status {
        /// The number of games that are being played.
        running: usize,
        /// True if a command has paused the tournament.
        paused: bool,
    },
}

/// The way in which a tournament ended without a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// All games that can be played here are played.
    Complete,
    /// A command stopped the tournament, which can be resumed.
    Stopped,
    /// The time budget is spent. The tournament can be resumed.
    OutOfTime,
    /// A merge of the shards has found that the tournament is over.
    Decided,
}
