//! The adapter as a value: messages of the arbiter and the engine go in, messages to both come out. It knows no
//! process, no pipe and no clock.

use std::{fmt::Write as _, time::Duration};

use uvi::{FromBot, Go, NewGame, OptionSpec, Text, ToBot, Word, Words};

use super::{
    answers::Answers,
    command::UciCommand,
    grammar::{EngineLine, read},
    options::{EngineOptions, NoChess960},
    position::position_line,
    report,
};

const CHESS: &str = "chess";

#[derive(Debug, Clone, Copy, Default)]
struct Amount {
    lines: usize,
    bytes: usize,
}

/// The share of an engine for one move, half of what a bot may say (UVI 3.2). The adapter omits the rest, except the last
/// rating: some engines tell a line for each move that they look at.
const SHARE: Amount = Amount { lines: 5_000, bytes: 500_000 };

/// More than any search says. The adapter passes on what is beyond, so that the match ends.
const FLOOD: Amount = Amount { lines: 1_000_000, bytes: 200_000_000 };

/// The option that comes before all others: engines with many threads fill a large `Hash` with all of them.
const THREADS: &str = "Threads";

/// The limit if `go` has none, because an engine would think for ever.
const NO_LIMIT: &str = " movetime 1000";

/// The consequence of a line of the arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdapterStep {
    On,
    Quit,
    /// The engine cannot play from a shuffled start.
    NoChess960,
}

#[derive(Debug, Default)]
pub(crate) struct Adapter {
    name: Option<Text>,
    author: Option<Text>,
    options: EngineOptions,
    /// True if the arbiter waits for the greeting.
    greeting: bool,
    greeted: bool,
    /// True if the engine owes a `readyok` that the arbiter does not wait for: it ends a doubtful greeting.
    probed: bool,
    /// True if the engine has been sent the options that the adapter sets on its own.
    prepared: bool,
    /// The number of `readyok` that the arbiter waits for.
    unready: usize,
    /// The number of these that the engine has said, and that wait for its answer.
    ready: usize,
    pub(crate) answers: Answers,
    /// The index of the engine's seat.
    seat: usize,
    /// The position for the next `go`, and the moves that lead on from it; `None` if unknown. They are translated late,
    /// because a history usually replaces the position.
    scene: Option<(Words, Words)>,
    /// The text of the engine since the last `go`.
    said: Amount,
    /// The last rating that is beyond its [`SHARE`].
    rated: Option<String>,
    /// The part of an answer that the arbiter has, because its line has no end yet.
    begun: String,
    /// The messages to the arbiter that are not written yet.
    pub(crate) to_arbiter: String,
    /// The messages to the engine that are not written yet.
    pub(crate) to_engine: String,
    /// The lines of options that the engine hears before the next line.
    settings: String,
    /// Milliseconds of each `movetime` that are withheld from the engine.
    overhead: u64,
    /// True if the engine hears `debug on` before each game.
    debugs: bool,
    /// True if the arbiter has no more messages and the engine was told to leave, so that its end is expected.
    pub(crate) left: bool,
}

impl Adapter {
    /// Creates a conversation by a command line. Its overhead is withheld because an engine uses all its time, and would
    /// be late.
    pub(crate) fn new(command: &UciCommand) -> Self {
        let answers = Answers::new(command.ping.map(Duration::from_millis));
        Self { overhead: command.overhead, answers, debugs: command.debug, ..Self::default() }
    }

    fn say(&mut self, message: &FromBot) {
        self.end_begun();
        message.write_escaped_line(&mut self.to_arbiter).expect("a message of an adapter has its words");
    }

    /// Writes a line to the engine, after the options that were set before it.
    fn tell(&mut self, line: &str) {
        self.to_engine.push_str(&std::mem::take(&mut self.settings));
        self.to_engine.push_str(line);
        self.to_engine.push('\n');
    }

    /// Handles a line of the arbiter. An invalid line is ignored, as any bot does.
    pub(crate) fn arbiter_said(&mut self, line: &str) -> AdapterStep {
        let Ok(message) = line.parse::<ToBot>() else { return AdapterStep::On };
        match message {
            ToBot::Uvi(_) if self.greeted => self.greet(),
            ToBot::Uvi(_) => {
                self.greeting = true;
                self.tell("uci");
                // After an early `uciok` the engine may greet again, or be done.
                if self.probed {
                    self.tell("isready");
                }
            }
            ToBot::SetOption { name, value } => {
                if let Some(line) = self.options.line(&name, &value) {
                    let place = if name.as_str().eq_ignore_ascii_case(THREADS) { 0 } else { self.settings.len() };
                    self.settings.insert_str(place, &format!("{line}\n"));
                }
            }
            ToBot::IsReady => {
                if !std::mem::replace(&mut self.prepared, true)
                    && let Some(line) = self.options.show_wdl()
                {
                    self.tell(&line);
                }
                self.unready += 1;
                self.tell("isready");
            }
            ToBot::NewGame(game) => return self.new_game(&game),
            ToBot::Position(position) => self.scene = Some((position, Words::default())),
            // UCI has no moves for vacated seats.
            ToBot::History { start, moves } if !moves.as_str().contains('!') => self.scene = Some((start, moves)),
            ToBot::Go(go) => self.go(&go),
            ToBot::Stop if self.answers.stop() => self.tell("stop"),
            // The time of a question is up, and a later answer counts for nothing.
            ToBot::Error(_) => self.unask(),
            ToBot::GameOver(_) => {
                self.unask();
                self.scene = None;
            }
            ToBot::Quit => {
                self.leave();
                return AdapterStep::Quit;
            }
            // The adapter needs no other message: it did not request lists.
            _ => {}
        }
        AdapterStep::On
    }

