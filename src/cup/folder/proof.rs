//! Checks results against logs and chain.

use std::{io, path::Path};

use uvi::Digest;
use uvi_cup::{GameResult, Plan, Progress, schedule::PlannedGame};

use super::{
    chain::{self, GameLink},
    error::{FolderError, system},
    names::{CHAIN, RESULTS},
    standing::{read_log, replay},
};
use crate::world::{Disk, threads::in_parts};

/// The treatment of a result whose log is missing or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingLog {
    /// The check fails.
    Refused,
    /// The game is reported, and the chain alone vouches for the result.
    Reported,
}

#[derive(Debug)]
pub(super) struct ProofResult {
    /// The SHA-256 of each log.
    pub(super) logs: Vec<Digest>,
    /// The games whose logs are missing or changed. The chain alone vouches for their results.
    pub(super) unproved: Vec<u32>,
}

/// Checks results against their logs and against the chain.
pub(super) fn check(
    disk: Disk,
    folder: &Path,
    plan: &Plan,
    results: &[GameResult],
    links: &[GameLink],
    missing: MissingLog,
) -> Result<ProofResult, FolderError> {
    let planned = Progress::planned(plan, results);
    let numbered: Vec<_> = results.iter().zip(&planned).zip(0..).collect();
    let look = |part: &[((&GameResult, &PlannedGame), usize)]| -> Result<Vec<Option<Digest>>, FolderError> {
        let each = part.iter().map(|&((result, game), place)| {
            let text = log_of(disk, folder, result, links.get(place), missing)?;
            let Some(text) = text else { return Ok(None) };
            check_game(folder, plan, result, game, &text, links.get(place).is_none()).map(Some)
        });
        each.collect()
    };
    let parts = in_parts(disk.readers(), &numbered, look);
    let found = parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    let unproved = results.iter().zip(&found).filter(|(_, log)| log.is_none()).map(|(result, _)| result.game).collect();
    let then = |place: usize| links.get(place).map_or(Digest([0; 32]), |link| link.log);
    let logs: Vec<Digest> = (0..).zip(found).map(|(place, log)| log.unwrap_or_else(|| then(place))).collect();
    let mut last = None;
    for ((place, result), (link, log)) in results.iter().enumerate().zip(links.iter().zip(&logs)) {
        if *link != GameLink::after(last, result, *log) {
            return Err(FolderError::BrokenChain { path: folder.join(CHAIN), line: place + 1 });
        }
        last = Some(link.link);
    }
    Ok(ProofResult { logs, unproved })
}

/// The log of a game. `None` if it is missing or changed, and `missing` is [`MissingLog::Reported`].
fn log_of(
    disk: Disk,
    folder: &Path,
    result: &GameResult,
    link: Option<&GameLink>,
    missing: MissingLog,
) -> Result<Option<Vec<u8>>, FolderError> {
    let path = folder.join(&result.log);
    let text = match disk.read(&path) {
        Ok(text) => text,
        Err(error) if missing == MissingLog::Reported && error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(system("read", &path)(source)),
    };
    let now = chain::digest(&text);
    let Some(then) = link.map(|link| link.log).filter(|then| *then != now) else { return Ok(Some(text)) };
    let changed = FolderError::ChangedLog { path, then: then.into(), now: now.into() };
    match missing {
        MissingLog::Refused => Err(changed),
        MissingLog::Reported => {
            log::warn!("{changed}");
            Ok(None)
        }
    }
}

/// Checks a result against its log. Returns the SHA-256 of the log.
fn check_game(
    folder: &Path,
    plan: &Plan,
    result: &GameResult,
    game: &PlannedGame,
    text: &[u8],
    in_doubt: bool,
) -> Result<Digest, FolderError> {
    let path = folder.join(&result.log);
    let log = read_log(plan, text, &path)?;
    result.follows_from(plan, game, &log).map_err(|wrong| FolderError::WrongResult {
        path: folder.join(RESULTS),
        line: result.game as usize,
        log: path.clone(),
        wrong,
    })?;
    if in_doubt {
        replay(plan, text, &path)?;
    }
    Ok(chain::digest(text))
}
