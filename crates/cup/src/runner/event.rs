//! The events that a runner hears.

use uvi::Digest;

use crate::progress::{GameResult, GameTimes};

/// An event that the caller reports to `Runner::hear`. `E` is the caller's error type.
#[expect(missing_docs, reason = "`game` is the number of a game, `error` the reason")]
#[derive(Debug)]
pub enum RunnerEvent<E> {
    /// A game is over; its log is written and not yet synced.
    Finished { game: u32 },
    /// The log of a finished game is on the disk.
    Synced(Box<FinishedGame>),
    /// The log of a finished game cannot be synced.
    Unsynced(E),
    /// The system lacks something that a game needs. The game is tried again, with fewer games at once. The shortage ends
    /// the tournament if it lasts.
    Short { game: u32, error: E },
    /// A bot does not start on this machine. A shard tries the game again, up to a limit. A whole tournament fails.
    Lost { game: u32, error: E },
    /// A game failed.
    Failed { game: u32, error: E },
    /// The games of a `RunnerOutput::Keep` cannot be kept.
    NotKept(E),
    /// A command of a user or of a signal.
    Command(RunnerCommand),
    /// The caller can report no further event, because a thread is gone. The runner ends at once.
    Broken(E),
    /// All shards together have a verdict: no new block begins.
    Decided,
}

/// A finished game, whose log is on the disk.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// The result.
    pub result: GameResult,
    /// The times of the bots, if the log has times.
    pub times: Option<GameTimes>,
    /// The SHA-256 of the log.
    pub log: Digest,
}

/// A command to a tournament under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunnerCommand {
    /// Report the status.
    Status,
    /// Start no game until [`RunnerCommand::Continue`].
    Pause,
    /// Start games again.
    Continue,
    /// Start at most this many new games, and end when no game runs. 0 also drops the games that wait for another try.
    StopAfter(u32),
}
