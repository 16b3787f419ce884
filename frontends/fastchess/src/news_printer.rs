//! Prints the news of a tournament, in the words that programs read.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    io::{self, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use log::Level;
use uvi::Fault;
use uvi_cup::{
    GameResult, News, Plan, Progress,
    schedule::PlannedGame,
    stats::{Sprt, TestVerdict},
};
use uvi_match::record::{self, Flaw, FlawRecord, Log};

use super::{
    command_line::CommandLine,
    game_end::{GameEnd, said_move},
    games_folder,
    outputs::GameOutputs,
    printed,
    score_table::ScoreTable,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Prints the news of a tournament, and writes its games into files.
#[derive(Debug)]
pub(crate) struct NewsPrinter<'a> {
    plan: &'a Plan,
    /// The number of games; `None` if results decide it.
    total: Option<u32>,
    line: &'a CommandLine,
    folder: PathBuf,
    outputs: GameOutputs,
    sprt: Option<Sprt>,
    /// The first line of results.
    title: String,
    scores: ScoreTable,
    heard: u32,
    /// The most games that were started and are not finished, as printed.
    concurrency: NonZeroUsize,
    open: BTreeSet<u32>,
    /// The games that were started, and are printed when an earlier result was.
    waiting: VecDeque<PlannedGame>,
    /// The late answers and the crashes of each engine with such a game.
    troubles: BTreeMap<String, [u32; 2]>,
    begun: Option<Instant>,
}

/// The target of printed lines in the log.
pub(crate) const PRINTED: &str = "arbiter_fastchess::printed";

/// Prints a line, which the log has with the level of its first word. If nobody reads any more, the program ends.
pub(crate) fn say(text: &str) {
    let level = match text.split([' ', ';', ':']).next() {
        Some("Fatal" | "Error") => Level::Error,
        Some("Warning") => Level::Warn,
        _ => Level::Info,
    };
    log::log!(target: PRINTED, level, "{text}");
    let mut out = io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) {
        if error.kind() != io::ErrorKind::BrokenPipe {
            let _ = writeln!(io::stderr(), "cannot write to stdout: {error}");
        }
        process::exit(1);
    }
}

/// The right to print and to write files. An interruption waits for it, so no file ends within a game.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints the last lines of a tournament, with the time since `begun`, if the output has it.
pub(crate) fn say_end(is_whole: bool, begun: Option<Instant>) {
    if !is_whole {
        say("Tournament was interrupted. To resume the tournament, run the same command again.");
    }
    say("Finished match");
    let Some(begun) = begun else { return };
    let seconds = begun.elapsed().as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    say(&format!("Total Time: {hours:02}:{minutes:02}:{seconds:02} (hours:minutes:seconds)\n"));
}

