//! The other direction: a UVI bot that plays chess, as a UCI engine. Messages of a GUI and of the bot go in, messages
//! to both come out. It knows no process, no pipe and no clock.
//!
//! UCI says neither whose seat the engine has nor when a game ends. So the bot gets `newgame` when it is first asked,
//! and again if it is asked for the other side.

use std::{collections::VecDeque, fmt::Write as _};

use uvi::{FromBot, NewGame, OptionSpec, Over, Text, ToBot, Value, Word};

use super::{
    gui_grammar::{GuiGo, GuiLine, read},
    options::CHESS960,
    question::UciQuestion,
    scene::{SceneError, UciScene},
    spoken,
    translator::{AdapterStep, Translator},
};

/// The variant that the bot must play.
const CHESS: &str = "chess";

/// The move of an engine that has none, as the UCI protocol writes it.
const NO_MOVE: &str = "bestmove 0000";

/// A conversation with the GUI and the bot.
#[derive(Debug, Default)]
pub(crate) struct Server {
    name: Option<Text>,
    author: Option<Text>,
    options: Vec<OptionSpec>,
    /// The variants that the bot has listed.
    variants: Vec<Word>,
    wants_legal: bool,
    wants_history: bool,
    /// True if the GUI waits for the greeting.
    greeting: bool,
    greeted: bool,
    /// True if the GUI plays from shuffled starts.
    is_shuffled: bool,
    /// The lines of the GUI that came before the bot's greeting.
    early: Vec<String>,
    /// The words of the last `position` line.
    position: String,
    /// The seat of the bot in its game. `None` if it must hear `newgame` first.
    seat: Option<u32>,
    /// The senders of the `isready` that the bot has not answered.
    unready: VecDeque<Sender>,
    /// The open question.
    question: Option<UciQuestion>,
    /// The answer that the GUI has not allowed yet.
    held: Option<String>,
    /// The number of answers still to come to withdrawn questions.
    unwanted: usize,
    to_gui: String,
    to_bot: String,
    /// Milliseconds of each `movetime` that are withheld from the bot.
    overhead: u64,
    /// True if the GUI has no more messages.
    leaving: bool,
    /// True if the bot was told to leave.
    left: bool,
}

/// The sender of an `isready`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sender {
    Gui,
    /// The server itself, after `newgame`. It asks the open question when the bot is ready.
    Server,
}

impl Server {
    /// Creates a conversation. `overhead` is the time in milliseconds that is withheld from each `movetime`.
    pub(crate) fn new(overhead: u64) -> Self {
        Self { overhead, ..Self::default() }
    }

    fn say(&mut self, line: &str) {
        self.to_gui.push_str(line);
        self.to_gui.push('\n');
    }

    fn tell(&mut self, message: &ToBot) {
        writeln!(self.to_bot, "{message}").expect("a String takes any text");
    }

    fn greet(&mut self) {
        self.greeting = false;
        let known = |text: &Option<Text>, other: &str| text.clone().unwrap_or_else(|| Text::new(other));
        let name = format!("id name {}", known(&self.name, "a UVI bot"));
        let author = format!("id author {}", known(&self.author, "unknown"));
        self.say(&name);
        self.say(&author);
        let options: Vec<String> = self.options.iter().map(spoken::option).collect();
        options.iter().for_each(|option| self.say(option));
        self.say(&format!("option name {CHESS960} type check default false"));
        self.say("uciok");
    }

    /// Sets an option of the bot.
    fn set_option(&mut self, name: &str, value: &str) {
        if name.eq_ignore_ascii_case(CHESS960) {
            let is_shuffled = value == "true";
            if is_shuffled != self.is_shuffled {
                self.is_shuffled = is_shuffled;
                self.end_game();
            }
            return;
        }
        let found = self.options.iter().find(|option| option.name.as_str().eq_ignore_ascii_case(name));
        if let Some(option) = found {
            let message = ToBot::SetOption { name: option.name.clone(), value: Value::new(value) };
            self.tell(&message);
        }
    }

    /// Ends the game of the bot, if it has one.
    fn end_game(&mut self) {
        self.withdraw();
        if self.seat.take().is_some() {
            let reason = Word::new("abort").expect("this is a word");
            self.tell(&ToBot::GameOver(Over { reason, score: None }));
        }
    }

