//! `arbiter-uci --serve`, which makes a UVI bot a UCI engine. The GUI is a small driver.

use std::{
    io::{BufRead as _, BufReader, Lines, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use testkit::processes::{marker, survivors};

/// An engine as a GUI sees it.
struct Gui {
    engine: Child,
    input: ChildStdin,
    said: Lines<BufReader<ChildStdout>>,
}

impl Gui {
    fn start(bot: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter-uci"));
        command.args(["--serve", bot]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut engine = command.spawn().unwrap();
        let (input, output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
        Self { engine, input, said: BufReader::new(output).lines() }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next lines, up to the first that begins with this word.
    #[track_caller]
    fn hear(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.said.next().unwrap_or_else(|| panic!("no {word} after {lines:?}")).unwrap();
            lines.push(line);
            if lines.last().unwrap().starts_with(word) {
                return lines;
            }
        }
    }

    /// The move after these lines, which end with `go`.
    #[track_caller]
    fn chosen(&mut self, lines: &[&str]) -> String {
        lines.iter().for_each(|line| self.say(line));
        self.hear("bestmove").pop().unwrap().trim_start_matches("bestmove ").to_owned()
    }

    /// The exit code and stderr after `quit`.
    fn quit(mut self) -> (Option<i32>, String) {
        self.say("quit");
        self.end()
    }

    fn end(self) -> (Option<i32>, String) {
        drop(self.input);
        let done = self.engine.wait_with_output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    }
}

#[test]
fn a_bot_is_an_engine_for_a_gui() {
    let marker = marker("serving");
    let mut gui = Gui::start(&testkit::session::faulty("good", &marker));
    gui.say("uci");
    let greeting = gui.hear("uciok");
    assert_eq!(greeting[0], "id name Faulty", "{greeting:?}");
    assert!(greeting.contains(&"option name UCI_Chess960 type check default false".to_owned()), "{greeting:?}");
    gui.say("isready");
    gui.hear("readyok");
    assert_eq!(gui.chosen(&["ucinewgame", "position startpos", "go movetime 1000"]), "a2a3");
    let black = "position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 moves h1h8";
    assert_eq!(gui.chosen(&[black, "go nodes 5"]), "e8d7");
    assert_eq!(gui.chosen(&["position startpos", "go searchmoves h2h4"]), "h2h4");
    assert_eq!(gui.chosen(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "go"]), "0000");
    gui.say("position startpos");
    gui.say("go infinite");
    gui.say("isready");
    assert_eq!(gui.hear("readyok"), ["readyok"]);
    assert_eq!(gui.chosen(&["stop"]), "a2a3");
    assert_eq!(gui.quit(), (Some(0), String::new()));
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_bot_plays_under_uci_the_game_that_it_plays_under_the_arbiter() {
    let bot = testkit::session::faulty("good", "same");
    let seat = format!("bot:{bot}");
    let records = super::play("same-game", &[&seat, &seat, "--clock", "nodes 5"]);
    let expected: Vec<&str> = records.iter().filter_map(|record| record["action"].as_str()).collect();
    let mut engines = [Gui::start(&bot), Gui::start(&bot)];
    for engine in &mut engines {
        engine.say("uci");
        engine.hear("uciok");
    }
    let mut moves = String::new();
    let mut played = 0;
    loop {
        let position = format!("position startpos{}{moves}", if played == 0 { "" } else { " moves" });
        let action = engines[played % 2].chosen(&[&position, "go nodes 5"]);
        if action == "0000" {
            break;
        }
        assert_eq!(Some(&action.as_str()), expected.get(played), "ply {}", played + 1);
        played += 1;
        moves.push(' ');
        moves.push_str(&action);
    }
    assert_eq!(played, expected.len());
    assert!(played > 10, "{played}");
}

/// PyChess sends `uci` and `quit` at once, and a script sends all its lines and ends.
#[test]
fn what_a_gui_has_asked_before_it_leaves_is_answered() {
    let marker = marker("leaving");
    for (lines, expected) in [
        ("uci\nquit\n", "uciok"),
        // The last line of a script may lack its line feed.
        ("uci\nquit", "uciok"),
        ("uci\nposition startpos\ngo nodes 5", "uciok bestmove"),
        ("uci\nisready\nquit\n", "uciok readyok"),
        ("uci\nposition startpos\ngo nodes 5\n", "uciok bestmove"),
        ("uci\nposition startpos\ngo infinite\n", "uciok bestmove"),
    ] {
        let mut gui = Gui::start(&testkit::session::faulty("good", &marker));
        gui.input.write_all(lines.as_bytes()).unwrap();
        let Gui { engine, input, said } = gui;
        drop(input);
        let said: Vec<String> = said.map(Result::unwrap).collect();
        let answers: Vec<&str> = said
            .iter()
            .filter_map(|line| line.split(' ').next())
            .filter(|verb| !["id", "option", "info"].contains(verb))
            .collect();
        assert_eq!(answers.join(" "), expected, "{lines}: {said:?}");
        let done = engine.wait_with_output().unwrap();
        assert_eq!((done.status.code(), String::from_utf8(done.stderr).unwrap()), (Some(0), String::new()));
    }
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_bot_that_cannot_be_an_engine_is_told() {
    for (bot, expected) in [
        (testkit::session::faulty("other-variant", "unfit"), "the bot does not play chess"),
        ("/no/such/bot".to_owned(), "cannot be started"),
    ] {
        let mut gui = Gui::start(&bot);
        let _ = writeln!(gui.input, "uci");
        assert!(gui.said.by_ref().all(|line| line.unwrap() != "uciok"), "{bot}");
        let (code, said) = gui.end();
        assert!(code == Some(1) && said.contains(expected), "{bot}: {said}");
    }
}