    fn new_game(&mut self, game: &NewGame) -> AdapterStep {
        self.unask();
        self.scene = None;
        self.seat = game.seat.saturating_sub(1) as usize;
        let shuffled =
            game.options.iter().any(|(name, value)| name.as_str() == "start" && value.as_str() == "shuffled");
        match self.options.chess960(shuffled) {
            Ok(line) => line.iter().for_each(|line| self.tell(line)),
            Err(NoChess960) if game.variant.as_str() == CHESS => return AdapterStep::NoChess960,
            Err(NoChess960) => {}
        }
        if self.debugs {
            self.tell("debug on");
        }
        self.tell("ucinewgame");
        if let Some(line) = self.options.opponent() {
            self.tell(&line);
        }
        AdapterStep::On
    }

    fn go(&mut self, go: &Go) {
        let Some((start, moves)) = self.scene.take() else { return };
        self.unask();
        let posed = position_line(&start, &moves);
        self.tell(&posed);
        self.answers.ask(posed);
        (self.said, self.rated) = (Amount::default(), None);
        limits(&mut self.to_engine, go, self.seat, self.overhead);
        self.to_engine.push('\n');
    }

    /// Withdraws the open question: the move will be ignored.
    fn unask(&mut self) {
        if self.answers.withdraw() {
            self.end_begun();
            self.tell("stop");
            self.say_ready();
        }
    }

    /// Passes on each `readyok` of the engine. After `stop` it promises the arbiter that no answer follows, so it waits for
    /// the answer, which engines may give later.
    fn say_ready(&mut self) {
        if !self.answers.are_due() {
            for _ in 0..std::mem::take(&mut self.ready) {
                self.unready -= 1;
                self.say(&FromBot::ReadyOk);
            }
        }
    }

    pub(crate) fn engine_said(&mut self, line: &str) {
        let said = read(line);
        if !matches!(said, EngineLine::BestMove(_)) {
            self.end_begun();
        }
        match said {
            EngineLine::UciOk if !self.greeted => self.heard_uciok(),
            // Banners come before the greeting, and some engines write much there.
            EngineLine::Name(name) if !self.greeted => self.name = Some(Text::new(name)),
            EngineLine::Author(author) if !self.greeted => self.author = Some(Text::new(author)),
            EngineLine::Option(option) if !self.greeted => self.options.add(&option),
            // If no greeting follows, the fault of the seat quotes this line.
            EngineLine::Other(line) if self.greeting && !line.is_empty() && !is_misread(line) => self.pass_on(line),
            EngineLine::ReadyOk if self.greeting && self.probed => {
                self.probed = false;
                self.greet();
            }
            _ if !self.greeted => {}
            EngineLine::ReadyOk if self.probed => self.probed = false,
            EngineLine::ReadyOk if self.answers.hear_ready() => {}
            EngineLine::ReadyOk if self.unready > self.ready => {
                self.ready += 1;
                self.say_ready();
            }
            EngineLine::BestMove(answer) if self.answers.hear() => {
                if let Some(action) = self.answers.action(answer) {
                    if let Some(rating) = self.rated.take() {
                        self.say(&FromBot::Info(Text::new(&rating)));
                    }
                    self.begin(&FromBot::BestMove(Words::from(action)).to_string());
                    self.end_begun();
                    if self.answers.close() {
                        self.tell("isready");
                    }
                    self.say_ready();
                } else {
                    self.pass_on(line);
                }
            }
            EngineLine::Info(info) if self.answers.are_near() => {
                // Without the end of its line, an answer is none.
                if line.split("string").next().is_some_and(|own| own.contains("bestmove")) {
                    self.pass_on(&format!("the line `{line}` has a `bestmove` within it"));
                } else if let Some(text) = report::text(&info) {
                    self.inform(text);
                }
            }
            // If the engine then writes nothing else, the fault of the seat quotes this line.
            EngineLine::Other(line) if self.answers.asked && !line.is_empty() && self.has_share(line) => {
                self.pass_on(line)
            }
            _ => {}
        }
    }

    /// Passes on an `info`. Beyond the engine's share, only the last rating waits for the answer.
    fn inform(&mut self, text: String) {
        if self.has_share(&text) {
            self.say(&FromBot::Info(Text::new(text)));
        } else if text.starts_with("score ") {
            self.rated = Some(text);
        }
    }