    /// Asks the bot, after a `newgame` if it needs one.
    fn go(&mut self, go: &GuiGo<'_>) {
        self.withdraw();
        let scene = match UciScene::read(&self.position, self.is_shuffled) {
            Ok(scene) => scene,
            Err(error) => return self.refuse(&error),
        };
        let seat = scene.seat();
        self.question = Some(UciQuestion::new(go, scene, self.overhead));
        if self.seat == Some(seat) {
            return self.ask();
        }
        let question = self.question.take();
        self.end_game();
        self.question = question;
        self.seat = Some(seat);
        let word = |text: &str| Word::new(text).expect("this is a word");
        let shuffled = self.is_shuffled.then(|| (word("start"), Value::new("shuffled")));
        self.tell(&ToBot::NewGame(NewGame {
            variant: word(CHESS),
            seats: 2,
            seat,
            lots: None,
            options: shuffled.into_iter().collect(),
        }));
        self.tell(&ToBot::IsReady);
        self.unready.push_back(Sender::Server);
    }

    /// Puts a question that waited for the bot, unless a later `newgame` is under way.
    fn ask_when_ready(&mut self) {
        let waits = self.question.as_ref().is_some_and(|question| !question.is_asked());
        if waits && !self.unready.contains(&Sender::Server) {
            self.ask();
        }
    }

    fn refuse(&mut self, error: &SceneError) {
        self.say(&format!("info string {error}"));
        self.say(NO_MOVE);
    }

    /// Puts the open question to the bot.
    fn ask(&mut self) {
        let Some(question) = &mut self.question else { return };
        let messages = question.ask(self.wants_history, self.wants_legal);
        messages.iter().for_each(|message| self.tell(message));
    }

    /// Withdraws the open question: its answer will be ignored.
    fn withdraw(&mut self) {
        self.held = None;
        if self.question.take().is_some_and(|question| question.is_asked()) {
            self.unwanted += 1;
            self.tell(&ToBot::Stop);
        }
    }

    /// Has the bot answer at once, or passes on the answer that was held.
    fn stop(&mut self) {
        let Some(question) = &mut self.question else { return };
        question.allow();
        let is_asked = question.is_asked();
        if let Some(line) = self.held.take() {
            self.question = None;
            self.say(&line);
        } else if is_asked {
            self.tell(&ToBot::Stop);
        } else {
            // The bot is not ready yet, so the question becomes the shortest one.
            question.hasten();
        }
    }

    /// The expected move was played: the bot answers within the limits that came with `go ponder`.
    fn ponder_hit(&mut self) {
        let Some(question) = &mut self.question else { return };
        question.allow();
        if let Some(line) = self.held.take() {
            self.question = None;
            self.say(&line);
        } else if question.is_asked() {
            self.unwanted += 1;
            self.tell(&ToBot::Stop);
            self.ask();
        }
    }

    /// Passes on an answer of the bot, now or when the GUI allows it.
    fn answer(&mut self, action: Option<&Word>) {
        if self.unwanted > 0 {
            self.unwanted -= 1;
            return;
        }
        let Some(question) = self.question.as_ref().filter(|question| question.is_asked()) else { return };
        let line = match action {
            None => {
                self.to_gui.push_str("info string the bot resigns\n");
                NO_MOVE.to_owned()
            }
            Some(action) => match question.instead_of(action.as_str()) {
                None => format!("bestmove {action}"),
                Some(other) => {
                    writeln!(self.to_gui, "info string the bot chose {action}, which is not among the searchmoves")
                        .expect("a String takes any text");
                    format!("bestmove {other}")
                }
            },
        };
        if question.is_held() {
            self.held = Some(line);
        } else {
            self.question = None;
            self.say(&line);
        }
    }

    /// Tells the bot to leave, if the GUI has no more messages and waits for no answer.
    fn leave_when_answered(&mut self) {
        let waits = self.greeting || self.question.is_some() || self.unready.contains(&Sender::Gui);
        if self.leaving && !waits && !std::mem::replace(&mut self.left, true) {
            self.tell(&ToBot::Quit);
        }
    }