impl<'a> NewsPrinter<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        line: &'a CommandLine,
        folder: &Path,
        outputs: GameOutputs,
        title: String,
        concurrency: NonZeroUsize,
        begun: Option<Instant>,
    ) -> Self {
        Self {
            plan,
            total: plan.total(),
            line,
            folder: folder.to_owned(),
            outputs,
            sprt: plan.sprt.and_then(|keys| keys.test().ok()),
            title,
            scores: ScoreTable::default(),
            heard: 0,
            concurrency,
            open: BTreeSet::new(),
            waiting: VecDeque::new(),
            troubles: BTreeMap::new(),
            begun,
        }
    }

    /// Takes in earlier games. Files get those that they lack. Fails if a file cannot be read or written.
    pub(crate) fn catch_up(&mut self, progress: &Progress) -> io::Result<()> {
        let results = &progress.held().results;
        let told = games_folder::told(&self.folder, results.len());
        for (place, result) in results.iter().enumerate() {
            self.count(result);
            if place >= told {
                let log = self.log(result)?;
                let round = self.pairing(self.seats(result), result.round, result.game) + 1;
                self.outputs.add(self.plan, self.line, &GameEnd::of(&log), round)?;
            }
        }
        games_folder::tell(&self.folder, results.len());
        Ok(())
    }

    /// Prints news. A file that cannot be written, a warning with `-strict`, and a crash without `-recover` end the
    /// program; the games are kept.
    pub(crate) fn hear(&mut self, news: News) {
        let _turn = turn();
        match news {
            News::Started(game) => self.waiting.push_back(*game),
            News::Result(result) => {
                self.say_started(Some(result.game));
                self.open.remove(&result.game);
                if let Err(error) = self.finished(&result) {
                    self.give_up(&error.to_string());
                }
            }
            News::Test(_) | News::Status { .. } => {}
        }
        self.say_started(None);
    }

    /// Prints the verdict of a test, and the troubles of engines.
    pub(crate) fn conclude(&self, progress: &Progress) {
        let verdict = progress.test().map_or(TestVerdict::Undecided, |test| test.verdict());
        if let (Some(sprt), TestVerdict::H0 | TestVerdict::H1) = (&self.sprt, verdict) {
            if self.line.is_cutechess() {
                // The last game of all has told it.
                if self.total != Some(self.heard) {
                    say(&self.results([0, 1]));
                }
                return;
            }
            if !self.line.is_fastchess() {
                say(&printed::score_line(self.line, &self.scores, [0, 1]));
            }
            say(&self.results([0, 1]));
            let [elo0, elo1] = sprt.elos();
            say(&if self.line.is_fastchess() {
                format!("SPRT ([{elo0:.2}, {elo1:.2}]) completed - {verdict} was accepted")
            } else {
                "Tournament finished".to_owned()
            });
        }
        if self.line.is_fastchess() && !self.troubles.is_empty() {
            let trouble = |(name, [late, gone]): (&String, &[u32; 2])| {
                format!("Player: {name}\n  Timeouts: {late}\n  Crashed: {gone}\n")
            };
            say(&format!("\n{}", self.troubles.iter().map(trouble).collect::<String>()));
        }
    }

    fn results(&self, pair: [usize; 2]) -> String {
        printed::results(self.line, &self.scores, &self.title, pair, self.sprt.as_ref())
    }

    fn name(&self, engine: usize) -> &str {
        &self.line.engines[engine].name
    }

    /// The engines of a game, White first.
    fn seats(&self, result: &GameResult) -> [usize; 2] {
        let engine = |seat: usize| {
            let name = result.seats.get(seat);
            self.line.engines.iter().position(|engine| Some(&engine.name) == name).unwrap_or_default()
        };
        [engine(0), engine(1)]
    }

    /// The number of a pair of engines in a round, counted over all rounds from 0. With `-noswap` each game is a round.
    fn pairing(&self, [one, other]: [usize; 2], round: u32, game: u32) -> u32 {
        if self.line.has("-noswap") {
            return game - 1;
        }
        let count = self.line.engines.len();
        let (low, high) = (one.min(other), one.max(other));
        let (place, all) = if self.line.is_gauntlet() {
            (high - 1, count - 1)
        } else {
            (low * (2 * count - low - 1) / 2 + high - low - 1, count * (count - 1) / 2)
        };
        (round - 1) * all as u32 + place as u32
    }

    /// The number of a game as fastchess counts them: in the first of two, the engine that is named first has White.
    fn number(&self, seats: [usize; 2], round: u32, game: u32) -> u32 {
        let is_second = (seats[0] > seats[1]) != self.line.has("-reverse");
        let first = self.pairing(seats, round, game) * self.line.games + 1;
        first + u32::from(self.line.games == 2 && is_second)
    }

    /// Prints the games that were started, as many as may be open. The game that is finished is printed in any case.
    fn say_started(&mut self, finished: Option<u32>) {
        let is_waiting = |waiting: &VecDeque<PlannedGame>| waiting.iter().any(|game| Some(game.game) == finished);
        while (self.open.len() < self.concurrency.get() || is_waiting(&self.waiting))
            && let Some(game) = self.waiting.pop_front()
        {
            say(&self.started(&game));
            self.open.insert(game.game);
        }
    }

    fn started(&self, game: &PlannedGame) -> String {
        let seats @ [white, black] = [0, 1].map(|seat: usize| game.table[seat].0);
        let number = self.number(seats, game.round, game.game);
        let total = self.total.unwrap_or_default();
        format!("Started game {number} of {total} ({} vs {})", self.name(white), self.name(black))
    }

    fn count(&mut self, result: &GameResult) {
        self.heard += 1;
        let points = result.score.as_ref().and_then(|points| points.first().copied());
        let halves = points.map_or(1, |points| 2 * points.numerator() / points.denominator()) as usize;
        self.scores.add(result.round, self.seats(result), halves, self.line.penta);
    }

    fn log(&self, result: &GameResult) -> io::Result<Log> {
        record::read(self.plan.registry, &fs::read(self.folder.join(&result.log))?).map_err(io::Error::other)
    }

    fn finished(&mut self, result: &GameResult) -> io::Result<()> {
        let log = self.log(result)?;
        let seats @ [white, black] = self.seats(result);
        let number = self.number(seats, result.round, result.game);
        let pairing = self.pairing(seats, result.round, result.game);
        let end = GameEnd::of(&log);
        let of_faults = log.faults().flat_map(|fault| self.warnings(result, fault, &end));
        let warnings: Vec<String> = self.flaws(result, &log).into_iter().chain(of_faults).collect();
        warnings.iter().for_each(|warning| say(warning));
        if let Some(text) = self.outputs.add(self.plan, self.line, &end, pairing + 1)? {
            say(&text);
        }
        let is_gone = end.is_gone();
        if is_gone && !self.line.recovers() {
            say(&format!(
                "Game {number} stalled / disconnected and no recover option set for engine, stopping tournament."
            ));
        }
        for name in result.at_fault() {
            let troubles = self.troubles.entry(name.to_owned()).or_default();
            troubles[0] += u32::from(end.is_late());
            troubles[1] += u32::from(is_gone);
        }
        self.troubles.retain(|_, troubles| *troubles != [0, 0]);
        let points = log.result().and_then(|result| result.points()).unwrap_or_default();
        let score = match points.as_str() {
            "1 0" => "1-0",
            "0 1" => "0-1",
            _ => "1/2-1/2",
        };
        let ending = &end.sentence;
        say(&format!("Finished game {number} ({} vs {}): {score} {{{ending}}}", self.name(white), self.name(black)));
        self.count(result);
        games_folder::tell(&self.folder, self.heard as usize);
        self.say_interval(seats, result.round, pairing);
        if is_gone && !self.line.recovers() || self.line.has("-strict") && !warnings.is_empty() {
            say_end(false, self.begun);
            process::exit(1);
        }
        Ok(())
    }

    /// Prints the results so far, if it is time.
    fn say_interval(&self, seats: [usize; 2], round: u32, pairing: u32) {
        let pair = [seats[0].min(seats[1]), seats[0].max(seats[1])];
        let is_last = self.total == Some(self.heard);
        let is_due = |count: u32, interval: u32| interval > 0 && count.is_multiple_of(interval);
        let interval = |option: &str, default: u32| self.line.number(option, "").unwrap_or(default);
        let has_score = !self.line.is_fastchess() && (!self.line.is_cutechess() || self.line.engines.len() == 2);
        if has_score && (is_last || is_due(self.heard, interval("-scoreinterval", 1))) {
            say(&printed::score_line(self.line, &self.scores, pair));
        }
        let ratings = if self.line.is_cutechess() { 0 } else { 10 };
        let count = if self.line.penta { pairing + 1 } else { self.heard };
        if is_last || is_due(count, interval("-ratinginterval", ratings)) && self.scores.is_whole(round, pair) {
            say(&self.results(pair));
        }
    }

    /// The warnings of what engines said of their play.
    fn flaws(&self, result: &GameResult, log: &Log) -> Vec<String> {
        let start = log.head.start.split(' ').take(6).collect::<Vec<_>>().join(" ");
        let start = if start == START { "startpos".to_owned() } else { format!("fen {start}") };
        let between = if self.line.has("-testEnv") { " :: " } else { "\n" };
        let (mut moves, mut warnings) = (Vec::new(), Vec::new());
        for action in log.actions() {
            let name = result.bot_at(action.seat).unwrap_or_default();
            for flaw in &action.flaws {
                let info = flaw.info.as_ref().map(|info| {
                    let moves = moves.join(" ");
                    ["", &format!("Info; info {info}"), &format!("Position; {start}"), &format!("Moves; {moves}")]
                        .join(between)
                });
                warnings.extend(self.told(flaw, name).map(|text| text + &info.unwrap_or_default()));
            }
            moves.push(action.action.as_str());
        }
        warnings
    }

    /// The warning of a mistake in what an engine said; `None` if there is none.
    fn told(&self, flaw: &FlawRecord, name: &str) -> Option<String> {
        let action = flaw.action.as_deref().unwrap_or_default();
        let text = match flaw.flaw {
            Flaw::IllegalLine => format!("Illegal PV move - move {action}"),
            Flaw::BeyondEnd => {
                let end = match flaw.reason.as_deref()? {
                    "threefold-repetition" => "threefold repetition",
                    "fifty-moves" => "fifty-move rule",
                    // Such a line goes on.
                    "dead-position" => return None,
                    mate => mate,
                };
                format!("PV continues after {end} - move {action}")
            }
            Flaw::OtherAnswer => format!("Bestmove does not match beginning of last PV - move {action}"),
            Flaw::NoScore => {
                return Some(format!("Warning; No info line available to extract score from engine {name}"));
            }
            Flaw::ShortMate | Flaw::LongMate | Flaw::NoMate if !self.line.has("-check-mate-pvs") => return None,
            Flaw::ShortMate => "Incomplete mating PV -".to_owned(),
            Flaw::LongMate => "Too long mating PV -".to_owned(),
            Flaw::NoMate => "Mating PV does not end with checkmate -".to_owned(),
        };
        Some(format!("Warning; {text} from {name}"))
    }

    /// The warnings of a wrong move, and of an engine that is gone.
    fn warnings(&self, result: &GameResult, fault: &record::FaultRecord, end: &GameEnd<'_>) -> Vec<String> {
        let name = result.bot_at(fault.seat).unwrap_or_default();
        if !matches!(fault.fault, Fault::Illegal | Fault::Unreadable) {
            return end.is_gone().then(|| format!("Warning; Engine {name} is not responsive")).into_iter().collect();
        }
        let Some(action) = said_move(fault) else {
            let said = fault.line.as_deref().unwrap_or_default();
            let reason = "Element 'bestmove' not found";
            return vec![
                format!("Warning; No bestmove found from {name} because: {reason}. Last line was: {said}"),
                format!("Warning; Illegal move <none> played by {name}"),
            ];
        };
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        let letters = action.as_bytes();
        let is_move = matches!(letters.len(), 4 | 5) && is_square(&letters[..2]) && is_square(&letters[2..4]);
        let form = (!is_move).then(|| {
            format!(
                "Warning; Move does not match uci move format, lowercase and 4/5 chars. Move {action} played by {name}"
            )
        });
        form.into_iter().chain([format!("Warning; Illegal move {action} played by {name}")]).collect()
    }

    fn give_up(&self, reason: &str) {
        say(&format!("Fatal; {reason}"));
        say_end(false, self.begun);
        process::exit(1);
    }
}
