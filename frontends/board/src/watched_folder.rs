//! Shows a tournament that another process plays, by reading its folder. The folder is never written.

mod log_list;
mod plan;
mod result_tally;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use tokio::time::sleep;
use uvi::{FromHost, ToHost, Value, Word};

use self::{
    log_list::LogList,
    plan::FolderPlan,
    result_tally::{ResultLine, ResultTally},
};
use crate::{
    arbiter_link::ArbiterLink,
    file_tail::FileTail,
    game_log::{GameLog, LogSeat},
    talk::{RunningGame, RunningSeat, TournamentView},
};

/// The interval between looks at the folder.
const LOOK: Duration = Duration::from_millis(500);

/// The maximum number of running games shown.
const MOST_BOARDS: usize = 12;

/// The maximum number of logs without a result that are followed, lowest game numbers first.
const MOST_LOGS: usize = 1024;

/// The number of latest games that tell how long a game takes.
const PACE: usize = 32;

/// The folder of a tournament, or the last round of a ladder.
#[derive(Debug)]
pub struct WatchedFolder {
    /// The folder of the ladder; `None` for a tournament.
    ladder: Option<PathBuf>,
    /// The folder of the tournament, or of the round.
    path: Mutex<PathBuf>,
    known: Mutex<FolderProgress>,
}

#[derive(Debug, Default)]
struct FolderProgress {
    plan: FolderPlan,
    results: FileTail,
    tally: ResultTally,
    logs: LogList,
    /// The games with a log and without a result.
    open: BTreeMap<u64, OpenGame>,
}

/// A game without a result in the results file.
#[derive(Debug)]
struct OpenGame {
    log: GameLog,
    picture: String,
}

impl FolderProgress {
    /// A tournament in this folder of which nothing has been read.
    fn new(path: &Path) -> Self {
        Self { results: FileTail::new(&path.join("results.jsonl")), ..Self::default() }
    }
}

/// The folder of the last round of a ladder that has a plan. `None` before the first round.
fn last_round(ladder: &Path) -> Option<PathBuf> {
    let rounds = fs::read_dir(ladder.join("rounds")).ok()?.filter_map(|round| Some(round.ok()?.path()));
    rounds.filter(|round| round.join("plan.toml").is_file()).max()
}