    fn heard(&mut self, message: FromBot) -> AdapterStep {
        match message {
            FromBot::IdName(name) if !self.greeted => self.name = Some(name),
            FromBot::IdAuthor(author) if !self.greeted => self.author = Some(author),
            FromBot::Option(option) if !self.greeted => self.options.push(option),
            FromBot::Variant(words) if !self.greeted => self.variants.extend(words.iter().filter_map(Word::new)),
            FromBot::Feature(words) if !self.greeted => {
                self.wants_legal |= words.iter().any(|word| word == "legal");
                self.wants_history |= words.iter().any(|word| word == "history");
            }
            FromBot::UviOk if !self.greeted => {
                self.greeted = true;
                if !self.variants.is_empty() && !self.variants.iter().any(|word| word.as_str() == CHESS) {
                    return AdapterStep::NoChess;
                }
                if self.greeting {
                    self.greet();
                    for line in std::mem::take(&mut self.early) {
                        self.caller_said(&line);
                    }
                    if self.leaving {
                        self.leave();
                    }
                }
            }
            FromBot::ReadyOk => match self.unready.pop_front() {
                Some(Sender::Gui) => self.say("readyok"),
                Some(Sender::Server) => self.ask_when_ready(),
                None => {}
            },
            FromBot::Info(text) if self.unwanted == 0 && self.question.is_some() => {
                let line = spoken::info(text.as_str());
                self.say(&line);
            }
            FromBot::BestMove(actions) => self.answer(actions.iter().next().and_then(Word::new).as_ref()),
            FromBot::Resign => self.answer(None),
            _ => {}
        }
        AdapterStep::On
    }
}

impl Translator for Server {
    fn caller_said(&mut self, line: &str) -> AdapterStep {
        let said = read(line);
        // The options of the bot, and its game, come after its greeting.
        if self.greeting && !matches!(said, GuiLine::Uci | GuiLine::Quit) {
            self.early.push(line.to_owned());
            return AdapterStep::On;
        }
        match said {
            GuiLine::Uci if self.greeted => self.greet(),
            GuiLine::Uci => {
                if !std::mem::replace(&mut self.greeting, true) {
                    self.tell(&ToBot::Uvi(uvi::VERSION));
                }
            }
            GuiLine::IsReady if self.greeted && self.question.is_none() => {
                self.tell(&ToBot::IsReady);
                self.unready.push_back(Sender::Gui);
            }
            // A GUI that asks while the bot thinks wants to know if the engine lives. Few bots answer before their move.
            GuiLine::IsReady => self.say("readyok"),
            GuiLine::SetOption(name, value) => self.set_option(name, value),
            GuiLine::UciNewGame => self.end_game(),
            GuiLine::Position(words) => words.clone_into(&mut self.position),
            GuiLine::Go(go) if self.greeted => self.go(&go),
            GuiLine::Stop => self.stop(),
            GuiLine::PonderHit => self.ponder_hit(),
            GuiLine::Quit => {
                // A GUI that quits needs no move, but it may need the greeting: PyChess sends `uci` and `quit` at once.
                self.early.retain(|line| !matches!(read(line), GuiLine::Go(_)));
                self.withdraw();
                self.leave();
                return AdapterStep::Quit;
            }
            GuiLine::Go(_) | GuiLine::Other => {}
        }
        AdapterStep::On
    }

    fn program_said(&mut self, line: &str) -> AdapterStep {
        let step = line.parse().map_or(AdapterStep::On, |message| self.heard(message));
        self.leave_when_answered();
        step
    }

