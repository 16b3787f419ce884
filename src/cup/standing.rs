//! Where a game stands, by its log.

use std::{fs, io, path::Path};

use uvi::Digest;
use uvi_cup::{Facts, GameResult, GameTimes, Plan, WrongLog, schedule::PlannedGame};
use uvi_games::game::commitment;
use uvi_match::record::{self, Log};

use super::{
    chain,
    store_error::{StoreError, system},
};
use crate::{
    driver::{Setup, Unsynced, seed_path},
    regular,
};

/// Where a game stands.
#[derive(Debug)]
pub(super) enum Standing {
    /// It has not begun.
    New,
    /// Its log was cut off.
    CutOff(Box<Setup>),
    Finished(Box<Finished>),
}

/// A finished game.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) result: GameResult,
    pub(super) times: Option<GameTimes>,
    /// The SHA-256 of its log.
    pub(super) log: Digest,
    /// The position at its end.
    pub(super) position: String,
    /// The bot that could not be started, and why.
    pub(super) unstarted: Option<(String, String)>,
    /// Its log, where that is not on the disk yet.
    pub(super) unsynced: Option<Unsynced>,
}

impl Finished {
    /// What a log says that has this SHA-256.
    ///
    /// # Errors
    /// If it is not that of the game, or has no result.
    pub(super) fn of(
        plan: &Plan,
        game: &PlannedGame,
        facts: &Facts,
        log: Digest,
        path: &Path,
    ) -> Result<Self, StoreError> {
        let result = GameResult::of(plan, game, facts);
        let result = result.map_err(|wrong| StoreError::WrongLog { path: path.to_owned(), wrong })?;
        let position = facts.result().map(|result| result.position.clone()).unwrap_or_default();
        let unstarted = facts.unstarted().map(|(seat, why)| {
            let name = result.seats.get(seat as usize - 1).cloned().unwrap_or_default();
            (name, why.to_owned())
        });
        Ok(Self { result, times: GameTimes::of(game, facts), log, position, unstarted, unsynced: None })
    }
}

/// Where a game stands, by its log. One that is finished is replayed, since nothing else says that it is as it was played.
///
/// # Errors
/// If the log cannot be read, or is not that of the game.
pub(super) fn standing(plan: &Plan, game: &PlannedGame, path: &Path) -> Result<Standing, StoreError> {
    let text = match regular::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(source) => return Err(system("read", path)(source)),
    };
    if !text.contains(&b'\n') {
        // The arbiter was killed before its first record was whole.
        for leftover in [path.to_owned(), seed_path(path)] {
            match fs::remove_file(&leftover) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(system("remove", &leftover)(error));
                }
                Ok(()) | Err(_) => {}
            }
        }
        return Ok(Standing::New);
    }
    let log = read_log(plan, &text, path)?;
    if log.complete() {
        // What a killed arbiter may have left when all was written.
        let _ = fs::remove_file(seed_path(path));
        let finished = Finished::of(plan, game, &Facts::of(&log), chain::digest(&text), path)?;
        replay(plan, &text, path)?;
        return Ok(Standing::Finished(Box::new(finished)));
    }
    let other = |what, expected: String, found: &str| {
        let found = found.to_owned();
        Err(StoreError::WrongLog { path: path.to_owned(), wrong: WrongLog::Other { what, expected, found } })
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
    Setup::resume(plan.registry, uvi_cup::name(game), path, Some(seed))
        .map(|setup| Standing::CutOff(Box::new(setup)))
        .map_err(|denial| StoreError::Game(Box::new(denial)))
}

/// Whether a log follows from its first line and the seed that it publishes.
pub(super) fn replay(plan: &Plan, text: &[u8], path: &Path) -> Result<(), StoreError> {
    record::verify(plan.registry, text, None).map(drop).map_err(|error| unreadable(path, &error))
}

pub(super) fn read_log(plan: &Plan, text: &[u8], path: &Path) -> Result<Log, StoreError> {
    record::read(plan.registry, text).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &record::LogError) -> StoreError {
    StoreError::Unreadable { path: path.to_owned(), line: Some(error.line), text: error.wrong.to_string() }
}
