//! Shows a tournament that another process plays, by reading its folder. The folder is never written.

mod log_list;
mod plan;
mod result_tally;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use tokio::{process::Command, time::sleep};
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

/// The interval between questions for the course of a sequential test.
const TEST: Duration = Duration::from_secs(2);

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
    /// True if the plan named other bots for a game than its result has, so that its order of games cannot be trusted.
    is_of_another_order: bool,
    /// The course of the sequential test, and the number of finished games that it is about.
    test: Option<(u64, serde_json::Value)>,
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
    pub fn names(&self, game: u64, seats: &[LogSeat]) -> Vec<String> {
        self.known().names(game, seats)
    }

    /// The state of the tournament as read so far.
    pub fn course(&self) -> TournamentView {
        let known = self.known();
        let running = || known.open.iter().filter(|(_, game)| game.log.end.is_none());
        let boards = running().filter(|(_, game)| !game.picture.is_empty()).map(|(number, game)| RunningGame {
            game: *number,
            picture: game.picture.clone(),
            seats: known.seats(*number, &game.log),
            plies: game.log.plies.len(),
            last: game.log.last.iter().cloned().collect(),
        });
        // Games that have ended and await their turn in the results, which may never come where a test ends them.
        let awaits = |(game, open): &(&u64, &OpenGame)| open.log.end.is_some() && !known.tally.has(**game);
        let ended = if known.plan.ends_early() { 0 } else { known.open.iter().filter(awaits).count() };
        let (finished, total) = (known.tally.finished + ended as u64, known.plan.total());
        let (boards, running) = (boards.collect::<Vec<_>>(), running().count());
        TournamentView {
            folder: self.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            variant: known.plan.variant.clone(),
            finished,
            total,
            ends_early: known.plan.ends_early(),
            test: known.test.as_ref().map(|(_, course)| course.clone()),
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
    pub async fn follow(&self, link: &ArbiterLink, arbiter: &Path, is_watched: impl Fn() -> bool, tell: impl Fn()) {
        let mut tested = Instant::now();
        loop {
            if is_watched() {
                let warn = |error: io::Error| {
                    log::warn!("{}: {error}", self.path().display());
                    false
                };
                let is_new_round = self.go_to_last_round();
                let planned = self.read_plan().unwrap_or_else(warn);
                let read = self.read_results().unwrap_or_else(warn);
                let mut is_new = self.look_at_games(link).await || read || planned || is_new_round;
                if tested <= Instant::now() && self.is_test_old() {
                    is_new |= self.ask_for_test(arbiter).await;
                    tested = Instant::now() + TEST;
                }
                if is_new {
                    tell();
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Returns true if there is a sequential test, and results that its known course does not have.
    fn is_test_old(&self) -> bool {
        let known = self.known();
        known.plan.ends_early() && known.test.as_ref().is_none_or(|(games, _)| *games != known.tally.finished)
    }

    /// Asks the arbiter for the course of the sequential test. Returns true if there is one.
    async fn ask_for_test(&self, arbiter: &Path) -> bool {
        let (path, finished) = (self.path(), self.known().tally.finished);
        let mut command = Command::new(arbiter);
        command.arg("report").arg(&path).args(["--output", "-", "--test"]).stdin(Stdio::null()).kill_on_drop(true);
        let written = command.output().await.ok().filter(|output| output.status.success());
        let course = written.and_then(|output| serde_json::from_slice(&output.stdout).ok()).unwrap_or_default();
        let is_one = course != serde_json::Value::Null;
        if path == self.path() {
            self.known().test = Some((finished, course));
        }
        is_one
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
                Ok(line) => known.finish(line),
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
    /// The names of the players of a game, in seat order: those of the results, else those of the plan, else all that
    /// fit the log.
    fn names(&self, game: u64, seats: &[LogSeat]) -> Vec<String> {
        if let Some(names) = self.tally.players(game).filter(|names| names.len() == seats.len()) {
            return names;
        }
        let fitting: Vec<Vec<&str>> = seats.iter().map(|seat| self.plan.names(seat)).collect();
        let planned = self.plan.players(game).filter(|planned| {
            let fits = |(name, fitting): (&&str, &Vec<&str>)| fitting.contains(name);
            !self.is_of_another_order && planned.len() == seats.len() && planned.iter().zip(&fitting).all(fits)
        });
        if let Some(planned) = planned {
            return planned.map(str::to_owned).to_vec();
        }
        let name = |(seat, fitting): (&LogSeat, &Vec<&str>)| match fitting.as_slice() {
            [] => seat.name.clone(),
            names => names.join(" or "),
        };
        seats.iter().zip(&fitting).map(name).collect()
    }

    fn seats(&self, game: u64, log: &GameLog) -> Vec<RunningSeat> {
        let names = log.head.as_ref().map(|head| self.names(game, &head.seats)).unwrap_or_default();
        let seat = |(seat, name)| RunningSeat { name, left: log.left(seat), score: log.score(seat) };
        (1..).zip(names).map(seat).collect()
    }

    /// Adds a line of the results file.
    fn finish(&mut self, line: ResultLine) {
        self.is_of_another_order |= self.plan.players(line.game).is_some_and(|planned| line.seats != planned);
        self.tally.add(line);
    }

    /// Adds the result of a game that has ended before the results file has it, if the names of its bots are certain.
    fn end(&mut self, number: u64) {
        // A game that was running at the verdict of a test has no result.
        if self.plan.ends_early() {
            return;
        }
        let Some(log) = self.open.get(&number).map(|game| &game.log) else { return };
        let (Some(head), Some(end)) = (&log.head, &log.end) else { return };
        if head.seats.iter().all(|seat| self.plan.names(seat).len() == 1) {
            let (reason, score, shared) = (end.reason.clone(), end.score.clone(), end.shared);
            let seats = self.names(number, &head.seats);
            self.tally.add(ResultLine { game: number, seats, reason, score, shared });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_log::GameEnd;

    /// The folder of a tournament of two bots that are alike, read once.
    fn watched(results: &str) -> FolderProgress {
        let bots = ["one", "two"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"x\"\n")).concat();
        let keys = "seats = 2\nformat = \"round-robin\"\nseatings = \"balanced\"\nself = \"off\"\nrounds = 2\n";
        let plan = toml::from_str(&(keys.to_owned() + &bots)).expect("a plan");
        let mut known = FolderProgress { plan, ..FolderProgress::default() };
        results.lines().for_each(|line| known.finish(serde_json::from_str(line).expect("a result")));
        known
    }

    fn names(known: &FolderProgress, game: u64) -> String {
        let seat = || LogSeat { name: "X".into(), command: "x".into(), options: Vec::new(), clock: String::new() };
        known.names(game, &[seat(), seat()]).join("-")
    }

    #[test]
    fn bots_that_are_alike_have_the_names_of_the_results_else_of_the_plan() {
        let planned = r#"{"game":1,"seats":["two","one"],"reason":"r","score":["1","0"]}"#;
        let known = watched(planned);
        assert_eq!([1, 2].map(|game| names(&known, game)), ["two-one", "one-two"]);
        // A folder whose games are not in the order of the plan, such as that of an older arbiter.
        let known = watched(&planned.replace(r#""two","one""#, r#""one","two""#));
        assert_eq!([1, 2].map(|game| names(&known, game)), ["one-two", "one or two-one or two"]);
    }

    #[test]
    fn a_game_without_a_result_counts_unless_a_test_may_have_ended_before_it() {
        let bots = ["x", "y"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"{name}\"\n")).concat();
        for (test, counts) in [("", true), ("sprt = {}\n", false)] {
            let plan = toml::from_str(&(test.to_owned() + &bots)).expect("a plan");
            let mut known = FolderProgress { plan, ..FolderProgress::default() };
            let mut log = GameLog::new(Path::new("none"));
            let head = r#"{"variant":"v","options":{},"seats":[{"command":"x"},{"command":"y"}]}"#;
            log.head = Some(serde_json::from_str(head).expect("a head"));
            log.end = Some(GameEnd { reason: "r".into(), score: Some(vec!["1".into(), "0".into()]), shared: None });
            known.open.insert(1, OpenGame { log, picture: String::new() });
            known.end(1);
            assert_eq!(known.tally.has(1), counts, "{test}");
        }
    }
}
