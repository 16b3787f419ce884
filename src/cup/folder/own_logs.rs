//! The logs in the folder itself, as the source of its index.

use std::{io, path::Path};

use uvi::Digest;
use uvi_cup::{FinishedGame, Plan, schedule::PlannedGame};

use super::{
    chain::digest,
    disk::sync_folder,
    error::{FolderError, system},
    index::{FoundLog, IndexRow, LogSource},
    names::{GAMES, log_of},
    standing::{LogProof, read_game},
};
use crate::world::Disk;

/// The treatment of a result whose log is missing or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingLog {
    /// The check fails.
    Refused,
    /// The game is reported, and the chain alone vouches for the result.
    Reported,
}

#[derive(Debug)]
pub(super) struct OwnLogs<'a> {
    pub(super) disk: Disk,
    pub(super) folder: &'a Path,
    pub(super) plan: &'a Plan,
    /// The treatment of rows without their logs, if only games with rows are looked at; `None` adds the rows of
    /// finished games.
    pub(super) missing: Option<MissingLog>,
    /// The games whose logs are missing or changed.
    pub(super) unproved: Vec<u32>,
}

impl OwnLogs<'_> {
    /// The game of a row whose log is missing or changed, if its log need not be there.
    fn vouched(&self, row: &IndexRow, error: FolderError) -> Result<FoundLog, FolderError> {
        let (Some(MissingLog::Reported), Some(result)) = (self.missing, &row.result) else { return Err(error) };
        if matches!(error, FolderError::ChangedLog { .. }) {
            log::warn!("{error}");
        }
        let log = row.link.as_ref().map_or(Digest([0; 32]), |link| link.log);
        let game = FinishedGame { result: result.clone(), times: row.times.clone(), log };
        Ok(FoundLog { game: Some(game), damaged: vec![error], ..FoundLog::default() })
    }
}

impl LogSource for OwnLogs<'_> {
    fn find(&self, game: &PlannedGame, row: &IndexRow) -> Result<FoundLog, FolderError> {
        if row.result.is_none() && self.missing.is_some() {
            return Ok(FoundLog::default());
        }
        let path = log_of(self.folder, game.game);
        let text = match self.disk.read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && row.result.is_none() => {
                return Ok(FoundLog::default());
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return self.vouched(row, system("read", &path)(error));
            }
            Err(error) => return Err(system("read", &path)(error)),
        };
        let now = digest(&text);
        if let Some(link) = row.link.as_ref().filter(|link| link.log != now) {
            return self.vouched(row, FolderError::ChangedLog { path, then: link.log.into(), now: now.into() });
        }
        // Nothing else proves a log that is not in the chain.
        let proof = if row.link.is_some() { LogProof::Sealed } else { LogProof::Replayed };
        let game = read_game(self.plan, game, &text, &path, proof)?;
        match (&game, &row.result) {
            (None, Some(_)) => Err(FolderError::unfinished(&path)),
            _ => Ok(FoundLog { is_new: game.is_some() && row.result.is_none(), game, ..FoundLog::default() }),
        }
    }

    fn keep(&mut self, found: &mut [FoundLog]) -> Result<(), FolderError> {
        for found in found.iter() {
            let Some(game) = &found.game else { continue };
            let number = game.result.game;
            self.unproved.extend(found.damaged.first().map(|_| number));
            // A killed arbiter may not have synced a log that it finished.
            if found.is_new {
                let path = log_of(self.folder, number);
                self.disk.sync_contents(&path).map_err(system("sync", &path))?;
            }
        }
        if found.iter().any(|found| found.is_new) { sync_folder(self.disk, &self.folder.join(GAMES)) } else { Ok(()) }
    }
}
