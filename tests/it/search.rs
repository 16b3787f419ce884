//! `arbiter-search` as a process: it plays in time, repeats its game of every variant if nodes are limited, and hears
//! commands while it thinks.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
};

use testkit::{
    boards::{self, Board},
    run::{RunFolder, said},
};

const SEARCH: &str = env!("CARGO_BIN_EXE_arbiter-search");

/// The log of a match of the bot against itself, with these words for the bot and for the match.
#[track_caller]
fn play(board: Board, name: &str, bot: &str, words: &[&str]) -> String {
    let folder = RunFolder::new(&format!("search-{name}-{}", board.variant.word()));
    let player = format!("bot:{} {bot}", testkit::program_word("arbiter-search"));
    let mut command = folder.arbiter(&["play"]);
    command.args(&board.play((0..board.seats).map(|_| player.clone()))[1..]);
    command.args(["--seed", "5", "--quiet", "--forbid-faults", "--log", "m.jsonl"]).args(words);
    said(command.output().unwrap()).code(0);
    folder.read("m.jsonl")
}

/// The times of all decisions, in milliseconds.
fn times(log: &str) -> Vec<f64> {
    let records = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    records.filter_map(|record| record.get("ms")?.as_f64()).collect()
}

/// The variants with their fewest seats.
fn boards() -> impl Iterator<Item = Board> {
    boards::all().into_iter().filter(|board| board.seats == board.variant.seats()[0])
}

/// On a busy machine a bot may be kept from its processor for longer than its time. So a large margin forgives
/// lateness. But some answer must be in time, and the time must be used.
#[test]
fn each_kind_of_game_is_played_in_time() {
    for board in boards::kinds() {
        let mut times = times(&play(board, "time", "", &["--clock", "movetime 50 margin 20000"]));
        times.sort_by(f64::total_cmp);
        let (shortest, longest) = (times[0], times[times.len() - 1]);
        assert!(shortest <= 50.0 && longest >= 20.0, "{}: {times:?}", board.variant.word());
    }
}

#[test]
fn the_same_game_is_played_again_where_nodes_limit_it() {
    thread::scope(|scope| {
        for (board, threads) in boards().zip([1, 2].into_iter().cycle()) {
            let game = move |name| {
                let bot = format!("--seed 3 --threads {threads}");
                play(board, name, &bot, &["--clock", "nodes 12", "--times", "off"])
            };
            scope.spawn(move || assert_eq!(game("one"), game("two"), "{}", board.variant.word()));
        }
    });
}

/// A running bot.
struct Talk {
    bot: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn new() -> Self {
        let mut bot = Command::new(SEARCH).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (bot.stdin.take().unwrap(), BufReader::new(bot.stdout.take().unwrap()));
        Self { bot, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Asks for a first move of Isolation, with more time than a test may take.
    fn ask(&mut self) {
        let colours = ["RYBGRYBG"; 8].join("/");
        self.say("newgame variant isolation seats 2 seat 1");
        self.say(&format!("position {colours} 8/8/8/8/8/8/8/8 1"));
        self.say("legal a1 a2");
        self.say("go movetime 3600000");
    }

    #[track_caller]
    fn answers(&mut self) {
        let info = self.hear();
        assert!(info.starts_with("info nodes ") && info.contains(" score "), "{info}");
        let answer = self.hear();
        assert!(answer.starts_with("bestmove "), "{answer}");
    }
}

#[test]
fn it_hears_while_it_thinks() {
    let mut talk = Talk::new();
    for _ in 0..3 {
        talk.ask();
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        talk.say("stop");
        talk.answers();
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
    }
    talk.ask();
    talk.say("gameover reason isolated score 1 0");
    talk.answers();
    talk.ask();
    talk.say("quit");
    talk.answers();
    assert!(talk.bot.wait().unwrap().success());
    let mut talk = Talk::new();
    talk.ask();
    drop(talk.input);
    assert!(talk.bot.wait().unwrap().success());
}
