//! Shows a tournament that another process plays, by reading its folder. The folder is never written.

mod log_list;
mod plan;
mod result_tally;

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use serde::Deserialize;
use tokio::{process::Command, time::sleep};
use uvi::{FromHost, Value, Word};

use self::{
    log_list::LogList,
    plan::FolderPlan,
    result_tally::{FaultySeat, ResultLine, ResultTally},
};
use crate::{
    arbiter_link::ArbiterLink,
    file_tail::FileTail,
    game_log::{GameLog, LogSeat},
    regular_file,
    talk::{RunningGame, RunningSeat, TournamentView},
};

/// The interval between looks at the folder.
const LOOK: Duration = Duration::from_millis(500);

/// The least interval between questions to the arbiter.
const ASK: Duration = Duration::from_secs(2);

/// The maximum number of running games shown.
const MOST_BOARDS: usize = 12;

/// The maximum number of logs without a result that are followed, lowest game numbers first.
const MOST_LOGS: usize = 1024;

/// The most bytes of a plan that are read.
const LONGEST_PLAN: u64 = 16 * 1024 * 1024;

/// The number of latest games that tell how long a game takes.
const PACE: usize = 32;

/// The folder of a tournament, or the last round of a ladder.
#[derive(Debug)]
pub struct WatchedFolder {
    /// The folder of the tournament or of the ladder, which may not exist yet.
    named: PathBuf,
    /// The folder of the tournament, or of the round.
    path: Mutex<PathBuf>,
    known: Mutex<FolderProgress>,
}

#[derive(Debug, Default)]
struct FolderProgress {
    plan: FolderPlan,
    plan_text: String,
    /// The reason why a file cannot be read; `None` if all can.
    trouble: Option<String>,
    results: FileTail,
    tally: ResultTally,
    logs: LogList,
    /// The games with a log and without a result.
    open: BTreeMap<u64, OpenGame>,
    /// The facts that the arbiter told, and the number of finished games at that time. `None` if it must be asked.
    told: Option<(u64, LiveFacts)>,
}

