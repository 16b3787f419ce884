//! Games of a tournament as PGN, and the file of those that are being played, which is replaced about once a second. A
//! thread reads their logs, so no game waits for it.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use itertools::Itertools as _;
use uvi_cup::{Opening, Plan, file::OutputKeys};
use uvi_match::record::{self, Log, PgnError};

use super::told_thread::ToldThread;
use crate::{
    cli::output::{complain, write},
    world::DISK,
};

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
        let bytes = DISK.read(&self.folder.join(uvi_cup::log(game))).ok()?;
        let log = record::read(self.plan.registry, &bytes).ok()?;
        game_pgn(&self.plan, &log, &self.outputs).ok()
    }
}

/// A game of a tournament as PGN, with the tags and figures of the tournament's outputs. Fails if PGN cannot express
/// the game.
pub(super) fn game_pgn(plan: &Plan, log: &Log, outputs: &OutputKeys) -> Result<String, PgnError> {
    let set = [("Event", &outputs.event), ("Site", &outputs.site)];
    let set = set.into_iter().filter_map(|(tag, text)| Some((tag, text.clone()?))).collect();
    record::pgn(log, &with_opening_tags(plan, log, set), &outputs.figures)
}

/// These tags, and those of the game's opening if exactly one opening has that name.
pub fn with_opening_tags<'a>(plan: &'a Plan, log: &Log, mut tags: Vec<(&'a str, String)>) -> Vec<(&'a str, String)> {
    let name = log.head.tournament.as_ref().and_then(|place| place.opening.as_deref());
    let named = |opening: &&Opening| name == Some(opening.name.as_str());
    let opening = plan.openings.iter().filter(named).exactly_one().ok();
    let opening = opening.into_iter().flat_map(|opening| &opening.tags);
    tags.extend(opening.map(|(tag, text)| (tag.as_str(), text.clone())));
    tags
}
