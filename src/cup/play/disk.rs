//! The thread that syncs the logs of finished games to the disk.

use crossbeam_channel::{Receiver, Sender};
use uvi_cup::FinishedGame;

use super::worker::GameError;
use crate::{
    cup::folder::StoredGame,
    driver::{self, DenialError, LogWriteError},
};

/// Syncs each batch, and sends each of its games when the game's log is on the disk.
pub(super) fn sync_batches(batches: &Receiver<Vec<StoredGame>>, synced: &Sender<Result<Box<FinishedGame>, GameError>>) {
    for batch in batches {
        let logs = batch.into_iter().map(|mut game| {
            let log = game.unsynced.take();
            (game, log)
        });
        driver::sync_together(logs.collect(), |game, result| {
            let number = game.result.game;
            let failed = |error| {
                let why = Box::new(DenialError::Log(LogWriteError { error, aborts: false }));
                GameError::LogFailed { game: number, why }
            };
            let finished = Box::new(FinishedGame { result: game.result, times: game.times, log: game.log });
            // This fails only if the tournament has ended.
            let _ = synced.send(result.map(|()| finished).map_err(failed));
        });
    }
}
