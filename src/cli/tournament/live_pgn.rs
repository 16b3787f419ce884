//! The games that are being played as PGN, in a file that is replaced about once a second. A thread reads their logs, so
//! no game waits for it.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use uvi_cup::{Plan, file::OutputKeys};
use uvi_match::record;

use super::{game_pgn::game_pgn, told_thread::ToldThread};
use crate::{
    cli::output::{complain, write},
    world::regular,
};

/// The time between two writes.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) enum LiveEvent {
    Started(u32),
    Finished(u32),
}

/// Starts to write the games of this folder into `path`. When the thread is dropped, the file is written a last time.
pub(super) fn live_pgn(
    plan: &Plan,
    folder: &Path,
    path: &Path,
    outputs: &OutputKeys,
) -> io::Result<ToldThread<LiveEvent>> {
    let file = LiveFile {
        plan: plan.clone(),
        outputs: outputs.clone(),
        folder: folder.to_owned(),
        path: path.to_owned(),
        games: BTreeSet::new(),
        finished: Vec::new(),
    };
    ToldThread::start("live-pgn", "writes the running games", |events| file.follow(events))
}

/// The state of the thread.
struct LiveFile {
    plan: Plan,
    outputs: OutputKeys,
    folder: PathBuf,
    path: PathBuf,
    /// The games that run, and those that have ended since the last write.
    games: BTreeSet<u32>,
    finished: Vec<u32>,
}

impl LiveFile {
    fn follow(mut self, events: &Receiver<LiveEvent>) {
        let mut due = Instant::now() + PAUSE;
        loop {
            let event = match self.games.is_empty() {
                true => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => events.recv_deadline(due),
            };
            match event {
                Ok(LiveEvent::Started(game)) => {
                    self.games.insert(game);
                }
                Ok(LiveEvent::Finished(game)) => self.finished.push(game),
                Err(RecvTimeoutError::Timeout) => {
                    self.write();
                    due = Instant::now() + PAUSE;
                }
                Err(RecvTimeoutError::Disconnected) => return self.write(),
            }
        }
    }

    /// Writes the games, in the order of the plan. If there are none, the last ones stay in the file.
    fn write(&mut self) {
        let games: String = self.games.iter().filter_map(|game| self.pgn(*game)).collect();
        for game in self.finished.drain(..) {
            self.games.remove(&game);
        }
        if !games.is_empty()
            && let Err(failure) = write(&self.path, &games)
        {
            complain(&format!("arbiter: {failure}"));
        }
    }

    /// A game as far as its log goes. `None` if there is no move yet.
    fn pgn(&self, game: u32) -> Option<String> {
        let bytes = regular::read(&self.folder.join(uvi_cup::log(game))).ok()?;
        let log = record::read(self.plan.registry, &bytes).ok()?;
        game_pgn(&self.plan, &log, &self.outputs).ok()
    }
}
