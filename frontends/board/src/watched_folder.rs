//! Shows a tournament that another process plays, by reading its folder. The folder is never written.

mod live_report;
mod log_list;
mod result_tally;

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use parking_lot::Mutex;
use tokio::time::sleep;
use uvi::{FromHost, TurnRules, Value, Word};
use uvi_cup::{DayTable, GameResult, file};

use self::{
    live_report::{LiveReport, StrengthPlots, live_report},
    log_list::LogList,
    result_tally::ResultTally,
};
use crate::{
    arbiter_link::ArbiterLink,
    file_tail::FileTail,
    game_log::GameLog,
    regular_file,
    talk::{RunningGame, RunningSeat, TournamentView},
};

/// The interval between looks at the folder.
const LOOK: Duration = Duration::from_millis(500);

/// The least interval between questions to the arbiter.
const ASK: Duration = Duration::from_secs(2);

/// The least interval between questions for the strengths of a ladder, which change by day.
const ASK_STRENGTHS: Duration = Duration::from_secs(60);

const MOST_BOARDS: usize = 12;

/// The maximum number of logs without a result that are followed, lowest game numbers first.
const MOST_LOGS: usize = 1024;

/// The most bytes of a ladder's tables that are read.
const LONGEST_TABLES: u64 = 64 * 1024 * 1024;

/// The most bytes of a plan that are read.
const LONGEST_PLAN: u64 = 16 * 1024 * 1024;

/// The number of latest games that tell how long a game takes.
const PACE: usize = 32;

/// The folder of a tournament, or the last round of a ladder.
#[derive(Debug)]
pub struct WatchedFolder {
    /// The folder of the tournament or of the ladder, which may not exist yet.
    pub named: PathBuf,
    /// The folder of the tournament, or of the round.
    path: Mutex<PathBuf>,
    known: Mutex<FolderProgress>,
    /// The plots of strengths by day, by the name of the ladder's game.
    strengths: Mutex<BTreeMap<String, Arc<str>>>,
}

#[derive(Debug, Default)]
struct FolderProgress {
    plan: Option<file::File>,
    plan_text: String,
    /// The reason why a file cannot be read; `None` if all can.
    trouble: Option<String>,
    results: FileTail,
    tally: ResultTally,
    logs: LogList,
    /// The games with a log and without a result.
    open: BTreeMap<u64, OpenGame>,
    /// The bots in the order of the ladder, best first; empty for a tournament.
    order: Vec<String>,
    /// The time at which the tables were written that have this order.
    order_written: Option<SystemTime>,
    /// The facts that the arbiter told, and the number of finished games at that time. `None` if it must be asked.
    told: Option<(u64, LiveReport)>,
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
    let is_round =
        |round: &PathBuf| round.extension().is_none_or(|it| it != "draft") && round.join("plan.toml").exists();
    rounds.filter(is_round).max()
}

