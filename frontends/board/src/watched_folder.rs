//! Shows a tournament that another process plays, by reading its folder. The folder is never written.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Deserialize;
use tokio::time::sleep;
use uvi::{FromHost, Points, ToHost, Value, Word};

use crate::{
    arbiter_link::ArbiterLink,
    talk::{GameEntry as Ended, RunningGame, StandingEntry, TournamentView},
};

/// The interval between looks at the folder.
const LOOK: Duration = Duration::from_secs(1);

/// The maximum number of running games shown.
const MOST_BOARDS: usize = 8;

/// The maximum number of finished games shown.
const MOST_LATEST: usize = 50;

/// The maximum distance, in game numbers, from the last finished game to a running game.
const AHEAD: u64 = 1024;

/// The folder of a tournament.
#[derive(Debug)]
pub struct WatchedFolder {
    path: PathBuf,
    known: Mutex<FolderProgress>,
}

#[derive(Debug, Default)]
struct FolderProgress {
    /// The number of bytes read from the results.
    read: u64,
    /// The number of the last game before the first unfinished one.
    complete: u64,
    /// Finished games after `complete`.
    beyond: BTreeSet<u64>,
    finished: u64,
    standings: BTreeMap<String, (u64, f64)>,
    latest: VecDeque<Ended>,
    boards: BTreeMap<u64, (u64, String)>,
}

/// A line of `results.jsonl`; see its schema.
#[derive(Deserialize)]
struct Line {
    game: u64,
    seats: Vec<String>,
    reason: String,
    #[serde(default)]
    score: Option<Vec<String>>,
    #[serde(default)]
    shared: Option<u32>,
}

