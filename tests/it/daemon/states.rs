//! The effect of each command in each state of a match (UVI 4.2).

use Cell::{Done, Refused, Told};
use testkit::session::Session;

use super::{START, bot, newmatch};

enum Cell {
    Refused(&'static str),
    /// Success, with this line first.
    Told(&'static str),
    Done,
}

#[derive(Debug, Clone, Copy)]
enum State {
    New,
    Starting,
    Running,
    Over,
}

/// Makes a match in this state. Seat 1 is asked while the match runs.
fn make(session: &mut Session, name: &str, state: State) {
    let slow = bot("never-greet", "states");
    let good = bot("good", "states");
    let third = if let State::Starting = state { &slow } else { &good };
    session.say(newmatch(name, "seed 1", ["host", "host", third]));
    session.until(&format!("created {name}"));
    session.say(format!("patience {name} quit 100"));
    match state {
        State::New => {}
        State::Starting => session.say(format!("start {name}")),
        State::Running | State::Over => {
            session.say(format!("start {name}"));
            // Messages about the previous match may come meanwhile.
            session.until(&format!("turn {name} "));
        }
    }
    if let State::Over = state {
        session.say(format!("stop {name}"));
        session.until(&format!("over {name} "));
    }
}

const STATES: [&str; 4] = ["New", "Starting", "Running", "Over"];

#[track_caller]
fn check(command: &str, cells: [Cell; 4]) {
    let mut session = Session::start();
    for (state, expected) in [State::New, State::Starting, State::Running, State::Over].into_iter().zip(cells) {
        let name = format!("{state:?}");
        make(&mut session, &name, state);
        let mut answers = session.ask(command.replace("{m}", &name).replace("{start}", START));
        // The bots of the previous match may still speak.
        answers.retain(|line| line.split(' ').nth(1).is_none_or(|word| word == name || !STATES.contains(&word)));
        let first = answers.first().map(String::as_str);
        let what = format!("{command} in state {name}: {answers:?}");
        match expected {
            Refused(code) => {
                let error = format!("error {code} line {}: ", session.sent() - 1);
                assert!(answers.len() == 1 && first.unwrap().starts_with(&error), "{what}");
            }
            Told(line) => {
                let line = line.replace("{m}", &name).replace("{start}", START);
                assert!(first.is_some_and(|first| first.starts_with(&line)), "{what}");
            }
            Done => assert!(answers.is_empty(), "{what}"),
        }
    }
    // `quit` aborts the running matches.
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

fn already() -> [Cell; 4] {
    [Done, Refused("already-running"), Refused("already-running"), Refused("already-running")]
}

#[test]
fn a_match_is_made_before_it_is_started() {
    check("setposition {m} {start}", already());
    check("seat {m} 2 host", already());
    check("seatoption {m} 3 name A value b", already());
    check("seatset {m} 3 nice 1", already());
    check("clock {m} movetime 1", already());
    check("patience {m} greet 1", already());
    check("onfault {m} random", already());
    check("log {m} x", already());
    check("takebacks {m} on", already());
    check("keep {m} on", already());
    check("start {m}", already());
}

#[test]
fn a_match_is_played_while_it_runs() {
    let [new, over] = [Refused("not-running"), Refused("not-running")];
    check("play {m} 1 b1a12", [new, Refused("not-your-turn"), Told("played {m} 1 b1a12 time "), over]);
    let cells = || [Refused("not-running"), Refused("not-your-turn"), Refused("not-your-turn"), Refused("not-running")];
    check("play {m} 2 b1a12", cells());
    let cells = [Refused("not-running"), Done, Told("vacated {m} 1 reason resign"), Refused("not-running")];
    check("resign {m} 1", cells);
    check("resign {m} 2", [Refused("not-running"), Done, Done, Refused("not-running")]);
    let cells = [Refused("not-running"), Refused("not-running"), Refused("cannot-undo"), Refused("not-running")];
    check("undo {m} 1", cells);
    let cells = [Refused("not-running"), Refused("not-running"), Refused("cannot-undo"), Refused("not-running")];
    check("undo {m} to 0", cells);
    let aborted = "over {m} reason abort";
    check("stop {m}", [Refused("not-running"), Told(aborted), Told(aborted), Refused("not-running")]);
}

#[test]
fn a_match_is_looked_at_in_any_state() {
    let legal = || Told("legal {m} 1");
    check("legal {m} 1", [legal(), legal(), Told("legal {m} 1 b1a12 b1c12 "), legal()]);
    check("legal {m} 2", [Told("legal {m} 2"), Told("legal {m} 2"), Told("legal {m} 2"), Told("legal {m} 2")]);
    let places = || Told("legal {m} 1");
    let first = Told("places {m} 1 b1a12 at b1 at a12 text b1-a12");
    check("legal {m} 1 places", [places(), places(), first, places()]);
    let picture = || Told("picture {m} <svg ");
    check("picture {m}", [picture(), picture(), picture(), picture()]);
    let start = || Told("position {m} {start}");
    let thrown = || Told("position {m} 7/");
    check("position {m}", [start(), start(), thrown(), thrown()]);
    check("position {m} 2", [start(), start(), thrown(), thrown()]);
    let none = || Told("history {m} {start} moves");
    let throw = || Told("history {m} {start} moves @62");
    check("history {m}", [none(), none(), throw(), throw()]);
    check("show {m}", [Told("board {m}"), Told("board {m}"), Told("board {m}"), Told("board {m}")]);
}

#[test]
fn a_match_is_forgotten_when_it_does_not_run() {
    check("drop {m}", [Done, Refused("already-running"), Refused("already-running"), Done]);
    // Nothing is left to wait for.
    check(
        "drop {m}\nposition {m}",
        [
            Refused("no-such-match"),
            Told("error already-running"),
            Told("error already-running"),
            Refused("no-such-match"),
        ],
    );
}
