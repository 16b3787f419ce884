//! The adapter as a value: messages of the arbiter and the engine go in, messages to both come out. It knows no
//! process, no pipe and no clock.

use std::{fmt::Write as _, time::Duration};

use nom::{
    IResult, Parser,
    bytes::complete::{is_not, tag},
    character::complete::char,
    combinator::all_consuming,
    sequence::preceded,
};
use uvi::{FromBot, Go, NewGame, OptionSpec, Text, ToBot, Word, Words};

use super::{
    answers::Answers,
    command::UciCommand,
    grammar::{EngineLine, begins_as_ours, read},
    options::{EngineOptions, NoChess960},
    position::PositionLine,
    report,
};

/// The variant that engines play.
const CHESS: &str = "chess";

/// An amount of text.
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

/// The limit if `go` has none, because an engine would think for ever.
const NO_LIMIT: &str = " movetime 1000";

/// The consequence of a line of the arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdapterStep {
    /// The conversation continues.
    On,
    /// The conversation is over.
    Quit,
    /// The engine cannot play from a shuffled start.
    NoChess960,
}

/// A conversation with both sides.
#[derive(Debug, Default)]
pub(crate) struct Adapter {
    name: Option<Text>,
    author: Option<Text>,
    options: EngineOptions,
    /// True if the arbiter waits for the greeting.
    greeting: bool,
    /// True if the engine has greeted.
    greeted: bool,
    /// True if the engine owes a `readyok` that the arbiter does not wait for: it ends a doubtful greeting.
    probed: bool,
    /// True if the engine has been sent the options that the adapter sets on its own.
    prepared: bool,
    /// The number of `readyok` that the arbiter waits for.
    unready: usize,
    /// The number of these that the engine has said, and that wait for its answer.
    ready: usize,
    answers: Answers,
    /// The position for the next `go`; `None` if unknown.
    scene: Option<GoPosition>,
    /// The game of the last history.
    game: Option<HistoryCache>,
    /// The text of the engine since the last `go`.
    said: Amount,
    /// The last rating that is beyond its [`SHARE`].
    rated: Option<String>,
    /// The part of an answer that the arbiter has, because its line has no end yet.
    begun: String,
    to_arbiter: String,
    to_engine: String,
    /// Milliseconds of each `movetime` that are withheld from the engine.
    overhead: u64,
    /// True if the engine hears `debug on` before each game.
    debugs: bool,
    /// True if the arbiter has no more messages.
    left: bool,
}

/// The position that a move is wanted for.
#[derive(Debug)]
enum GoPosition {
    /// The words of a `position` line. They are translated late, because a history usually replaces them.
    Position(Words),
    /// The position after the moves of `game`.
    Game,
}

/// A game with its moves. A `history` line usually extends the line before, so only the new moves are parsed.
#[derive(Debug)]
struct HistoryCache {
    /// The `history` line.
    history: String,
    /// The `position` line for the engine.
    told: PositionLine,
}

impl HistoryCache {
    fn new(line: &str, start: &Words, moves: &Words) -> Self {
        let mut told = PositionLine::new(start);
        told.play(moves);
        Self { history: line.to_owned(), told }
    }

    /// If the line extends this game, adds its moves and returns true.
    fn grow(&mut self, line: &str) -> bool {
        let more = all_consuming(|line| further_moves(&self.history, line)).parse(line);
        let Some(moves) = more.ok().and_then(|(_, moves)| Words::new(moves)) else { return false };
        self.told.play(&moves);
        line.clone_into(&mut self.history);
        true
    }
}

/// `further-moves = earlier SP moves`; `moves` are without `!`, because UCI has no moves for vacated seats
fn further_moves<'a>(earlier: &str, line: &'a str) -> IResult<&'a str, &'a str> {
    preceded((tag(earlier), char(' ')), is_not("!")).parse(line)
}

impl Adapter {
    /// Creates a conversation by a command line. Its overhead is withheld because an engine uses all its time, and would
    /// be late.
    pub(crate) fn new(command: &UciCommand) -> Self {
        let answers = Answers::new(command.ping.map(Duration::from_millis));
        Self { overhead: command.overhead, answers, debugs: command.debug, ..Self::default() }
    }

    /// The time for the `readyok` that the engine owes after its last answer; `None` if it owes none.
    pub(crate) fn pinged(&self) -> Option<Duration> {
        self.answers.pinged()
    }

