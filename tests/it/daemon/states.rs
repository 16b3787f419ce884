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

#[track_caller]
fn check(session: &mut Session, command: &str, cells: [Cell; 4]) {
    for (state, expected) in [State::New, State::Starting, State::Running, State::Over].into_iter().zip(cells) {
        let name = format!("{state:?}{}", session.sent());
        make(session, &name, state);
        let mut answers = session.ask(command.replace("{m}", &name).replace("{start}", START));
        // The bots of earlier matches may still speak. The names of matches alone have capital letters.
        let of_another = |word: &str| word != name && word.starts_with(char::is_uppercase);
        answers.retain(|line| !line.split(' ').nth(1).is_some_and(of_another));
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
}

/// `quit` aborts the running matches.
fn quits(session: &mut Session) {
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

fn already() -> [Cell; 4] {
    [Done, Refused("already-running"), Refused("already-running"), Refused("already-running")]
}

#[test]
fn a_match_is_made_before_it_is_started() {
    let session = &mut Session::start();
    check(session, "setposition {m} {start}", already());
    check(session, "seat {m} 2 host", already());
    check(session, "seatoption {m} 3 name A value b", already());
    check(session, "seatset {m} 3 nice 1", already());
    check(session, "clock {m} movetime 1", already());
    check(session, "patience {m} greet 1", already());
    check(session, "onfault {m} random", already());
    check(session, "log {m} x", already());
    check(session, "takebacks {m} on", already());
    check(session, "keep {m} on", already());
    check(session, "start {m}", already());
    quits(session);
}

#[test]
fn a_match_is_played_while_it_runs() {
    let session = &mut Session::start();
    let [new, over] = [Refused("not-running"), Refused("not-running")];
    check(session, "play {m} 1 b1a12", [new, Refused("not-your-turn"), Told("played {m} 1 b1a12 time "), over]);
    let cells = || [Refused("not-running"), Refused("not-your-turn"), Refused("not-your-turn"), Refused("not-running")];
    check(session, "play {m} 2 b1a12", cells());
    let cells = [Refused("not-running"), Done, Told("vacated {m} 1 reason resign"), Refused("not-running")];
    check(session, "resign {m} 1", cells);
    check(session, "resign {m} 2", [Refused("not-running"), Done, Done, Refused("not-running")]);
    let cells = [Refused("not-running"), Refused("not-running"), Refused("cannot-undo"), Refused("not-running")];
    check(session, "undo {m} 1", cells);
    let cells = [Refused("not-running"), Refused("not-running"), Refused("cannot-undo"), Refused("not-running")];
    check(session, "undo {m} to 0", cells);
    let aborted = "over {m} reason abort";
    check(session, "stop {m}", [Refused("not-running"), Told(aborted), Told(aborted), Refused("not-running")]);
    quits(session);
}

#[test]
fn a_match_is_looked_at_in_any_state() {
    let session = &mut Session::start();
    let legal = || Told("legal {m} 1");
    check(session, "legal {m} 1", [legal(), legal(), Told("legal {m} 1 b1a12 b1c12 "), legal()]);
    check(session, "legal {m} 2", [Told("legal {m} 2"), Told("legal {m} 2"), Told("legal {m} 2"), Told("legal {m} 2")]);
    let places = || Told("legal {m} 1");
    let first = Told("places {m} 1 b1a12 at b1 at a12 text b1-a12");
    check(session, "legal {m} 1 places", [places(), places(), first, places()]);
    let picture = || Told("picture {m} <svg ");
    check(session, "picture {m}", [picture(), picture(), picture(), picture()]);
    let start = || Told("position {m} {start}");
    let thrown = || Told("position {m} 7/");
    check(session, "position {m}", [start(), start(), thrown(), thrown()]);
    check(session, "position {m} 2", [start(), start(), thrown(), thrown()]);
    let none = || Told("history {m} {start} moves");
    let throw = || Told("history {m} {start} moves @62");
    check(session, "history {m}", [none(), none(), throw(), throw()]);
    check(session, "show {m}", [Told("board {m}"), Told("board {m}"), Told("board {m}"), Told("board {m}")]);
    quits(session);
}

#[test]
fn a_match_is_forgotten_when_it_does_not_run() {
    let session = &mut Session::start();
    check(session, "drop {m}", [Done, Refused("already-running"), Refused("already-running"), Done]);
    // Nothing is left to wait for.
    check(
        session,
        "drop {m}\nposition {m}",
        [
            Refused("no-such-match"),
            Told("error already-running"),
            Told("error already-running"),
            Refused("no-such-match"),
        ],
    );
    quits(session);
}
