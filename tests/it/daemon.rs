//! The daemon from the host's side: its lines, its answers, its logs, and no leftovers.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod analysing;
mod endings;
mod errors;
mod hosts;
mod keeping;
mod states;
mod ties;
mod watching;

use testkit::{
    processes::scratch,
    session::{Session, faulty, verify},
};

const START: &str = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                     1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 - --- 1 -";

/// The lines that make a match with these players.
fn newmatch(name: &str, words: &str, players: [&str; 3]) -> String {
    let mut lines = format!("newmatch {name} variant orwell {words}\n");
    for (seat, player) in (1..).zip(players) {
        lines.push_str(&format!("seat {name} {seat} {player}\n"));
    }
    lines
}

fn bot(mode: &str, marker: &str) -> String {
    format!("bot {}", faulty(mode, marker))
}

/// The lines that make and start a match of good bots with a log.
fn bots(name: &str, words: &str, log: &str) -> String {
    let good = bot("good", "good");
    format!("{}log {name} {log}\nstart {name}\n", newmatch(name, words, [&good, &good, &good]))
}

#[test]
fn the_handshake_names_the_arbiter_and_what_it_plays() {
    let mut session = Session::start();
    session.say("uvi 1");
    assert_eq!(session.line(), format!("id name Arbiter {}", env!("CARGO_PKG_VERSION")));
    assert!(session.line().starts_with("id author "));
    session.until("uviok");
    let lines: Vec<&str> = session.heard().iter().map(String::as_str).collect();
    for expected in [
        "variant name orwell seats 3 title Orwell Chess",
        "option variant orwell name maxrounds type spin default 500 min 1 max 10000",
    ] {
        assert!(lines.contains(&expected), "{expected} in {lines:?}");
    }
    for line in &lines {
        assert!(line.parse::<uvi::ToHost>().is_ok(), "{line}");
    }
}

#[test]
fn a_host_plays_a_seat() {
    let good = bot("good", "host");
    let log = scratch("host").join("m.jsonl");
    let mut session = Session::start();
    session.say(newmatch("m", "seed 1 maxrounds 2", ["host", &good, &good]));
    session.say(format!("log m {}\nclock m seat 1 time 60000 inc 100\nstart m", log.display()));
    assert_eq!(session.until("turn "), "turn m 1 time 60000 - - inc 100 - -");
    let before = session.ask("legal m 1\nlegal m 2\nposition m\nhistory m");
    assert!(before[0].starts_with("legal m 1 b1a12 b1c12 "), "{before:?}");
    assert_eq!(before[1], "legal m 2");
    // The second action is not legal, so none is played.
    let refused = session.ask("play m 1 b1a12 b1a12");
    let number = session.sent() - 1;
    assert_eq!(refused.len(), 1, "{refused:?}");
    let expected = format!("error illegal-action line {number}: b1a12 is not legal: ");
    assert!(refused[0].starts_with(&expected), "{refused:?}");
    assert_eq!(session.ask("legal m 1\nlegal m 2\nposition m\nhistory m"), before);
    // A host may play both dice at once. Words after them are ignored.
    session.say("play m 1 b1a12 d1b11 c3d4");
    let played = session.until("played m 1 b1a12 ");
    assert!(played.ends_with(" text b1-a12"), "{played}");
    session.until("played m 1 d1b11 ");
    session.until("turn m 1 time ");
    let answers = session.ask("history m\nposition m\nhistory m 1\nposition m 1\nshow m");
    assert_eq!((&answers[2], &answers[3]), (&answers[0], &answers[1]), "nothing is hidden in this variant");
    assert!(answers[4..].iter().all(|line| line.starts_with("board m")), "{answers:?}");
    assert_eq!(answers.iter().filter(|line| *line == "board m").count(), 1);
    assert_eq!(answers.last().unwrap(), "board m");
    // Seat 1 resigns. The game then reaches its limit, and the other two seats share the points.
    session.say("resign m 1");
    assert_eq!(session.until("vacated "), "vacated m 1 reason resign");
    assert_eq!(session.until("over "), "over m reason limit score 0 1/2 1/2");
    assert_eq!(verify(&[&log]).0, Some(0));
}

#[test]
fn what_bots_say_while_thinking_is_passed_on_when_asked_for() {
    let (chatter, good) = (bot("chatter --count 2", "debug"), bot("good", "debug"));
    let play = |debug: &str| {
        let mut session = Session::start();
        session.say(debug);
        session.say(newmatch("m", "seed 1 maxrounds 1", [&chatter, &good, &good]));
        session.say("start m");
        session.until("over ");
        session.heard().iter().filter(|line| line.starts_with("info ")).cloned().collect::<Vec<_>>()
    };
    let lines = ["info m 1 depth 0 score 0 nodes 0", "info m 1 depth 1 score 1 nodes 1"];
    assert_eq!(play("debug on"), [lines, lines].concat());
    assert_eq!(play("debug on\ndebug off"), Vec::<String>::new());
    assert_eq!(play(""), Vec::<String>::new());
}

#[test]
fn lines_may_be_blank_or_end_with_a_return_or_hold_tabs() {
    let mut session = Session::start();
    session.send(b"\r\n\n  \t \n  newmatch\tm  variant   orwell \t\r\nposition m\r\n \nisready\r\nnonsense\r\n");
    assert_eq!(session.line(), "created m");
    assert_eq!(session.line(), format!("position m {START}"));
    assert_eq!(session.line(), "readyok");
    assert_eq!(session.line(), "error unknown-command line 8: unknown verb \"nonsense\"");
}
