//! The adapter as a value: what the arbiter says and what the engine says go in, what is to be said to either comes out.
//! It knows no process, no pipe and no clock.

use std::fmt::Write as _;

use uvi::{FromBot, Go, NewGame, OptionSpec, Text, ToBot, Word, Words};

use super::{
    grammar::{Said, read},
    options::{CHESS960, Options},
    position, report,
};

/// The variant that engines play.
const CHESS: &str = "chess";

/// Where no limit is set, an engine would think for ever.
const NO_LIMIT: &str = " movetime 1000";

/// A conversation on both sides.
#[derive(Debug, Default)]
pub(crate) struct Adapter {
    name: Option<Text>,
    author: Option<Text>,
    options: Options,
    /// Whether the arbiter waits for the greeting.
    greeting: bool,
    /// Whether the engine has said `uciok`.
    greeted: bool,
    /// Whether the engine has been told what nobody needs to ask for.
    prepared: bool,
    /// How many `readyok` the arbiter waits for.
    unready: usize,
    /// Whether the arbiter waits for a move.
    asked: bool,
    /// How many moves are still to come that nobody wants any more.
    unwanted: usize,
    /// What the next `go` is about, if anything is known of it.
    scene: Option<Scene>,
    /// The game as it was heard last.
    game: Option<Heard>,
    to_arbiter: String,
    to_engine: String,
    /// How many milliseconds of a move's time are kept from the engine.
    overhead: u64,
    /// Whether the arbiter has no more to say.
    left: bool,
}

/// What a move is asked for.
#[derive(Debug)]
enum Scene {
    /// A position by itself, as its line has it: most often a history follows, and nobody needs to read it.
    Position(String),
    /// The game that was heard.
    Game,
}

/// A game from its start on. A history is mostly that of the question before and a little more, so that no more than that
/// is read.
#[derive(Debug)]
struct Heard {
    /// The line.
    history: String,
    /// What the engine is told of it.
    told: String,
}

impl Heard {
    fn new(line: &str, start: &Words, moves: &Words) -> Self {
        let mut told = String::new();
        position::tell(&mut told, &position::line(start), moves);
        Self { history: line.to_owned(), told }
    }

    /// Whether the line has this game and further moves, which are taken over then.
    fn grow(&mut self, line: &str) -> bool {
        let more = line.strip_prefix(self.history.as_str()).filter(|_| self.history.contains(" moves "));
        let moves = more.and_then(|more| Words::from_string(more.strip_prefix(' ')?.to_owned()));
        let Some(moves) = moves.filter(|moves| !moves.as_str().contains('!')) else { return false };
        for text in [&mut self.history, &mut self.told] {
            text.push(' ');
            text.push_str(moves.as_str());
        }
        true
    }
}

/// What follows from a line of the arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// The conversation goes on.
    On,
    /// It is over.
    Quit,
    /// The engine cannot play from a shuffled start.
    NoChess960,
}

impl Adapter {
    /// A conversation that has not begun. So many milliseconds of a move's time are kept from the engine, which would
    /// else use all of it and be late.
    pub(crate) fn new(overhead: u64) -> Self {
        Self { overhead, ..Self::default() }
    }

