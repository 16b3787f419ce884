//! `arbiter-search` as a process: it plays in time, and hears commands while it thinks.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use arbiter::bot::{BotProcess as _, Exit, Launch};
use testkit::{
    boards::{self, Board},
    run::{RunFolder, said},
};

use crate::processes::bench::Talk;

/// The times of all decisions in a match of the bot against itself, in milliseconds.
#[track_caller]
fn times(board: Board, clock: &str) -> Vec<f64> {
    let folder = RunFolder::new(&format!("search-{}", board.variant.word()));
    let player = format!("bot:{}", testkit::program_word("arbiter-search"));
    let mut command = folder.arbiter(&[]);
    command.args(board.play((0..board.seats).map(|_| player.clone())));
    command.args(["--seed", "5", "--quiet", "--forbid-faults", "--log", "m.jsonl", "--clock", clock]);
    said(command.output().unwrap()).code(0);
    let log = folder.read("m.jsonl");
    let records = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    records.filter_map(|record| record.get("ms")?.as_f64()).collect()
}

/// On a busy machine a bot may be kept from its processor for longer than its time. So a large margin forgives
/// lateness. But some answer must be in time, and the time must be used.
#[test]
fn each_kind_of_game_is_played_in_time() {
    for board in boards::kinds() {
        let mut times = times(board, "movetime 50 margin 20000");
        times.sort_by(f64::total_cmp);
        let (shortest, longest) = (times[0], times[times.len() - 1]);
        assert!(shortest <= 50.0 && longest >= 20.0, "{}: {times:?}", board.variant.word());
    }
}

/// Asks for a first move of Isolation, with more time than a test may take.
fn ask(bot: &mut Talk) {
    let position = format!("{} 8/8/8/8/8/8/8/8 1", ["RYBGRYBG"; 8].join("/"));
    bot.say("newgame variant isolation seats 2 seat 1\n");
    bot.say(&format!("position {position}\nlegal a1 a2\ngo movetime 3600000\n"));
}

#[track_caller]
fn answers(bot: &mut Talk) {
    let info = bot.line();
    assert!(info.starts_with("info nodes ") && info.contains(" score "), "{info}");
    let answer = bot.line();
    assert!(answer.starts_with("bestmove "), "{answer}");
}

#[test]
fn it_hears_while_it_thinks() {
    let launch = Launch::new(vec![env!("CARGO_BIN_EXE_arbiter-search").into()]);
    let mut bot = Talk::start(&launch);
    for _ in 0..3 {
        ask(&mut bot);
        bot.say("isready\n");
        assert_eq!(bot.line(), "readyok");
        // What is said to be over is answered before `readyok`, or never.
        bot.say("stop\nisready\n");
        answers(&mut bot);
        assert_eq!(bot.line(), "readyok");
    }
    ask(&mut bot);
    bot.say("gameover reason isolated score 1 0\n");
    answers(&mut bot);
    ask(&mut bot);
    bot.say("quit\n");
    answers(&mut bot);
    assert_eq!(bot.exit(), Exit::Code(0));
    let mut bot = Talk::start(&launch);
    ask(&mut bot);
    bot.bot.close_input();
    assert_eq!(bot.exit(), Exit::Code(0));
}
