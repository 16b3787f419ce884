//! The thread that syncs the logs of finished games to the disk.

use crossbeam_channel::{Receiver, Sender};
use uvi_cup::FinishedGame;

use super::worker::{GameError, UnsyncedGame};
use crate::driver::{self, DenialError, LogWriteError};

/// Syncs each batch, and sends each of its games when the game's log is on the disk.
pub(super) fn sync_batches(
    batches: &Receiver<Vec<UnsyncedGame>>,
    synced: &Sender<Result<Box<FinishedGame>, GameError>>,
) {
    for batch in batches {
        sync_batch(batch, |game| {
            // This fails only if the tournament has ended.
            let _ = synced.send(game);
        });
    }
}

/// Syncs the logs of games, and calls `told` for each game when its log is on the disk or cannot be synced.
pub fn sync_batch(batch: Vec<UnsyncedGame>, mut told: impl FnMut(Result<Box<FinishedGame>, GameError>)) {
    let logs = batch.into_iter().map(|UnsyncedGame { game, log }| (game, log));
    driver::sync_together(logs.collect(), |game, result| {
        let number = game.result.game;
        let failed = |error| {
            let why = Box::new(DenialError::Log(LogWriteError { error, aborts: false }));
            GameError::LogFailed { game: number, why }
        };
        told(result.map(|()| Box::new(game)).map_err(failed));
    });
}