    /// What is to be said to the arbiter is put in place of what stands there.
    pub(crate) fn take_for_arbiter(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_arbiter, lines);
    }

    /// What is to be said to the engine is put in place of what stands there. Only what the arbiter says makes it grow.
    pub(crate) fn take_for_engine(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_engine, lines);
    }

    fn say(&mut self, message: &FromBot) {
        writeln!(self.to_arbiter, "{message}").expect("a String takes any text");
    }

    fn tell(&mut self, line: &str) {
        self.to_engine.push_str(line);
        self.to_engine.push('\n');
    }

    /// The arbiter said a line. One that cannot be read is ignored, as any bot does.
    pub(crate) fn arbiter_said(&mut self, line: &str) -> Next {
        if line.starts_with("position ") {
            self.scene = Some(Scene::Position(line.to_owned()));
            return Next::On;
        }
        if self.game.as_mut().is_some_and(|game| game.grow(line)) {
            self.scene = Some(Scene::Game);
            return Next::On;
        }
        let Ok(message) = line.parse::<ToBot>() else { return Next::On };
        match message {
            ToBot::Uvi(_) if self.greeted => self.greet(),
            ToBot::Uvi(_) => {
                self.greeting = true;
                self.tell("uci");
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
            // No engine knows of seats that were vacated.
            ToBot::History { start, moves } if !moves.as_str().contains('!') => {
                self.game = Some(Heard::new(line, &start, &moves));
                self.scene = Some(Scene::Game);
            }
            ToBot::Go(go) => self.go(&go),
            ToBot::Stop if self.asked => self.tell("stop"),
            ToBot::GameOver(_) => {
                self.unask();
                self.scene = None;
            }
            ToBot::Quit => {
                self.leave();
                return Next::Quit;
            }
            // Lists were not asked for; what an error says is the log's.
            _ => {}
        }
        Next::On
    }

    /// The arbiter has no more to say, and the engine is to leave.
    pub(crate) fn leave(&mut self) {
        self.left = true;
        self.tell("quit");
    }

    /// Whether the arbiter has no more to say: an engine that ends then does as it was told.
    pub(crate) fn has_left(&self) -> bool {
        self.left
    }

    fn new_game(&mut self, game: &NewGame) -> Next {
        self.unask();
        self.scene = None;
        let shuffled =
            game.options.iter().any(|(name, value)| name.as_str() == "start" && value.as_str() == "shuffled");
        if self.options.has_chess960() {
            self.tell(&format!("setoption name {CHESS960} value {shuffled}"));
        } else if shuffled && game.variant.as_str() == CHESS {
            return Next::NoChess960;
        }
        self.tell("ucinewgame");
        if let Some(line) = self.options.opponent() {
            self.tell(&line);
        }
        Next::On
    }

    fn go(&mut self, go: &Go) {
        let position = match self.scene.take() {
            Some(Scene::Position(line)) => match line.parse() {
                Ok(ToBot::Position(position)) => Some(position::line(&position)),
                Ok(_) | Err(_) => return,
            },
            Some(Scene::Game) => None,
            None => return,
        };
        self.unask();
        match (&position, &self.game) {
            (Some(line), _) => self.to_engine.push_str(line),
            (None, Some(game)) => self.to_engine.push_str(&game.told),
            (None, None) => {}
        }
        self.to_engine.push('\n');
        limits(&mut self.to_engine, go, self.overhead);
        self.to_engine.push('\n');
        self.asked = true;
    }

    /// Nobody waits for the move any more that the engine was asked for.
    fn unask(&mut self) {
        if std::mem::take(&mut self.asked) {
            self.unwanted += 1;
            self.tell("stop");
        }
    }

    /// The engine said a line.
    pub(crate) fn engine_said(&mut self, line: &str) {
        match read(line) {
            Said::UciOk if !self.greeted => {
                self.greeted = true;
                if self.greeting {
                    self.greet();
                }
            }
            // Banners come before the greeting, and engines that say much there are known.
            Said::Name(name) if !self.greeted => self.name = Some(Text::new(name)),
            Said::Author(author) if !self.greeted => self.author = Some(Text::new(author)),
            Said::Option(option) if !self.greeted => self.options.add(&option),
            // Where no greeting follows, the fault of the seat has these words.
            Said::Other(line) if self.greeting && !line.is_empty() && !is_like_ours(line) => self.pass_on(line),
            _ if !self.greeted => {}
            Said::ReadyOk if self.unready > 0 => {
                self.unready -= 1;
                self.say(&FromBot::ReadyOk);
            }
            Said::BestMove(_) if self.unwanted > 0 => self.unwanted -= 1,
            Said::BestMove(action) if self.asked => {
                if let Some(action) = Word::new(action) {
                    self.asked = false;
                    self.say(&FromBot::BestMove(Words::from(action)));
                } else {
                    self.pass_on(line);
                }
            }
            Said::Info(info) if self.asked && self.unwanted == 0 => {
                if let Some(text) = report::text(&info) {
                    self.say(&FromBot::Info(Text::new(text)));
                }
            }
            // Where the engine then says nothing else, the fault of the seat has these words.
            Said::Other(line) if self.asked && !line.is_empty() => self.pass_on(line),
            _ => {}
        }
    }

    /// Passes on what means nothing in either language.
    fn pass_on(&mut self, line: &str) {
        let text = Text::new(line);
        self.to_arbiter.push_str(text.as_str());
        self.to_arbiter.push('\n');
    }

    fn greet(&mut self) {
        self.greeting = false;
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
}

/// Whether a line begins as those of a bot do, for which it must not be taken.
fn is_like_ours(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|verb| FromBot::VERBS.contains(&verb))
}