    /// Counts a line of the engine. Returns true if it is passed on.
    fn has_share(&mut self, line: &str) -> bool {
        let Amount { lines, bytes } = &mut self.said;
        (*lines, *bytes) = (*lines + 1, *bytes + line.len());
        *lines <= SHARE.lines && *bytes <= SHARE.bytes || *lines > FLOOD.lines || *bytes > FLOOD.bytes
    }

    /// Handles the beginning of a line of the engine that has no end yet. If none follows, the fault of the seat quotes
    /// what is passed on: an answer as it is, and other words in a sentence, which the arbiter takes for nothing else.
    pub(crate) fn engine_began(&mut self, line: &str) {
        // An engine that ends its lines with CR alone does not get beyond its greeting.
        let last = if self.greeting { line.trim_end().rsplit('\r').next() } else { None };
        match read(last.unwrap_or(line)) {
            EngineLine::BestMove(answer) => {
                if let Some(action) = self.answers.begun(answer) {
                    self.begin(&FromBot::BestMove(Words::from(action)).to_string());
                }
            }
            EngineLine::UciOk if self.greeting => self.begin("the engine said uciok"),
            EngineLine::ReadyOk if self.greeted && self.unready > self.ready => self.begin("the engine said readyok"),
            _ => {}
        }
    }

    /// Passes on what the arbiter does not have yet of the beginning of an answer.
    fn begin(&mut self, answer: &str) {
        if let Some(more) = answer.strip_prefix(&self.begun) {
            self.to_arbiter.push_str(more);
            answer.clone_into(&mut self.begun);
        }
    }

    /// Ends the line of an answer that the arbiter has the beginning of.
    fn end_begun(&mut self) {
        if !std::mem::take(&mut self.begun).is_empty() {
            self.to_arbiter.push('\n');
        }
    }

    /// Ends the greeting, if it is the one that answers `uci`. An engine may say `uciok` at its start, before it has
    /// heard anything. So one before `uci`, or without a name, is in doubt: the greeting ends with the next `uciok`, or
    /// with the answer to `isready`.
    fn heard_uciok(&mut self) {
        if self.greeting && (self.name.is_some() || self.probed) {
            self.greet();
        } else if !std::mem::replace(&mut self.probed, true) && self.greeting {
            self.tell("isready");
        }
    }

    /// Passes on a line that neither protocol knows.
    fn pass_on(&mut self, line: &str) {
        self.end_begun();
        let text = Text::new(line);
        self.to_arbiter.push_str(text.as_str());
        self.to_arbiter.push('\n');
    }

    fn greet(&mut self) {
        self.greeting = false;
        self.greeted = true;
        let known = |text: &Option<Text>, other: &str| text.clone().unwrap_or_else(|| Text::new(other));
        let (name, author) = (known(&self.name, "a UCI engine"), known(&self.author, "unknown"));
        self.say(&FromBot::IdName(name));
        self.say(&FromBot::IdAuthor(author));
        let specs: Vec<OptionSpec> = self.options.specs().cloned().collect();
        for spec in specs {
            self.say(&FromBot::Option(spec));
        }
        let word = |text: &str| Words::from(Word::new(text).expect("this is a word"));
        self.say(&FromBot::Variant(word(CHESS)));
        self.say(&FromBot::Feature(word("history")));
        self.say(&FromBot::UviOk);
    }

    /// Has the engine leave, because the arbiter has no more messages.
    pub(crate) fn leave(&mut self) {
        self.left = true;
        self.tell("quit");
    }
}

/// Returns true if a line begins with a verb of UVI, so that the arbiter would misread the line.
fn is_misread(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|verb| FromBot::VERBS.contains(&verb))
}

/// Writes the `go` line. A `movetime` keeps at least half of its time. Clocks are passed on unchanged, because engines
/// keep a reserve themselves. An engine without a clock hears of none: it would take the opponent's for its own.
fn limits(line: &mut String, go: &Go, seat: usize, overhead: u64) {
    line.push_str("go");
    let start = line.len();
    let mut pair = |name: &str, figure: Option<u64>| {
        if let Some(figure) = figure {
            write!(line, " {name} {figure}").expect("a String takes any text");
        }
    };
    let clocks = go.clocks.as_ref().filter(|clocks| clocks.time.get(seat).is_some_and(Option::is_some));
    if let Some(clocks) = clocks {
        for (seat, [time, inc]) in [["wtime", "winc"], ["btime", "binc"]].into_iter().enumerate() {
            pair(time, clocks.time.get(seat).copied().flatten());
            pair(inc, clocks.inc.get(seat).copied().flatten());
        }
    }
    pair("movestogo", clocks.and_then(|clocks| clocks.movestogo));
    pair("movetime", go.movetime.map(|time| time.saturating_sub(overhead).max(time.div_ceil(2))));
    pair("nodes", go.nodes);
    pair("depth", go.depth);
    if line.len() == start {
        line.push_str(NO_LIMIT);
    }
}

#[cfg(test)]
#[path = "adapter/tests.rs"]
mod tests;
