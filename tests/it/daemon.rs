//! The daemon from the host's side: its lines, its answers, its logs, and no leftovers.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod analysing;
mod endings;
mod errors;
mod hosts;
mod states;
mod ties;
mod watching;

use testkit::session::{Session, faulty};

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
fn lines_may_be_blank_or_end_with_a_return_or_hold_tabs() {
    let mut session = Session::start();
    session.send(b"\r\n\n  \t \n  newmatch\tm  variant   orwell \t\r\nposition m\r\n \nisready\r\nnonsense\r\n");
    assert_eq!(session.line(), "created m");
    assert_eq!(session.line(), format!("position m {START}"));
    assert_eq!(session.line(), "readyok");
    assert_eq!(session.line(), "error unknown-command line 8: unknown verb \"nonsense\"");
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