/// Writes the `go` line. Of the time for one move at least half is left; clocks are told as they are, since engines keep some of
/// theirs themselves.
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

    /// What is said to both sides after these lines, `<` by the engine and `>` by the arbiter.
    #[track_caller]
    fn talk(adapter: &mut Adapter, lines: &[&str]) -> (String, String) {
        for line in lines {
            match line.split_at(2) {
                ("< ", line) => adapter.engine_said(line),
                ("> ", line) => assert_eq!(adapter.arbiter_said(line), Next::On),
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
        let lines =
            ["> uvi 1", "< Engine 3 by me", "< id name E 3", "< option name Clear Hash type button", "< bestmove e2e4"];
        assert_eq!(talk(&mut adapter, &lines), ("Engine 3 by me\n".to_owned(), "uci\n".to_owned()));
        let (said, told) = talk(&mut adapter, &["< uciok"]);
        assert_eq!(
            said,
            "id name E 3\nid author unknown\noption name Clear_Hash type button\nvariant chess\nfeature history\nuviok\n"
        );
        assert_eq!(told, "");
        let (_, told) =
            talk(&mut adapter, &["> setoption name Clear_Hash value 1", "> setoption name x value 1", "> isready"]);
        assert_eq!(told, "setoption name Clear Hash\nisready\n");
        assert_eq!(talk(&mut adapter, &["< readyok", "< readyok"]).0, "readyok\n");
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
        let told = "setoption name UCI_Chess960 value false\nucinewgame\nisready\n";
        assert_eq!(talk(&mut adapter, &lines).1, told);
        talk(&mut adapter, &["< readyok"]);
        let position = format!("> position {KING}");
        let (_, told) = talk(&mut adapter, &[&position, "> go time 1000 2000 inc 10 - nodes 5"]);
        assert_eq!(told, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo wtime 1000 winc 10 btime 2000 nodes 5\n");
        let (said, _) =
            talk(&mut adapter, &["< info depth 1 score cp 3", "< bestmove e2e4 ponder e8e7", "< bestmove e2e3"]);
        assert_eq!(said, "info score 3 depth 1\nbestmove e2e4\n");
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
            (KING, " e2e4  e8e7 ", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7"),
            (KING, " e2e4  e8e7  e4e5", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7 e4e5"),
            // No engine knows of seats that were vacated.
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
            ("< bestmove", "bestmove\n"),
            ("< Segmentation fault", "Segmentation fault\n"),
            ("< info string bad", "info string bad\n"),
            ("< ", ""),
        ] {
            let mut adapter = greeted();
            talk(&mut adapter, &["> newgame variant chess seats 2 seat 1", "> position p", "> go"]);
            assert_eq!(talk(&mut adapter, &[line]).0, said, "{line}");
        }
        // Nobody has asked.
        assert_eq!(talk(&mut greeted(), &["< bestmove e2e4", "< Segmentation fault", "< readyok"]).0, "");
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
    fn a_shuffled_start_needs_an_engine_that_knows_it() {
        let shuffled = "newgame variant chess seats 2 seat 1 start shuffled";
        let (_, told) = talk(&mut greeted(), &[&format!("> {shuffled}")]);
        assert_eq!(told, "setoption name UCI_Chess960 value true\nucinewgame\n");
        let mut plain = Adapter::default();
        talk(&mut plain, &["> uvi 1", "< uciok"]);
        assert_eq!(plain.arbiter_said(shuffled), Next::NoChess960);
        assert_eq!(plain.arbiter_said("newgame variant chess seats 2 seat 1"), Next::On);
        assert_eq!((plain.arbiter_said("quit"), plain.has_left()), (Next::Quit, true));
    }
}
