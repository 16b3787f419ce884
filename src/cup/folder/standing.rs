//! The state of a game, read from its log.

use std::path::Path;

use uvi::Digest;
use uvi_cup::{GameResult, GameTimes, LogFacts, Plan, WrongLogError, schedule::PlannedGame};
use uvi_games::game::commitment;
use uvi_match::record::{self, Log};

use super::{
    chain, disk,
    error::{FolderError, if_there},
};
use crate::{
    driver::{Setup, UnsyncedLog, seed_path},
    world::Disk,
};

#[derive(Debug)]
pub(crate) enum GameState {
    New,
    /// The log was cut off; the game can be resumed.
    CutOff(Box<Setup>),
    Finished(Box<StoredGame>),
}

#[derive(Debug)]
pub(crate) struct StoredGame {
    pub(crate) result: GameResult,
    pub(crate) times: Option<GameTimes>,
    pub(crate) log: Digest,
    pub(crate) position: String,
    /// The first bot that could not be started, and the reason.
    pub(crate) unstarted: Option<(String, String)>,
    /// The log, if it is not on the disk yet.
    pub(crate) unsynced: Option<UnsyncedLog>,
}

impl StoredGame {
    /// The game of a log with this SHA-256.
    ///
    /// # Errors
    /// If the log is not that of the game, or has no result.
    pub(crate) fn of(
        plan: &Plan,
        game: &PlannedGame,
        facts: &LogFacts,
        log: Digest,
        path: &Path,
    ) -> Result<Self, FolderError> {
        let result = GameResult::of(facts).and_then(|result| result.check_plan(plan, game).map(|()| result));
        let result = result.map_err(|wrong| FolderError::WrongLog { path: path.to_owned(), wrong })?;
        let position = facts.result().map(|result| result.position.clone()).unwrap_or_default();
        let unstarted = facts.unstarted().map(|(seat, why)| {
            let name = result.seats.get(seat as usize - 1).cloned().unwrap_or_default();
            (name, why.to_owned())
        });
        Ok(Self { result, times: GameTimes::of(facts), log, position, unstarted, unsynced: None })
    }
}

/// The state of a game, from its log. A finished game is replayed, because nothing else proves its log.
///
/// # Errors
/// If the log cannot be read, or is not that of the game.
pub(crate) fn standing(disk: Disk, plan: &Plan, game: &PlannedGame, path: &Path) -> Result<GameState, FolderError> {
    let text = if_there("read", path, disk.read(path))?.unwrap_or_default();
    if !text.contains(&b'\n') {
        // The arbiter was killed before the first record was complete.
        disk::remove(disk, path)?;
        disk::remove(disk, &seed_path(path))?;
        return Ok(GameState::New);
    }
    let log = read_log(plan, &text, path)?;
    if log.complete() {
        // A killed arbiter may have left the seed.
        let _ = disk::remove(disk, &seed_path(path));
        let finished = StoredGame::of(plan, game, &LogFacts::of(&log), chain::digest(&text), path)?;
        replay(plan, &text, path)?;
        return Ok(GameState::Finished(Box::new(finished)));
    }
    let other = |what, expected: String, found: &str| {
        let found = found.to_owned();
        Err(FolderError::WrongLog { path: path.to_owned(), wrong: WrongLogError::Other { what, expected, found } })
    };
    let seed = plan.seed_of(game);
    let (name, commitment) = (uvi_cup::name(game).to_string(), commitment(&seed));
    if log.head.name != name {
        return other("match", name, &log.head.name);
    }
    if log.head.commitment != Some(commitment) {
        let found = log.head.commitment.map_or_else(|| "none".to_owned(), |found| found.to_string());
        return other("commitment", commitment.to_string(), &found);
    }
    Setup::resume(disk, plan.registry, uvi_cup::name(game), path, Some(seed))
        .map(|setup| GameState::CutOff(Box::new(setup)))
        .map_err(|denial| FolderError::Game(Box::new(denial)))
}

/// Checks that a log follows from its head and the seed that it reveals.
pub(crate) fn replay(plan: &Plan, text: &[u8], path: &Path) -> Result<(), FolderError> {
    record::verify(plan.registry, text, None).map(drop).map_err(|error| unreadable(path, &error))
}

pub(crate) fn read_log(plan: &Plan, text: &[u8], path: &Path) -> Result<Log, FolderError> {
    record::read(plan.registry, text).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &record::LogError) -> FolderError {
    FolderError::Unreadable { path: path.to_owned(), line: Some(error.line), text: error.wrong.to_string() }
}