    fn say(&mut self, message: &FromBot) {
        self.end_begun();
        message.write_escaped_line(&mut self.to_arbiter).expect("a message of an adapter has its words");
    }

    fn tell(&mut self, line: &str) {
        self.to_engine.push_str(line);
        self.to_engine.push('\n');
    }

    /// Handles a line of the arbiter. An invalid line is ignored, as any bot does.
    pub(crate) fn arbiter_said(&mut self, line: &str) -> AdapterStep {
        if self.game.as_mut().is_some_and(|game| game.grow(line)) {
            self.scene = Some(GoPosition::Game);
            return AdapterStep::On;
        }
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
                    self.tell(&line);
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
            ToBot::Position(position) => self.scene = Some(GoPosition::Position(position)),
            // UCI has no moves for vacated seats.
            ToBot::History { start, moves } if !moves.as_str().contains('!') => {
                self.game = Some(HistoryCache::new(line, &start, &moves));
                self.scene = Some(GoPosition::Game);
            }
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
        let Some(scene) = self.scene.take() else { return };
        self.unask();
        let posed = match (scene, &self.game) {
            (GoPosition::Position(position), _) => PositionLine::new(&position),
            (GoPosition::Game, game) => game.as_ref().map(|game| game.told.clone()).unwrap_or_default(),
        };
        self.tell(posed.as_str());
        self.answers.ask(posed);
        (self.said, self.rated) = (Amount::default(), None);
        limits(&mut self.to_engine, go, self.overhead);
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
        match read(line) {
            EngineLine::UciOk if !self.greeted => self.heard_uciok(),
            // Banners come before the greeting, and some engines write much there.
            EngineLine::Name(name) if !self.greeted => self.name = Some(Text::new(name)),
            EngineLine::Author(author) if !self.greeted => self.author = Some(Text::new(author)),
            EngineLine::Option(option) if !self.greeted => self.options.add(&option),
            // If no greeting follows, the fault of the seat quotes this line.
            EngineLine::Other(line) if self.greeting && !line.is_empty() && !begins_as_ours(line) => self.pass_on(line),
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
            EngineLine::Other(line) if self.answers.are_wanted() && !line.is_empty() && self.has_share(line) => {
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

    /// Handles the beginning of a line of the engine that has no end yet. An answer is passed on as it is, also without
    /// a line end: if none follows, the fault of the seat quotes it.
    pub(crate) fn engine_began(&mut self, line: &str) {
        if let EngineLine::BestMove(answer) = read(line)
            && let Some(action) = self.answers.begun(answer)
        {
            self.begin(&FromBot::BestMove(Words::from(action)).to_string());
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

    /// Replaces `lines` by the messages to the arbiter.
    pub(crate) fn take_for_arbiter(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_arbiter, lines);
    }

    /// Replaces `lines` by the messages to the engine.
    pub(crate) fn take_for_engine(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_engine, lines);
    }

    /// True if there are messages to the arbiter.
    pub(crate) fn answers_arbiter(&self) -> bool {
        !self.to_arbiter.is_empty()
    }

    /// True if there are messages to the engine.
    pub(crate) fn answers_engine(&self) -> bool {
        !self.to_engine.is_empty()
    }

    /// Has the engine leave, because the arbiter has no more messages.
    pub(crate) fn leave(&mut self) {
        self.left = true;
        self.tell("quit");
    }

    /// True if the engine was told to leave, so its end is expected.
    pub(crate) fn has_left(&self) -> bool {
        self.left
    }
}

/// Writes the `go` line. A `movetime` keeps at least half of its time. Clocks are passed on unchanged, because engines
/// keep a reserve themselves.
fn limits(line: &mut String, go: &Go, overhead: u64) {
    line.push_str("go");
    let start = line.len();
    let mut pair = |name: &str, figure: Option<u64>| {
        if let Some(figure) = figure {
            write!(line, " {name} {figure}").expect("a String takes any text");
        }
    };
    if let Some(clocks) = &go.clocks {
        for (seat, [time, inc]) in [["wtime", "winc"], ["btime", "binc"]].into_iter().enumerate() {
            pair(time, clocks.time.get(seat).copied().flatten());
            pair(inc, clocks.inc.get(seat).copied().flatten());
        }
    }
    pair("movestogo", go.clocks.as_ref().and_then(|clocks| clocks.movestogo));
    pair("movetime", go.movetime.map(|time| time.saturating_sub(overhead).max(time.div_ceil(2))));
    pair("nodes", go.nodes);
    pair("depth", go.depth);
    if line.len() == start {
        line.push_str(NO_LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -";

    /// Returns the messages to the arbiter and to the engine after these lines. `<` marks lines of the engine, `>`
    /// those of the arbiter.
    #[track_caller]
    fn talk(adapter: &mut Adapter, lines: &[&str]) -> (String, String) {
        for line in lines {
            match line.split_at(2) {
                ("< ", line) => adapter.engine_said(line),
                ("> ", line) => assert_eq!(adapter.arbiter_said(line), AdapterStep::On),
                _ => panic!("{line}"),
            }
        }
        let (mut to_arbiter, mut to_engine) = (String::new(), String::new());
        adapter.take_for_arbiter(&mut to_arbiter);
        adapter.take_for_engine(&mut to_engine);
        (to_arbiter, to_engine)
    }

    fn greeted() -> Adapter {
        let mut adapter = Adapter::default();
        talk(&mut adapter, &["> uvi 1", "< id name E", "< option name UCI_Chess960 type check", "< uciok"]);
        adapter
    }

    #[test]
    fn the_greeting_is_the_engines() {
        let mut adapter = Adapter::default();
        let lines = [
            "> uvi 1",
            "< Engine 3 by me",
            "< id name E 3",
            "< id\tauthor  T, M ",
            "< option name Clear Hash type button",
            "< bestmove e2e4",
        ];
        assert_eq!(talk(&mut adapter, &lines), ("Engine 3 by me\n".to_owned(), "uci\n".to_owned()));
        let (said, told) = talk(&mut adapter, &["< uciok"]);
        assert_eq!(
            said,
            "id name E 3\nid author T, M\noption name Clear_Hash type button\nvariant chess\nfeature history\nuviok\n"
        );
        assert_eq!(told, "");
        let (_, told) =
            talk(&mut adapter, &["> setoption name Clear_Hash value 1", "> setoption name x value 1", "> isready"]);
        assert_eq!(told, "setoption name Clear Hash\nisready\n");
        assert_eq!(talk(&mut adapter, &["<  readyok ", "< readyok"]).0, "readyok\n");
    }

    #[test]
    fn an_early_greeting_is_not_the_one_that_counts() {
        const OPTION: &str = "< option name Hash type spin default 16 min 1 max 64";
        let bare = "id name E\nid author unknown\n";
        let whole = format!("{bare}{}\n", "option name Hash type spin default 16 min 1 max 64");
        let end = "variant chess\nfeature history\nuviok\n";
        for (lines, said, told) in [
            // Before the engine is asked, and after.
            (&["< uciok", "> uvi 1", "< id name E", OPTION, "< uciok", "< readyok"][..], &whole[..], "uci\nisready\n"),
            (&["> uvi 1", "< uciok", "< id name E", OPTION, "< uciok", "< readyok"], &whole, "uci\nisready\n"),
            (&["> uvi 1", "< id name E", OPTION, "< uciok", "< id name E", OPTION, "< uciok"], &whole, "uci\n"),
            // The only greeting is the early one, or the engine has no name.
            (&["< id name E", "< uciok", "> uvi 1", "< readyok"], bare, "uci\nisready\n"),
            (&["> uvi 1", "< uciok", "< readyok"], "id name a UCI engine\nid author unknown\n", "uci\nisready\n"),
        ] {
            let mut adapter = Adapter::default();
            assert_eq!(talk(&mut adapter, lines), (format!("{said}{end}"), told.to_owned()), "{lines:?}");
            assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "readyok\n", "{lines:?}");
        }
    }

    #[test]
    fn an_answer_without_a_line_end_is_passed_on_as_it_is() {
        let mut adapter = greeted();
        let began = |adapter: &mut Adapter, line: &str| {
            adapter.engine_began(line);
            talk(adapter, &[]).0
        };
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
        for (line, said) in
            [("info depth", ""), ("bestmove", ""), ("bestmove g1f", "bestmove g1f"), ("bestmove g1f3\r", "3")]
        {
            assert_eq!(began(&mut adapter, line), said, "{line}");
        }
        assert_eq!(talk(&mut adapter, &["< bestmove g1f3 ponder e7e5"]).0, "\n");
        // The question is withdrawn, so the line ends before anything else is asked.
        talk(&mut adapter, &["> position p", "> go"]);
        assert_eq!(began(&mut adapter, "bestmove a2a3"), "bestmove a2a3");
        assert_eq!(
            talk(&mut adapter, &["> gameover reason timeout score 0 1"]),
            ("\n".to_owned(), "stop\n".to_owned())
        );
        assert_eq!(began(&mut adapter, "bestmove a2a3 "), "");
        assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "> isready", "< readyok"]).0, "readyok\n");
    }

    #[test]
    fn what_applies_is_set_before_the_first_game_and_with_each() {
        let mut adapter = Adapter::default();
        let declared = ["option name UCI_ShowWDL type check default false", "option name UCI_Opponent type string"];
        talk(&mut adapter, &["> uvi 1", &format!("< {}", declared[0]), &format!("< {}", declared[1]), "< uciok"]);
        let opponent = "none none human A B";
        let (_, told) = talk(
            &mut adapter,
            &[&format!("> setoption name UCI_Opponent value \"{opponent}\""), "> isready", "< readyok"],
        );
        assert_eq!(told, "setoption name UCI_ShowWDL value true\nisready\n");
        for _ in 0..2 {
            let (_, told) = talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> isready", "< readyok"]);
            assert_eq!(told, format!("ucinewgame\nsetoption name UCI_Opponent value {opponent}\nisready\n"));
        }
    }

    #[test]
    fn a_question_is_one_write_and_so_is_its_answer() {
        let mut adapter = greeted();
        let lines = ["> newgame variant chess seats 2 seat 1", "> isready"];
        let told = "ucinewgame\nisready\n";
        assert_eq!(talk(&mut adapter, &lines).1, told);
        talk(&mut adapter, &["< readyok"]);
        let position = format!("> position {KING}");
        let (_, told) = talk(&mut adapter, &[&position, "> go time 1000 2000 inc 10 - nodes 5"]);
        assert_eq!(told, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo wtime 1000 winc 10 btime 2000 nodes 5\n");
        let (said, _) =
            talk(&mut adapter, &["< info depth 1 score cp 3", "< bestmove e2e4 ponder e8e7", "< bestmove e2e3"]);
        assert_eq!(said, "info score 3 depth 1\nbestmove e2e4\n");
    }

    /// UVI 3.3: behind `readyok` no answer follows to a question that was stopped, or whose time is up.
    #[test]
    fn readyok_waits_for_the_answer_after_stop_and_an_answer_after_an_error_is_dropped() {
        let mut adapter = greeted();
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
        assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "readyok\n");
        assert_eq!(
            talk(&mut adapter, &["> stop", "> isready", "< readyok"]),
            (String::new(), "stop\nisready\n".into())
        );
        assert_eq!(talk(&mut adapter, &["< bestmove a2a3"]).0, "bestmove a2a3\nreadyok\n");
        let lines = ["> position p", "> go", "> error timeout: expected an answer", "> isready", "< readyok"];
        assert_eq!(talk(&mut adapter, &lines).0, "readyok\n");
        assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "> position q", "> go"]).0, "");
        assert_eq!(talk(&mut adapter, &["< bestmove b2b3"]).0, "bestmove b2b3\n");
    }

    /// An arbiter takes 10 000 lines or 1 MiB for an answer, and more is a flood.
    #[test]
    fn an_engine_that_talks_much_is_no_flood_and_its_last_rating_stays() {
        let long = format!("string {}", "g1f3 (N: 12) ".repeat(20));
        for info in ["depth 7 score cp {} nodes 9", &long] {
            let mut adapter = greeted();
            talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
            for number in 0..9000 {
                adapter.engine_said(&format!("info {}", info.replace("{}", &number.to_string())));
            }
            let (said, _) = talk(&mut adapter, &["< info score cp 33 depth 9", "< info nodes 8", "< bestmove g1f3"]);
            assert!(said.lines().count() <= 5002 && said.len() < 600_000, "{}", said.len());
            assert!(said.ends_with("\ninfo score 33 depth 9\nbestmove g1f3\n"));
            // One that never ends is told, so that it is a flood.
            talk(&mut adapter, &["> position p", "> go"]);
            adapter.said = FLOOD;
            assert_eq!(talk(&mut adapter, &["< info score cp 2"]).0, "info score 2\n");
            talk(&mut adapter, &["< bestmove g1f3"]);
            // The next answer has a share of its own.
            let next = ["> position p", "> go", "< info score cp 1", "< bestmove g1f3"];
            assert_eq!(talk(&mut adapter, &next).0, "info score 1\nbestmove g1f3\n");
        }
    }

    #[test]
    fn a_history_is_told_whole_however_it_grows() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
        let mut adapter = greeted();
        for (start, moves, wanted) in [
            (START, "", "position startpos"),
            (START, " e2e4 e7e5", "position startpos moves e2e4 e7e5"),
            (START, " e2e4 e7e5 g1f3 b8c6", "position startpos moves e2e4 e7e5 g1f3 b8c6"),
            (START, " e2e4 e7e5", "position startpos moves e2e4 e7e5"),
            (START, " e2e4 e7e5q", "position startpos moves e2e4 e7e5q"),
            (KING, "", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
            (
                "8/4k3/8/8/8/8/4P3/4K2R w H - 12 30 e8e7",
                " e2e4",
                "position fen 4k3/8/8/8/8/8/4P3/4K2R b H - 11 29 moves e8e7 e2e4",
            ),
            (KING, " e2e4  e8e7 ", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7"),
            (KING, " e2e4  e8e7  e4e5", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7 e4e5"),
            // UCI has no moves for vacated seats.
            (KING, " e2e4  e8e7  e4e5 !2", "position fen p"),
        ] {
            let history = format!("> history {start} moves{moves}");
            let (_, told) = talk(&mut adapter, &["> position p", &history, "> go depth 1", "< bestmove a1a2"]);
            assert_eq!(told, format!("{wanted}\ngo depth 1\n"), "{moves}");
        }
    }

    #[test]
    fn limits_are_translated() {
        for (go, wanted) in [
            ("> go", "go movetime 1000"),
            ("> go movetime 1000", "go movetime 980"),
            ("> go movetime 30", "go movetime 15"),
            ("> go depth 3", "go depth 3"),
            ("> go time - 60000 inc - 500", "go btime 60000 binc 500"),
            ("> go time 7000 60000 inc 0 500 movestogo 12", "go wtime 7000 winc 0 btime 60000 binc 500 movestogo 12"),
            ("> go movetime 9 time 5 6 inc 0 0", "go wtime 5 winc 0 btime 6 binc 0 movetime 5"),
        ] {
            let mut adapter = Adapter { overhead: 20, ..greeted() };
            let (_, told) = talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", go]);
            assert_eq!(told.lines().last(), Some(wanted));
        }
    }

    #[test]
    fn what_an_engine_answers_is_passed_on_as_it_is() {
        for (line, said) in [
            ("< bestmove (none)", "bestmove (none)\n"),
            ("< bestmove 0000", "bestmove 0000\n"),
            ("< bestmove e2e5", "bestmove e2e5\n"),
            ("< bestmove a7a8Q", "bestmove a7a8q\n"),
            ("< bestmove", "bestmove\n"),
            ("< Segmentation fault", "Segmentation fault\n"),
            ("< info string bad", "info string bad\n"),
            ("< info string no bestmove", "info string no bestmove\n"),
            ("< info score cp 3bestmove g8h6", "the line `info score cp 3bestmove g8h6` has a `bestmove` within it\n"),
            ("< ", ""),
        ] {
            let mut adapter = greeted();
            talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
            assert_eq!(talk(&mut adapter, &[line]).0, said, "{line}");
        }
        // No question is open.
        assert_eq!(talk(&mut greeted(), &["< bestmove e2e4", "< Segmentation fault", "< readyok"]).0, "");
    }

    #[test]
    fn castling_as_king_takes_rook_is_castling_if_that_is_legal() {
        const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
        for (position, moves, answer, said) in [
            ("w KQkq - 0 1 -", "", "e1h1", "e1g1"),
            ("w KQkq - 0 1 -", "", "e1a1", "e1c1"),
            ("w KQkq - 0 1 -", " e1g1", "e8a8", "e8c8"),
            ("b KQkq - 0 1 -", "", "e8h8", "e8g8"),
            ("b KQkq - 0 1 -", "", "e8a8", "e8c8"),
            ("w Kkq - 0 1 -", "", "e1a1", "e1a1"),
            ("w HAha - 0 1 -", "", "e1h1", "e1h1"),
        ] {
            let mut adapter = greeted();
            talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", &format!("> position {ROOKS} {position}")]);
            if !moves.is_empty() {
                talk(&mut adapter, &[&format!("> history {ROOKS} {position} moves{moves}")]);
            }
            talk(&mut adapter, &["> go"]);
            adapter.engine_began(&format!("bestmove {}", &answer[..3]));
            adapter.engine_began(&format!("bestmove {answer}"));
            assert_eq!(talk(&mut adapter, &[&format!("< bestmove {answer}")]).0, format!("bestmove {said}\n"));
        }
        // A rook stands there.
        let mut adapter = greeted();
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position 4k3/8/8/8/8/8/8/K3R3 w - - 0 1 -"]);
        assert_eq!(talk(&mut adapter, &["> go", "< bestmove e1h1"]).0, "bestmove e1h1\n");
    }

    #[test]
    fn an_answer_that_nobody_wants_any_more_answers_nothing() {
        let mut adapter = greeted();
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
        let (_, told) = talk(&mut adapter, &["> isready", "> position q", "> go depth 1"]);
        assert_eq!(told, "isready\nstop\nposition fen q\ngo depth 1\n");
        let (said, _) = talk(
            &mut adapter,
            &["< readyok", "< info score cp 9", "< bestmove a1a2", "< info score cp 1", "< bestmove b1b2"],
        );
        assert_eq!(said, "readyok\ninfo score 1\nbestmove b1b2\n");
        talk(&mut adapter, &["> position p", "> go"]);
        let (_, told) = talk(&mut adapter, &["> gameover reason stalemate score 1/2 1/2"]);
        assert_eq!(told, "stop\n");
        assert_eq!(talk(&mut adapter, &["< bestmove a1a2"]).0, "");
    }

    #[test]
    fn an_engine_hears_debug_on_before_each_game_if_it_is_wanted() {
        let mut adapter = Adapter { debugs: true, ..greeted() };
        for _ in 0..2 {
            let (_, told) = talk(&mut adapter, &["> newgame variant chess seats 2 seat 1"]);
            assert_eq!(told, "debug on\nucinewgame\n");
        }
    }

    #[test]
    fn an_engine_is_asked_after_each_answer_if_it_is_ready() {
        let mut adapter = Adapter { answers: Answers::new(Some(Duration::from_millis(50))), ..greeted() };
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
        assert_eq!(adapter.pinged(), None);
        let (said, told) = talk(&mut adapter, &["< bestmove a2a3"]);
        assert_eq!((said.as_str(), told.as_str()), ("bestmove a2a3\n", "isready\n"));
        assert_eq!(adapter.pinged(), Some(Duration::from_millis(50)));
        // The first `readyok` is the adapter's, the second one the arbiter's.
        assert_eq!(talk(&mut adapter, &["> isready", "< readyok"]).0, "");
        assert_eq!(adapter.pinged(), None);
        assert_eq!(talk(&mut adapter, &["< readyok"]).0, "readyok\n");
    }

    #[test]
    fn an_answer_that_is_written_twice_is_not_that_of_the_next_question() {
        let mut adapter = greeted();
        talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
        assert_eq!(talk(&mut adapter, &["< bestmove a2a3", "< bestmove a2a3"]), ("bestmove a2a3\n".into(), "".into()));
        let (_, told) = talk(&mut adapter, &["> position p", "> go", "< bestmove b2b3"]);
        assert_eq!(told.lines().last(), Some("isready"));
        let (said, _) =
            talk(&mut adapter, &["> position p", "> go", "< bestmove b2b3", "< readyok", "< bestmove c2c3"]);
        assert_eq!((said.as_str(), adapter.pinged()), ("bestmove c2c3\n", None));
    }

    #[test]
    fn a_shuffled_start_needs_an_engine_that_knows_it() {
        let shuffled = "newgame variant chess seats 2 seat 1 start shuffled";
        let (_, told) = talk(&mut greeted(), &[&format!("> {shuffled}")]);
        assert_eq!(told, "setoption name UCI_Chess960 value true\nucinewgame\n");
        let mut plain = Adapter::default();
        talk(&mut plain, &["> uvi 1", "< id name E", "< uciok"]);
        assert_eq!(plain.arbiter_said(shuffled), AdapterStep::NoChess960);
        assert_eq!(plain.arbiter_said("newgame variant chess seats 2 seat 1"), AdapterStep::On);
        assert_eq!((plain.arbiter_said("quit"), plain.has_left()), (AdapterStep::Quit, true));
    }
}
