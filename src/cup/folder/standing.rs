//! The state of a game, read from its log.

use std::path::Path;

use sha2::{Digest as _, Sha256};
use uvi::Digest;
use uvi_cup::{FinishedGame, GameResult, GameTimes, LogFacts, Plan, schedule::PlannedGame};
use uvi_games::game::commitment;
use uvi_match::record::{self, Log};

use super::{
    disk,
    error::{FolderError, if_there},
};
use crate::{
    driver::{Setup, seed_path},
    world::Disk,
};

#[derive(Debug)]
pub(crate) enum GameState {
    New,
    /// The log was cut off; the game can be resumed.
    CutOff(Box<Setup>),
    Finished(Box<FinishedGame>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogProof {
    /// The last record has the SHA-256 of the lines before it.
    Sealed,
    Replayed,
}

/// The game of a log, from the facts in its records. Fails if the log is not that of the planned game, or has no
/// result.
pub(crate) fn finished_game(
    plan: &Plan,
    game: &PlannedGame,
    facts: &LogFacts,
    log: Digest,
    path: &Path,
) -> Result<FinishedGame, FolderError> {
    let result = GameResult::of(facts).and_then(|result| result.check_plan(plan, game).map(|()| result));
    let result = result.map_err(|wrong| FolderError::WrongLog { path: path.to_owned(), wrong })?;
    Ok(FinishedGame { result, times: GameTimes::of(facts), log })
}

/// The game of a log, if it is finished. The game of a bot that could not be started is not. Fails if the log cannot be
/// read, was changed, or is not that of the planned game.
pub(crate) fn read_game(
    plan: &Plan,
    game: &PlannedGame,
    text: &[u8],
    path: &Path,
    proof: LogProof,
) -> Result<Option<FinishedGame>, FolderError> {
    // The arbiter was killed before the first record was complete.
    if !text.contains(&b'\n') {
        return Ok(None);
    }
    let log = read_log(plan, text, path)?;
    let Some(result) = log.result() else { return Ok(None) };
    let sealed = text[..text.len() - 1].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let [seal, whole] = digests(text, sealed);
    if let Some(found) = result.sha256.filter(|found| *found != seal) {
        let (line, text) = (log.records.len() + 1, format!("sha256: expected {seal}, found {found}"));
        return Err(FolderError::Unreadable { path: path.to_owned(), line: Some(line), text });
    }
    let facts = LogFacts::of(&log);
    let finished = finished_game(plan, game, &facts, whole, path)?;
    if proof == LogProof::Replayed {
        record::verify(plan.registry, text, None).map_err(|error| FolderError::NotReplayed {
            path: path.to_owned(),
            line: error.line,
            text: error.wrong.to_string(),
        })?;
    }
    Ok(Some(finished).filter(|_| facts.unstarted().is_none()))
}

fn digests(text: &[u8], first: usize) -> [Digest; 2] {
    let mut hash = Sha256::new_with_prefix(&text[..first]);
    let part = hash.clone();
    hash.update(&text[first..]);
    [part, hash].map(|hash| Digest(hash.finalize().into()))
}

/// The state of a game, from its log. A finished game is replayed, because nothing else proves its log. Fails if the
/// log cannot be read, or is not that of the game.
pub(crate) fn standing(disk: Disk, plan: &Plan, game: &PlannedGame, path: &Path) -> Result<GameState, FolderError> {
    let text = if_there("read", path, disk.read(path))?.unwrap_or_default();
    let begin_anew = || {
        disk::remove(disk, path)?;
        disk::remove(disk, &seed_path(path)).map(|()| GameState::New)
    };
    if !text.contains(&b'\n') {
        return begin_anew();
    }
    let log = read_log(plan, &text, path)?;
    if log.complete() {
        // A killed arbiter may have left the seed.
        let _ = disk::remove(disk, &seed_path(path));
        let finished = read_game(plan, game, &text, path, LogProof::Replayed)?;
        return finished.map_or_else(begin_anew, |finished| Ok(GameState::Finished(Box::new(finished))));
    }
    let other = |what: &str, expected: String, found: &str| {
        let wrong = format!("{what}: expected {expected}, found {found}");
        Err(FolderError::WrongLog { path: path.to_owned(), wrong })
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

pub(crate) fn read_log(plan: &Plan, text: &[u8], path: &Path) -> Result<Log, FolderError> {
    record::read(plan.registry, text).map_err(|error| FolderError::Unreadable {
        path: path.to_owned(),
        line: Some(error.line),
        text: error.wrong.to_string(),
    })
}
