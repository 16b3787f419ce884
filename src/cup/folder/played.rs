//! The list of a shard's finished games, and the check of their logs.

use std::{collections::BTreeMap, io, path::Path};

use serde::{Deserialize, Serialize};
use uvi::Digest;
use uvi_cup::{Plan, Progress, Spans, SpansError};

use super::{
    chain::{self, LogMark},
    disk,
    error::{FolderError, if_there, system},
    names::{FINISHED, SHARDS, log_of},
};
use crate::world::Disk;

/// A line of the list. A later line of the same game replaces an earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedGame {
    pub(crate) game: u32,
    /// The attempt in which it was finished, from 1.
    pub(crate) attempt: usize,
    pub(crate) log: Digest,
}

/// Returns the finished games and the lost games. A lost game must be played again, because its log is gone or was
/// changed. In match play, the second game of a block is lost with the first, because the second continues from the end
/// of the first. Renames changed logs.
pub(super) fn sort_out(
    disk: Disk,
    folder: &Path,
    plan: &Plan,
    lines: &[PlayedGame],
    merged: &Spans,
) -> Result<(Spans, Spans), FolderError> {
    let last: BTreeMap<u32, &PlayedGame> = lines.iter().map(|line| (line.game, line)).collect();
    let (mut finished, mut lost) = (Spans::default(), Spans::default());
    for (game, line) in last {
        let log = log_of(folder, game);
        let follows = plan.match_play && game % 2 == 0 && lost.contains(game - 1);
        let state = match look(disk, &log, line, merged.contains(game))? {
            LogState::Whole if follows => LogState::Wrong("it began from the end of the game before".to_owned()),
            state => state,
        };
        match state {
            LogState::Whole => finished.insert(game),
            LogState::Gone => lost.insert(game),
            LogState::Wrong(why) => {
                lost.insert(game);
                log::warn!("{}: {why}; game {game} is played again", log.display());
                disk::rename(disk, &log, &log.with_extension("damaged"), "rename", &log)?;
            }
        }
    }
    Ok((finished, lost))
}

#[derive(Debug)]
enum LogState {
    Whole,
    Gone,
    /// The log was changed, or is no regular file. The text says which.
    Wrong(String),
}

/// Looks at a log. A log that a merge has counted is not read again.
fn look(disk: Disk, log: &Path, line: &PlayedGame, is_merged: bool) -> Result<LogState, FolderError> {
    if !disk.is_taken(log) {
        return Ok(LogState::Gone);
    }
    if is_merged {
        return Ok(LogState::Whole);
    }
    match disk.read_unlinked(log) {
        Ok(text) => {
            let [then, now] = [line.log, chain::digest(&text)].map(LogMark::from);
            Ok(match then == now {
                true => LogState::Whole,
                false => LogState::Wrong(format!("sha256 {then}… when its game ended, {now}… now")),
            })
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(LogState::Wrong(error.to_string())),
        Err(error) => Err(system("read", log)(error)),
    }
}

/// The games that the last merge found finished. If there was no merge, the games whose results stand.
pub(super) fn finished_elsewhere(disk: Disk, whole: &Path, progress: &Progress) -> Result<Spans, FolderError> {
    let path = whole.join(SHARDS).join(FINISHED);
    match if_there("read", &path, disk.read_text(&path))? {
        Some(text) => text.trim().parse().map_err(|error: SpansError| FolderError::unreadable(path, error)),
        None => Ok((1..=progress.count()).collect()),
    }
}