    fn take_for_caller(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_gui, lines);
    }

    fn take_for_program(&mut self, lines: &mut String) {
        lines.clear();
        std::mem::swap(&mut self.to_bot, lines);
    }

    fn answers_program(&self) -> bool {
        !self.to_bot.is_empty()
    }

    /// Tells the bot to leave as soon as it has answered everything that the GUI has asked.
    fn leave(&mut self) {
        self.leaving = true;
        // Nobody can allow the answer any more.
        if self.question.as_ref().is_some_and(UciQuestion::is_held) {
            self.stop();
        }
        self.leave_when_answered();
    }

    fn has_left(&self) -> bool {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds a conversation. `> ` marks lines of the GUI, `< ` those of the bot. Returns the messages to both.
    #[track_caller]
    fn talk(server: &mut Server, lines: &[&str]) -> (String, String) {
        for line in lines {
            let step = match line.split_at(2) {
                ("> ", line) => server.caller_said(line),
                (_, line) => server.program_said(line),
            };
            assert_eq!(step, AdapterStep::On, "{line}");
        }
        let (mut said, mut told) = (String::new(), String::new());
        server.take_for_caller(&mut said);
        server.take_for_program(&mut told);
        (said, told)
    }

    fn greeted(features: &str) -> Server {
        let mut server = Server::new(20);
        talk(&mut server, &["> uci", "< id name Any 1", &format!("< feature {features}"), "< uviok"]);
        server
    }

    const NEW: &str = "newgame variant chess seats 2 seat 1\nisready\n";
    const BARE: &str = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";

    #[test]
    fn a_bot_introduces_itself_with_its_options() {
        let mut server = Server::default();
        assert_eq!(talk(&mut server, &["> uci"]).1, "uvi 1\n");
        let (said, _) = talk(
            &mut server,
            &[
                "< id name Any 1",
                "< id author me",
                "< option name seed type spin default 0",
                "< variant go chess",
                "< uviok",
            ],
        );
        let expected = "id name Any 1\nid author me\noption name seed type spin default 0 min -2147483648 max \
                        2147483647\noption name UCI_Chess960 type check default false\nuciok\n";
        assert_eq!(said, expected);
        assert_eq!(talk(&mut server, &["> uci"]), (expected.to_owned(), String::new()));
        let (_, told) = talk(&mut server, &["> setoption name Seed value 7", "> setoption name Hash value 16"]);
        assert_eq!(told, "setoption name seed value 7\n");
        assert_eq!(talk(&mut server, &["> isready"]).1, "isready\n");
        assert_eq!(talk(&mut server, &["< readyok"]).0, "readyok\n");
    }

    #[test]
    fn a_bot_that_does_not_play_chess_is_told_apart() {
        let mut server = Server::default();
        talk(&mut server, &["> uci", "< variant orwell"]);
        assert_eq!(server.program_said("uviok"), AdapterStep::NoChess);
    }

    #[test]
    fn a_question_comes_after_a_new_game_and_again_without_one() {
        let mut server = greeted("history legal");
        let position = format!("> position fen {BARE} moves h1h8");
        let (_, told) = talk(&mut server, &["> ucinewgame", &position, "> go movetime 1000"]);
        assert_eq!(told, NEW.replace("seat 1", "seat 2"));
        let (_, told) = talk(&mut server, &["< readyok"]);
        let expected = format!(
            "position 4k2R/8/8/8/8/8/8/4K3 b - - 1 1 h1h8\nhistory {BARE} - moves h1h8\nlegal e8d7 e8e7 e8f7\ngo movetime \
             980\n"
        );
        assert_eq!(told, expected);
        let (said, _) = talk(&mut server, &["< info score 3 depth 2", "< noise", "< bestmove e8d7 e8e7"]);
        assert_eq!(said, "info score cp 3 depth 2\nbestmove e8d7\n");
        let (_, told) = talk(&mut server, &["> go wtime 100 btime -5 winc 10 movestogo 3"]);
        assert_eq!(told.lines().last(), Some("go time 100 0 inc 10 0 movestogo 3"));
        talk(&mut server, &["< resign"]);
        // The other side is another seat.
        let (_, told) = talk(&mut server, &["> position startpos", "> go depth 3"]);
        assert_eq!(told, format!("gameover reason abort\n{NEW}"));
        assert_eq!(talk(&mut server, &["> isready"]).0, "readyok\n");
        assert_eq!(talk(&mut server, &["< readyok"]).1.lines().last(), Some("go depth 3"));
        assert_eq!(talk(&mut server, &["< resign"]).0, "info string the bot resigns\nbestmove 0000\n");
    }

    #[test]
    fn an_answer_waits_until_the_gui_allows_it() {
        let mut server = greeted("x");
        let (_, told) = talk(&mut server, &["> go infinite", "< readyok"]);
        assert!(told.ends_with("- 0 1 -\ngo\n") || told.ends_with("\ngo\n"), "{told}");
        assert_eq!(talk(&mut server, &["< bestmove a2a3"]).0, "");
        assert_eq!(talk(&mut server, &["> stop"]), ("bestmove a2a3\n".to_owned(), String::new()));
        talk(&mut server, &["> go infinite"]);
        assert_eq!(talk(&mut server, &["> stop"]).1, "stop\n");
        assert_eq!(talk(&mut server, &["< bestmove a2a4"]).0, "bestmove a2a4\n");
        // The expected move was played: the bot thinks again, with limits.
        talk(&mut server, &["> go ponder movetime 100"]);
        let (_, told) = talk(&mut server, &["> ponderhit"]);
        assert!(told.starts_with("stop\nposition ") && told.ends_with("\ngo movetime 80\n"), "{told}");
        assert_eq!(talk(&mut server, &["< bestmove a2a4", "< bestmove a2a3"]).0, "bestmove a2a3\n");
        talk(&mut server, &["> go ponder", "< bestmove b2b3"]);
        assert_eq!(talk(&mut server, &["> ponderhit"]).0, "bestmove b2b3\n");
        // A withdrawn question has no answer.
        talk(&mut server, &["> go infinite", "> ucinewgame"]);
        let (_, told) = talk(&mut server, &["> go movetime 10", "< bestmove c2c3", "> stop", "< readyok"]);
        assert!(told.starts_with(NEW) && told.ends_with("\ngo movetime 1\n"), "{told}");
        assert_eq!(talk(&mut server, &["< bestmove d2d3", "< bestmove e2e3"]).0, "bestmove d2d3\n");
    }

    /// PyChess sends `uci` and `quit` at once, and a script sends all its lines and ends.
    #[test]
    fn what_was_asked_before_the_end_is_answered() {
        let mut server = Server::default();
        assert_eq!(talk(&mut server, &["> uci", "> isready", "> go nodes 5"]).1, "uvi 1\n");
        assert_eq!((server.caller_said("quit"), server.has_left()), (AdapterStep::Quit, false));
        let (said, told) = talk(&mut server, &["< uviok"]);
        assert!(said.ends_with("\nuciok\n") && told == "isready\n" && !server.has_left(), "{said}{told}");
        assert_eq!(talk(&mut server, &["< readyok"]), ("readyok\n".to_owned(), "quit\n".to_owned()));
        assert!(server.has_left());
        // Without `quit` the GUI still wants its move.
        for (go, asked) in [("go nodes 5", "go nodes 5\n"), ("go infinite", "go movetime 1\n")] {
            let mut server = Server::default();
            talk(&mut server, &["> uci", "> position startpos", &format!("> {go}")]);
            server.leave();
            let (said, told) = talk(&mut server, &["< uviok"]);
            assert!(said.ends_with("\nuciok\n") && told == NEW, "{said}{told}");
            assert!(talk(&mut server, &["< readyok"]).1.ends_with(asked), "{go}");
            assert!(!server.has_left());
            let answered = talk(&mut server, &["< bestmove a2a3"]);
            assert_eq!(answered, ("bestmove a2a3\n".to_owned(), "quit\n".to_owned()));
        }
        let mut server = greeted("x");
        talk(&mut server, &["> go infinite", "< readyok"]);
        server.leave();
        assert_eq!(talk(&mut server, &[]).1, "stop\n");
        assert_eq!(talk(&mut server, &["< bestmove a2a3"]).1, "quit\n");
    }

    #[test]
    fn a_choice_among_some_moves_is_kept() {
        let mut server = greeted("x");
        talk(&mut server, &["> go nodes 5 searchmoves e2e4 d2d4 depth 2", "< readyok"]);
        let (said, _) = talk(&mut server, &["< bestmove a2a3"]);
        assert_eq!(said, "info string the bot chose a2a3, which is not among the searchmoves\nbestmove e2e4\n");
        talk(&mut server, &["> go searchmoves e2e4 d2d4"]);
        assert_eq!(talk(&mut server, &["< bestmove d2d4"]).0, "bestmove d2d4\n");
    }

    #[test]
    fn a_position_without_an_answer_is_told() {
        let mut server = greeted("x");
        let (said, told) = talk(&mut server, &["> position fen 8/8 w - - 0 1", "> go"]);
        assert!(said.starts_with("info string position 8/8") && said.ends_with("\nbestmove 0000\n"), "{said}");
        assert_eq!(told, "");
        // A shuffled start is a rule of the game.
        let (_, told) = talk(&mut server, &["> setoption name UCI_Chess960 value true", "> position startpos", "> go"]);
        assert_eq!(told, "newgame variant chess seats 2 seat 1 start shuffled\nisready\n");
        assert_eq!((server.caller_said("quit"), server.has_left()), (AdapterStep::Quit, true));
    }
}