impl WatchedFolder {
    /// Opens the folder of a tournament.
    ///
    /// # Errors
    /// If the folder does not exist or has no plan.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        if !path.join("plan.toml").is_file() {
            return Err(io::Error::other(format!(
                "{} is not a tournament folder: expected a plan.toml in it",
                path.display()
            )));
        }
        Ok(Self { path, known: Mutex::default() })
    }

    /// The absolute path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a game's log; `None` if there is no log.
    pub fn log(&self, game: u64) -> Option<PathBuf> {
        let path = self.path.join(format!("games/{game:06}.jsonl"));
        path.is_file().then_some(path)
    }

    /// The state of the tournament as read so far.
    pub fn course(&self) -> TournamentView {
        let known = self.known();
        let mut standings: Vec<_> = known
            .standings
            .iter()
            .map(|(name, (games, points))| StandingEntry { name: name.clone(), games: *games, points: *points })
            .collect();
        let share = |standing: &StandingEntry| standing.points / standing.games as f64;
        standings.sort_by(|one, other| share(other).total_cmp(&share(one)));
        let boards = known.boards.iter().filter(|(_, (_, picture))| !picture.is_empty());
        TournamentView {
            folder: self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            finished: known.finished,
            standings,
            boards: boards.map(|(game, (_, picture))| RunningGame { game: *game, picture: picture.clone() }).collect(),
            latest: known.latest.iter().cloned().collect(),
        }
    }

    /// Follows the folder for ever. Reads news while `is_watched` returns true, and then calls `tell`.
    pub async fn follow(&self, link: &ArbiterLink, is_watched: impl Fn() -> bool, tell: impl Fn()) {
        loop {
            if is_watched() {
                let read = self.read_results().unwrap_or_else(|error| {
                    log::warn!("{}: {error}", self.path.display());
                    false
                });
                if self.look_at_games(link).await || read {
                    tell();
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Reads new results. Returns true if there were any.
    fn read_results(&self) -> io::Result<bool> {
        let mut file = match File::open(self.path.join("results.jsonl")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        let known = &mut *self.known();
        if file.metadata()?.len() < known.read {
            // The file is shorter than before: the tournament was restarted.
            *known = FolderProgress::default();
        }
        file.seek(SeekFrom::Start(known.read))?;
        let mut reader = BufReader::new(file);
        let mut text = Vec::new();
        let mut is_new = false;
        // An unfinished line is read next time.
        while reader.read_until(b'\n', &mut text)? > 0 && text.ends_with(b"\n") {
            known.read += text.len() as u64;
            match serde_json::from_slice(&text) {
                Ok(line) => known.add(line),
                Err(error) => log::warn!("results.jsonl, before byte {}: {error}", known.read),
            }
            is_new = true;
            text.clear();
        }
        Ok(is_new)
    }

    /// Updates the boards of running games. Returns true if one has changed.
    async fn look_at_games(&self, link: &ArbiterLink) -> bool {
        let running = self.running();
        let mut changed = {
            let boards = &mut self.known().boards;
            let before = boards.len();
            boards.retain(|game, _| running.iter().any(|(other, _)| other == game));
            boards.len() != before
        };
        for (game, size) in running {
            if self.known().boards.get(&game).is_some_and(|(drawn, _)| *drawn == size) {
                continue;
            }
            // A log without a complete first line has no picture yet.
            let picture = self.picture(link, game).await.unwrap_or_default();
            changed |= !picture.is_empty();
            self.known().boards.insert(game, (size, picture));
        }
        changed
    }

    /// The games with a log and without a result, and the sizes of the logs in bytes.
    fn running(&self) -> Vec<(u64, u64)> {
        let (complete, last, beyond) = {
            let known = self.known();
            (known.complete, known.beyond.last().copied().unwrap_or(known.complete), known.beyond.clone())
        };
        (complete + 1..=last + AHEAD)
            .filter(|game| !beyond.contains(game))
            .map_while(|game| match self.log(game) {
                Some(path) => Some(Some((game, fs::metadata(path).ok()?.len()))),
                // A game before the last finished one may have no log; after it, a missing log means that no later game
                // has begun.
                None => (game < last).then_some(None),
            })
            .flatten()
            .take(MOST_BOARDS)
            .collect()
    }

    async fn picture(&self, link: &ArbiterLink, game: u64) -> Option<String> {
        let name = Word::new(format!("game-{game}"))?;
        let path = Value::new(self.log(game)?.to_str()?);
        let lines = vec![
            FromHost::Watch { name: name.clone(), path },
            FromHost::Picture { name: name.clone(), seat: None },
            FromHost::Drop(name),
        ];
        let answers = link.ask(lines).await.ok()?;
        answers.into_iter().find_map(|answer| match answer {
            ToHost::Picture { svg, .. } => Some(svg.as_str().to_owned()),
            _ => None,
        })
    }

    /// Ignores poisoning: every change leaves the data consistent.
    fn known(&self) -> MutexGuard<'_, FolderProgress> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FolderProgress {
    fn add(&mut self, line: Line) {
        let Line { game, seats, reason, score, shared } = line;
        self.beyond.insert(game);
        while self.beyond.remove(&(self.complete + 1)) {
            self.complete += 1;
        }
        self.finished += 1;
        let shared_text = shared.map(|points| vec![points.to_string()]);
        for (seat, name) in seats.iter().enumerate() {
            let points = match (&score, shared) {
                (Some(score), _) => score.get(seat).and_then(|text| text.parse::<Points>().ok()).map_or(0.0, value),
                (None, Some(shared)) => f64::from(shared),
                (None, None) => 0.0,
            };
            let standing = self.standings.entry(name.clone()).or_default();
            standing.0 += 1;
            standing.1 += points;
        }
        self.latest.push_front(Ended { game, seats, score: score.or(shared_text).unwrap_or_default(), reason });
        self.latest.truncate(MOST_LATEST);
    }
}

fn value(points: Points) -> f64 {
    f64::from(points.numerator()) / f64::from(points.denominator())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let mut known = FolderProgress::default();
        for text in [
            r#"{"game":2,"seats":["a","b"],"reason":"blocked","score":["1/2","1/2"]}"#,
            r#"{"game":1,"seats":["b","a"],"reason":"isolated","score":["0","1"],"decisions":12}"#,
            r#"{"game":4,"seats":["a","b"],"reason":"abort"}"#,
        ] {
            known.add(serde_json::from_str(text).expect("a result"));
        }
        assert_eq!((known.finished, known.complete), (3, 2));
        assert_eq!(known.standings["a"], (3, 1.5));
        assert_eq!(known.standings["b"], (3, 0.5));
        assert_eq!(known.latest[0].game, 4);
    }
}