impl WatchedFolder {
    /// Opens the folder of a tournament, or of a ladder. A folder that does not exist may come later. Fails if the
    /// folder is of something else, or the folder that it would be in does not exist.
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
        Ok(Self { named, path: Mutex::new(path), known, strengths: Mutex::default() })
    }

    /// The absolute path of the folder of the tournament, or of the last round.
    pub fn path(&self) -> PathBuf {
        self.path.lock().clone()
    }

    /// Goes to the last round of a ladder. Returns true if it is a new one.
    fn go_to_last_round(&self) -> bool {
        let Some(last) = last_round(&self.named).filter(|last| *last != self.path()) else { return false };
        *self.known.lock() = FolderProgress::new(&last);
        *self.path.lock() = last;
        true
    }

    /// Reads the order of a ladder's bots if its tables were written anew. Returns true if they were.
    fn read_order(&self) -> bool {
        let tables = self.named.join("table.json");
        let Some(game) = self.game() else { return false };
        let written = fs::metadata(&tables).and_then(|found| found.modified()).ok();
        let known = &mut *self.known.lock();
        if written.is_none() || written == known.order_written {
            return false;
        }
        known.order_written = written;
        let text = regular_file::open(&tables).and_then(|file| io::read_to_string(file.take(LONGEST_TABLES)));
        match text.and_then(|text| Ok(serde_json::from_str::<DayTable>(&text)?)) {
            Ok(table) => known.order = table.rows(&game).iter().map(|bot| bot.name.clone()).collect(),
            Err(error) => log::warn!("{}: {error}", tables.display()),
        }
        true
    }

    /// The path of a game's log, which may be no regular file; `None` if there is no log.
    pub fn log(&self, game: u64) -> Option<PathBuf> {
        let path = self.path().join(format!("games/{game:06}.jsonl"));
        path.exists().then_some(path)
    }

    /// The name of the folder; for a ladder, with that of its round.
    fn title(&self) -> String {
        let path = self.path();
        let names = [&self.named, &path].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        if path == self.named { names[0].to_string() } else { names.join(", round ") }
    }

    /// The name of the game of a ladder's last round; `None` for a tournament.
    fn game(&self) -> Option<String> {
        let path = self.path();
        let (_, game) = path.file_name()?.to_str()?.split_once('-')?;
        (path != self.named).then(|| game.to_owned())
    }

    /// The plot of the strengths by day in the game of a ladder's last round; `None` if there is none.
    pub fn strengths(&self) -> Option<Arc<str>> {
        let game = self.game()?;
        self.strengths.lock().get(&game).cloned()
    }

    pub fn course(&self, rules: impl Fn(&str) -> TurnRules) -> TournamentView {
        let known = self.known.lock();
        let variant = known.plan.as_ref().map(|plan| plan.variant.get_ref().clone()).unwrap_or_default();
        let rules = rules(&variant);
        let running = || known.open.iter().filter(|(_, game)| !game.log.has_ended());
        let boards = running().filter(|(_, game)| !game.picture.is_empty()).map(|(number, game)| RunningGame {
            game: *number,
            picture: game.picture.clone(),
            seats: seats(&game.log),
            plies: game.log.plies.len(),
            last: game.log.last(&rules),
        });
        // Games that have ended and await their turn in the results, which may never come if a test ends the tournament.
        let awaits = |(game, open): &(&u64, &OpenGame)| open.log.has_ended() && !known.tally.has(**game);
        let ended = if known.ends_early() { 0 } else { known.open.iter().filter(awaits).count() };
        let told = known.told.as_ref().map(|(_, told)| told);
        let (finished, total) = (known.tally.finished + ended as u64, told.and_then(|told| told.total));
        let (boards, running) = (boards.collect::<Vec<_>>(), running().count());
        TournamentView {
            folder: self.title(),
            trouble: known.trouble.clone(),
            variant,
            finished,
            total,
            ends_early: known.ends_early(),
            test: told.and_then(|told| told.test.clone()),
            left: total.filter(|_| running > 0).and_then(|total| self.time_left(&known.tally, total, finished)),
            standings: known.tally.standings(&known.order),
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
        let (mut next, mut next_strengths, mut are_strengths_old) = (Instant::now(), Instant::now(), false);
        loop {
            if is_watched() {
                let (is_new_round, has_new_tables) = (self.go_to_last_round(), self.read_order());
                are_strengths_old |= has_new_tables;
                let news = [self.read_plan(), self.read_results(), self.look_at_games(link).await];
                let trouble = news.iter().find_map(|news| news.as_ref().err()).map(ToString::to_string);
                let mut is_new = is_new_round || has_new_tables || news.into_iter().any(|news| news.unwrap_or(false));
                is_new |= self.tell_trouble(trouble);
                if next <= Instant::now() && self.known.lock().must_ask() {
                    is_new |= self.ask(arbiter).await;
                    next = Instant::now() + ASK;
                }
                if are_strengths_old && next_strengths <= Instant::now() {
                    is_new |= self.ask_strengths(arbiter).await;
                    (are_strengths_old, next_strengths) = (false, Instant::now() + ASK_STRENGTHS);
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
        let known = &mut *self.known.lock();
        let is_new = trouble != known.trouble;
        if let Some(text) = trouble.as_ref().filter(|_| is_new) {
            log::warn!("{text}");
        }
        known.trouble = trouble;
        is_new
    }

    /// Asks the arbiter for what results and logs do not tell. Returns true if it answered.
    async fn ask(&self, arbiter: &Path) -> bool {
        let (path, finished) = (self.path(), self.known.lock().tally.finished);
        let answer = live_report(arbiter, &path).await;
        let is_answered = answer.is_some();
        if path == self.path() {
            self.known.lock().told = Some((finished, answer.unwrap_or_default()));
        }
        is_answered
    }

    async fn ask_strengths(&self, arbiter: &Path) -> bool {
        let Some(StrengthPlots { strengths }) = live_report(arbiter, &self.named).await else { return false };
        let plots = strengths.into_iter().map(|(game, plot)| (game, plot.into())).collect();
        *self.strengths.lock() = plots;
        true
    }

    fn read_plan(&self) -> io::Result<bool> {
        let path = self.path().join("plan.toml");
        let file = match regular_file::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        let text = io::read_to_string(file.take(LONGEST_PLAN))?;
        let known = &mut *self.known.lock();
        let is_new = text != known.plan_text;
        if is_new {
            let plan = file::read(&text);
            let plan = plan.map_err(|error| io::Error::other(format!("{}: {}", path.display(), error.flaw)))?;
            (known.plan, known.told) = (Some(plan), None);
            known.plan_text = text;
        }
        Ok(is_new)
    }

    fn read_results(&self) -> io::Result<bool> {
        let known = &mut *self.known.lock();
        let news = known.results.read()?;
        if news.is_restarted {
            let results = std::mem::take(&mut known.results);
            *known = FolderProgress { results, ..FolderProgress::default() };
        }
        let mut place = known.results.place - news.text.len() as u64;
        for line in news.text.split_inclusive(|byte| *byte == b'\n') {
            place += line.len() as u64;
            match serde_json::from_slice::<GameResult>(line) {
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
            let known = &mut *self.known.lock();
            let before = known.open.len();
            known.open.retain(|game, _| open.contains(game));
            known.open.len() != before
        };
        let (mut shown, mut unread) = (0, None);
        for number in open {
            let Some(path) = self.log(number) else { continue };
            let is_new = {
                let known = &mut *self.known.lock();
                let begun = || OpenGame { log: GameLog::new(&path), picture: String::new() };
                let game = known.open.entry(number).or_insert_with(begun);
                if game.log.has_ended() {
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
                if game.log.has_ended() {
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
            if let Some(game) = self.known.lock().open.get_mut(&number) {
                game.picture = picture;
            }
        }
        unread.map_or(Ok(changed), Err)
    }

    /// The games with a log and without a result in the results file.
    fn unfinished(&self) -> Vec<u64> {
        let folder = self.path().join("games");
        let FolderProgress { logs, tally, open, .. } = &mut *self.known.lock();
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
        link.picture(name.clone(), FromHost::Watch { name, path }, None).await.ok()?
    }
}

impl FolderProgress {
    /// Returns true if the arbiter may tell what is not known here: the number of games, and the state of a test. It tells
    /// no more before there are new results.
    fn must_ask(&self) -> bool {
        let Some((finished, _)) = &self.told else { return !self.plan_text.is_empty() };
        *finished != self.tally.finished && self.ends_early()
    }

    /// Returns true if a sequential test may end the tournament before its last game.
    fn ends_early(&self) -> bool {
        let is_fixed = |plan: &file::File| plan.gate.as_ref().is_some_and(|gate| gate.get_ref().fixed);
        self.plan.as_ref().is_some_and(|plan| (plan.sprt.is_some() || plan.lead.is_some()) && !is_fixed(plan))
    }

    /// Adds the result of a game that has ended before the results file has it.
    fn end(&mut self, number: u64) {
        // A game that was running at the verdict of a test has no result.
        if self.ends_early() {
            return;
        }
        let result = self.open.get(&number).and_then(|game| game.log.result());
        if let Some(result) = result.filter(|result| u64::from(result.game) == number) {
            self.tally.add(result);
        }
    }
}

fn seats(log: &GameLog) -> Vec<RunningSeat> {
    let seat = |(seat, name)| RunningSeat { name, left: log.left(seat), score: log.score(seat) };
    (1..).zip(log.names()).map(seat).collect()
}