impl WatchedFolder {
    /// Opens the folder of a tournament, or of a ladder.
    ///
    /// # Errors
    /// If the folder does not exist, has no plan, or has no round yet.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let ladder = path.join("ladder.toml").is_file().then(|| path.clone());
        let path = match &ladder {
            Some(ladder) => last_round(ladder).ok_or_else(|| {
                io::Error::other(format!("{} has no round yet: begin with arbiter ladder", ladder.display()))
            })?,
            None if path.join("plan.toml").is_file() => path,
            None => {
                return Err(io::Error::other(format!(
                    "{} is not a tournament folder: expected a plan.toml in it",
                    path.display()
                )));
            }
        };
        let known = Mutex::new(FolderProgress::new(&path));
        Ok(Self { ladder, path: Mutex::new(path), known })
    }

    /// The absolute path of the folder of the tournament, or of the last round.
    pub fn path(&self) -> PathBuf {
        self.path.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The folder of which a report is made: the ladder, or the tournament.
    pub fn reported(&self) -> PathBuf {
        self.ladder.clone().unwrap_or_else(|| self.path())
    }

    /// Goes to the last round of a ladder. Returns true if it is a new one.
    fn go_to_last_round(&self) -> bool {
        let Some(last) = self.ladder.as_deref().and_then(last_round).filter(|last| *last != self.path()) else {
            return false;
        };
        *self.known() = FolderProgress::new(&last);
        *self.path.lock().unwrap_or_else(PoisonError::into_inner) = last;
        true
    }

    /// The path of a game's log; `None` if there is no log.
    pub fn log(&self, game: u64) -> Option<PathBuf> {
        let path = self.path().join(format!("games/{game:06}.jsonl"));
        path.is_file().then_some(path)
    }

    /// The names of the players of a game.
    pub fn names(&self, seats: &[LogSeat]) -> Vec<String> {
        self.known().names(seats)
    }

    /// The state of the tournament as read so far.
    pub fn course(&self) -> TournamentView {
        let known = self.known();
        let running = || known.open.iter().filter(|(_, game)| game.log.end.is_none());
        let boards = running().filter(|(_, game)| !game.picture.is_empty()).map(|(number, game)| RunningGame {
            game: *number,
            picture: game.picture.clone(),
            seats: known.seats(&game.log),
            plies: game.log.plies,
            last: game.log.last.iter().cloned().collect(),
        });
        // Games that have ended and await their turn in the results.
        let ended = known.open.iter().filter(|(game, open)| open.log.end.is_some() && !known.tally.has(**game)).count();
        let (finished, total) = (known.tally.finished + ended as u64, known.plan.total());
        let (boards, running) = (boards.collect::<Vec<_>>(), running().count());
        TournamentView {
            folder: self.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            variant: known.plan.variant.clone(),
            finished,
            total,
            left: total.filter(|_| running > 0).and_then(|total| self.time_left(&known.tally, total, finished)),
            standings: known.tally.standings(),
            running,
            boards,
            latest: known.tally.latest.iter().cloned().collect(),
        }
    }

    /// The time for the remaining games at the pace of the latest ones, in milliseconds.
    fn time_left(&self, tally: &ResultTally, total: u64, finished: u64) -> Option<u64> {
        let ended = |game: u64| fs::metadata(self.log(game)?).ok()?.modified().ok();
        let mut times: Vec<SystemTime> = tally.latest.iter().take(PACE).filter_map(|entry| ended(entry.game)).collect();
        times.sort_unstable();
        let (first, last) = (times.first()?, times.last()?);
        let games = u32::try_from(times.len()).ok()?.checked_sub(1).filter(|games| *games > 0)?;
        let pace = last.duration_since(*first).ok()? / games;
        let left = u32::try_from(total.saturating_sub(finished)).ok()?;
        u64::try_from(pace.checked_mul(left)?.as_millis()).ok()
    }

    /// Follows the folder for ever. Reads news while `is_watched` returns true, and then calls `tell`.
    pub async fn follow(&self, link: &ArbiterLink, is_watched: impl Fn() -> bool, tell: impl Fn()) {
        loop {
            if is_watched() {
                let warn = |error: io::Error| {
                    log::warn!("{}: {error}", self.path().display());
                    false
                };
                let is_new_round = self.go_to_last_round();
                let planned = self.read_plan().unwrap_or_else(warn);
                let read = self.read_results().unwrap_or_else(warn);
                if self.look_at_games(link).await || read || planned || is_new_round {
                    tell();
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Reads the plan if it has changed. Returns true if the number of games has.
    fn read_plan(&self) -> io::Result<bool> {
        let text = fs::read_to_string(self.path().join("plan.toml"))?;
        let plan: FolderPlan = toml::from_str(&text).map_err(io::Error::other)?;
        let known = &mut *self.known();
        let is_new = plan.total() != known.plan.total();
        known.plan = plan;
        Ok(is_new)
    }

    /// Reads new results. Returns true if there were any.
    fn read_results(&self) -> io::Result<bool> {
        let known = &mut *self.known();
        let news = known.results.read()?;
        if news.is_restarted {
            let (plan, results) = (std::mem::take(&mut known.plan), std::mem::take(&mut known.results));
            *known = FolderProgress { plan, results, ..FolderProgress::default() };
        }
        let mut place = known.results.place() - news.text.len() as u64;
        for line in news.text.split_inclusive(|byte| *byte == b'\n') {
            place += line.len() as u64;
            match serde_json::from_slice(line) {
                Ok(line) => known.tally.add(line),
                Err(error) => log::warn!("results.jsonl, before byte {place}: {error}"),
            }
        }
        Ok(news.is_restarted || !news.text.is_empty())
    }

    /// Updates the open games. Returns true if one has changed.
    async fn look_at_games(&self, link: &ArbiterLink) -> bool {
        let open = self.unfinished();
        let mut changed = {
            let known = &mut *self.known();
            let before = known.open.len();
            known.open.retain(|game, _| open.contains(game));
            known.open.len() != before
        };
        let mut shown = 0;
        for number in open {
            let Some(path) = self.log(number) else { continue };
            let is_new = {
                let known = &mut *self.known();
                let begun = || OpenGame { log: GameLog::new(&path), picture: String::new() };
                let game = known.open.entry(number).or_insert_with(begun);
                if game.log.end.is_some() {
                    continue;
                }
                let is_new = game.log.read_news().unwrap_or(false);
                if game.log.end.is_some() {
                    known.end(number);
                    changed = true;
                    continue;
                }
                is_new || game.picture.is_empty()
            };
            shown += 1;
            if !is_new || shown > MOST_BOARDS {
                continue;
            }
            // A log without a complete first line has no picture yet.
            let picture = self.picture(link, number).await.unwrap_or_default();
            changed |= !picture.is_empty();
            if let Some(game) = self.known().open.get_mut(&number) {
                game.picture = picture;
            }
        }
        changed
    }

    /// The games with a log and without a result in the results file.
    fn unfinished(&self) -> Vec<u64> {
        let folder = self.path().join("games");
        let FolderProgress { logs, tally, open, .. } = &mut *self.known();
        logs.look(&folder, |game| tally.has(game));
        // A game that ended before its turn stays open until the results have all games before it.
        let early = open.keys().copied().filter(|game| *game > tally.complete && tally.has(*game));
        let mut games: Vec<u64> = logs.games().filter(|game| !tally.has(*game)).take(MOST_LOGS).chain(early).collect();
        games.sort_unstable();
        games
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
    fn names(&self, seats: &[LogSeat]) -> Vec<String> {
        let name = |seat: &LogSeat| match self.plan.names(seat).as_slice() {
            [] => seat.name.clone(),
            names => names.join(" or "),
        };
        seats.iter().map(name).collect()
    }

    fn seats(&self, log: &GameLog) -> Vec<RunningSeat> {
        let names = log.head.as_ref().map(|head| self.names(&head.seats)).unwrap_or_default();
        let seat = |(seat, name)| RunningSeat {
            name,
            left: log.left.get(&seat).copied(),
            score: log.scores.get(&seat).copied(),
        };
        (1..).zip(names).map(seat).collect()
    }

    /// Adds the result of a game that has ended before the results file has it, if the names of its bots are certain.
    fn end(&mut self, number: u64) {
        let Some(log) = self.open.get(&number).map(|game| &game.log) else { return };
        let (Some(head), Some(end)) = (&log.head, &log.end) else { return };
        if head.seats.iter().all(|seat| self.plan.names(seat).len() == 1) {
            let (reason, score, shared) = (end.reason.clone(), end.score.clone(), end.shared);
            let seats = self.names(&head.seats);
            self.tally.add(ResultLine { game: number, seats, reason, score, shared });
        }
    }
}