/// The answer of `arbiter report --live`.
#[derive(Debug, Default, Deserialize)]
struct LiveFacts {
    total: Option<u64>,
    /// The names of the bots, in seat order, of the next games without a result.
    games: BTreeMap<u64, Vec<String>>,
    test: Option<serde_json::Value>,
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

/// The folder of the last round of a ladder that has a plan. `None` before the first round, and for a tournament.
fn last_round(folder: &Path) -> Option<PathBuf> {
    let ladder = folder.join("ladder.toml").is_file().then_some(folder)?;
    let rounds = fs::read_dir(ladder.join("rounds")).ok()?.filter_map(|round| Some(round.ok()?.path()));
    rounds.filter(|round| round.join("plan.toml").exists()).max()
}

impl WatchedFolder {
    /// Opens the folder of a tournament, or of a ladder. A folder that does not exist may come later.
    ///
    /// # Errors
    /// If the folder is of something else, or the folder that it would be in does not exist.
    pub fn open(path: &Path) -> io::Result<Self> {
        let named = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => std::path::absolute(path).and_then(|path| {
                let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Err(error) };
                Ok(fs::canonicalize(parent)?.join(name))
            }),
            found => found,
        };
        let named = named.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let is_missing = |found: &io::Result<()>| {
            let missing = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
            found.as_ref().is_err_and(|error| missing.contains(&error.kind()))
        };
        let mut files = ["plan.toml", "ladder.toml"].iter().map(|file| regular_file::check(&named.join(file)));
        match files.find(|found| !is_missing(found)) {
            Some(found) => found?,
            None if named.exists() => {
                let expected = "is not a tournament folder: expected a plan.toml in it";
                return Err(io::Error::other(format!("{} {expected}", named.display())));
            }
            None => {}
        }
        let path = last_round(&named).unwrap_or_else(|| named.clone());
        let known = Mutex::new(FolderProgress::new(&path));
        Ok(Self { named, path: Mutex::new(path), known })
    }

    /// The absolute path of the folder of the tournament, or of the last round.
    pub fn path(&self) -> PathBuf {
        self.path.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The folder that was named: of the ladder, or of the tournament.
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// Goes to the last round of a ladder. Returns true if it is a new one.
    fn go_to_last_round(&self) -> bool {
        let Some(last) = last_round(&self.named).filter(|last| *last != self.path()) else { return false };
        *self.known() = FolderProgress::new(&last);
        *self.path.lock().unwrap_or_else(PoisonError::into_inner) = last;
        true
    }

    /// The path of a game's log, which may be no regular file; `None` if there is no log.
    pub fn log(&self, game: u64) -> Option<PathBuf> {
        let path = self.path().join(format!("games/{game:06}.jsonl"));
        path.exists().then_some(path)
    }

    /// The names of the players of a game.
    pub fn names(&self, game: u64, seats: &[LogSeat]) -> Vec<String> {
        self.known().names(game, seats)
    }

    /// The name of the folder; for a ladder, with that of its round.
    fn title(&self) -> String {
        let path = self.path();
        let names = [&self.named, &path].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        if path == self.named { names[0].to_string() } else { names.join(", round ") }
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
        let told = known.told.as_ref().map(|(_, told)| told);
        let (finished, total) = (known.tally.finished + ended as u64, told.and_then(|told| told.total));
        let (boards, running) = (boards.collect::<Vec<_>>(), running().count());
        TournamentView {
            folder: self.title(),
            trouble: known.trouble.clone(),
            variant: known.plan.variant.clone(),
            finished,
            total,
            ends_early: known.plan.ends_early(),
            test: told.and_then(|told| told.test.clone()),
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
        let mut next = Instant::now();
        loop {
            if is_watched() {
                let is_new_round = self.go_to_last_round();
                let news = [self.read_plan(), self.read_results(), self.look_at_games(link).await];
                let trouble = news.iter().find_map(|news| news.as_ref().err()).map(ToString::to_string);
                let mut is_new = is_new_round || news.into_iter().any(|news| news.unwrap_or(false));
                is_new |= self.tell_trouble(trouble);
                if next <= Instant::now() && self.known().must_ask() {
                    is_new |= self.ask(arbiter).await;
                    next = Instant::now() + ASK;
                }
                if is_new {
                    tell();
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Keeps the reason why a file cannot be read, and logs it once. Returns true if it is another one than before.
    fn tell_trouble(&self, trouble: Option<String>) -> bool {
        let known = &mut *self.known();
        let is_new = trouble != known.trouble;
        if let Some(text) = trouble.as_ref().filter(|_| is_new) {
            log::warn!("{text}");
        }
        known.trouble = trouble;
        is_new
    }

    /// Asks the arbiter for what results and logs do not tell. Returns true if it answered.
    async fn ask(&self, arbiter: &Path) -> bool {
        let (path, finished) = (self.path(), self.known().tally.finished);
        let mut command = Command::new(arbiter);
        command.arg("report").arg(&path).args(["--output", "-", "--live"]).stdin(Stdio::null()).kill_on_drop(true);
        let written = command.output().await.ok().filter(|output| output.status.success());
        let answer = written.and_then(|output| serde_json::from_slice(&output.stdout).ok());
        let is_answered = answer.is_some();
        if path == self.path() {
            self.known().told = Some((finished, answer.unwrap_or_default()));
        }
        is_answered
    }

    /// Reads the plan, if there is one yet. Returns true if it has changed.
    fn read_plan(&self) -> io::Result<bool> {
        let path = self.path().join("plan.toml");
        let file = match regular_file::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        let text = io::read_to_string(file.take(LONGEST_PLAN))?;
        let known = &mut *self.known();
        let is_new = text != known.plan_text;
        if is_new {
            let plan = toml::from_str(&text);
            let plan = plan.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            (known.plan, known.told) = (plan, None);
            known.plan_text = text;
        }
        Ok(is_new)
    }

    /// Reads new results. Returns true if there were any.
    fn read_results(&self) -> io::Result<bool> {
        let known = &mut *self.known();
        let news = known.results.read()?;
        if news.is_restarted {
            let results = std::mem::take(&mut known.results);
            *known = FolderProgress { results, ..FolderProgress::default() };
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

    /// Updates the open games. Returns true if one has changed. The error is that of the first log that cannot be read; it
    /// holds up no other.
    async fn look_at_games(&self, link: &ArbiterLink) -> io::Result<bool> {
        let open = self.unfinished();
        let mut changed = {
            let known = &mut *self.known();
            let before = known.open.len();
            known.open.retain(|game, _| open.contains(game));
            known.open.len() != before
        };
        let (mut shown, mut unread) = (0, None);
        for number in open {
            let Some(path) = self.log(number) else { continue };
            let is_new = {
                let known = &mut *self.known();
                let begun = || OpenGame { log: GameLog::new(&path), picture: String::new() };
                let game = known.open.entry(number).or_insert_with(begun);
                if game.log.end.is_some() {
                    continue;
                }
                let is_new = match game.log.read_news() {
                    Ok(is_new) => is_new,
                    Err(error) => {
                        known.open.remove(&number);
                        unread.get_or_insert(error);
                        continue;
                    }
                };
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
        unread.map_or(Ok(changed), Err)
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
        link.picture(None, lines).await.ok()?
    }

    /// Ignores poisoning: every change leaves the data consistent.
    fn known(&self) -> MutexGuard<'_, FolderProgress> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FolderProgress {
    /// Returns true if the arbiter may tell what is not known here: the number of games, the state of a test, or which of
    /// several bots plays. It tells no more before there are new results.
    fn must_ask(&self) -> bool {
        let Some((finished, _)) = &self.told else { return !self.plan_text.is_empty() };
        let is_unnamed = |(game, open): (&u64, &OpenGame)| {
            open.log.head.as_ref().is_some_and(|head| self.certain_names(*game, &head.seats).is_none())
        };
        *finished != self.tally.finished && (self.plan.ends_early() || self.open.iter().any(is_unnamed))
    }

    /// The names of the players of a game, in seat order: those that are certain, else all that fit the log.
    fn names(&self, game: u64, seats: &[LogSeat]) -> Vec<String> {
        let fitting = |seat: &LogSeat| match self.plan.names(seat).as_slice() {
            [] => seat.name.clone(),
            names => names.join(" or "),
        };
        self.certain_names(game, seats).unwrap_or_else(|| seats.iter().map(fitting).collect())
    }

    /// The names of the players of a game: those of the results, else those that the arbiter told, else the only ones that
    /// fit the log. `None` if several bots fit a seat.
    fn certain_names(&self, game: u64, seats: &[LogSeat]) -> Option<Vec<String>> {
        let told = self.told.as_ref().and_then(|(_, told)| told.games.get(&game).cloned());
        let listed = self.tally.players(game).or(told).filter(|names| names.len() == seats.len());
        let only = |seat: &LogSeat| match self.plan.names(seat).as_slice() {
            [name] => Some((*name).to_owned()),
            _ => None,
        };
        listed.or_else(|| seats.iter().map(only).collect())
    }

    fn seats(&self, game: u64, log: &GameLog) -> Vec<RunningSeat> {
        let names = log.head.as_ref().map(|head| self.names(game, &head.seats)).unwrap_or_default();
        let seat = |(seat, name)| RunningSeat { name, left: log.left(seat), score: log.score(seat) };
        (1..).zip(names).map(seat).collect()
    }

    /// Adds the result of a game that has ended before the results file has it, if the names of its bots are certain.
    fn end(&mut self, number: u64) {
        // A game that was running at the verdict of a test has no result.
        if self.plan.ends_early() {
            return;
        }
        let Some(log) = self.open.get(&number).map(|game| &game.log) else { return };
        let (Some(head), Some(end)) = (&log.head, &log.end) else { return };
        if let Some(seats) = self.certain_names(number, &head.seats) {
            let (reason, score, shared) = (end.reason.clone(), end.score.clone(), end.shared);
            let faults = log.faults.iter().map(|&seat| FaultySeat { seat }).collect();
            self.tally.add(ResultLine { game: number, seats, reason, score, shared, faults });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_log::GameEnd;

    #[test]
    fn bots_that_are_alike_have_the_names_of_the_results_else_those_that_the_arbiter_tells() {
        let bots = ["one", "two"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"x\"\n")).concat();
        let plan = toml::from_str(&bots).expect("a plan");
        let mut known = FolderProgress { plan, plan_text: bots, ..FolderProgress::default() };
        let seat = || LogSeat { name: "X".into(), command: "x".into(), options: Vec::new(), clock: String::new() };
        let names = |known: &FolderProgress, game: u64| known.names(game, &[seat(), seat()]).join("-");
        let result = r#"{"game":1,"seats":["two","one"],"reason":"r","score":["1","0"]}"#;
        known.tally.add(serde_json::from_str(result).expect("a result"));
        assert_eq!([1, 2].map(|game| names(&known, game)), ["two-one", "one or two-one or two"]);
        assert!(known.must_ask());
        let mut log = GameLog::new(Path::new("none"));
        let head = r#"{"variant":"v","options":{},"seats":[{"command":"x"},{"command":"x"}]}"#;
        log.head = Some(serde_json::from_str(head).expect("a head"));
        known.open.insert(2, OpenGame { log, picture: String::new() });
        known.told = Some((1, LiveFacts::default()));
        assert!(!known.must_ask(), "there is no new result");
        known.told = Some((0, LiveFacts::default()));
        assert!(known.must_ask());
        let facts = r#"{"total":2,"games":{"2":["one","two"]},"test":null}"#;
        known.told = Some((0, serde_json::from_str(facts).expect("facts")));
        assert_eq!(names(&known, 2), "one-two");
        assert!(!known.must_ask());
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
