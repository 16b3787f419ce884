//! The end of the daemon: logs are closed, and no process is left.

use std::{fs, path::Path, process::Command, thread, time::Duration};

use rustix::process::Signal;
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    session::{Session, verify},
};

use super::{bot, bots, newmatch};

/// Bots that think for ever, one of which refuses to leave.
fn endless(name: &str, marker: &str, log: &Path) -> String {
    let (stall, stays) = (bot("stall", marker), bot("ignore-term", marker));
    let lines = newmatch(name, "seed 1", [&stall, &stays, &stall]);
    format!("{lines}clock {name} none\npatience {name} quit 300\nlog {name} {}\nstart {name}\n", log.display())
}

#[track_caller]
fn ends(code: i32, end: impl FnOnce(&mut Session)) {
    let marker = marker("ends");
    let dir = scratch("ends");
    let mut session = Session::start();
    let logs: Vec<_> = (0..3).map(|number| dir.join(format!("{number}.jsonl"))).collect();
    for (number, log) in logs.iter().enumerate() {
        session.say(endless(&format!("m{number}"), &marker, log));
    }
    for _ in &logs {
        session.until("chance ");
    }
    end(&mut session);
    let mut rest = session.rest();
    rest.sort();
    rest.retain(|line| line.starts_with("over "));
    assert_eq!(rest, ["over m0 reason abort", "over m1 reason abort", "over m2 reason abort"]);
    assert_eq!(session.exit(), Some(code));
    assert_eq!(survivors(&marker), Vec::<String>::new());
    let (code, text) = verify(&logs);
    assert_eq!(code, Some(0), "{text}");
    for log in &logs {
        let text = fs::read_to_string(log).unwrap();
        let last = text.lines().last().unwrap();
        assert!(last.contains("\"type\":\"result\",\"reason\":\"abort\"") && !last.contains("score"), "{last}");
    }
    assert_eq!(fs::read_dir(dir).unwrap().count(), 3, "no seed is left");
}

#[test]
fn whatever_ends_it_closes_the_logs_and_leaves_no_process() {
    ends(0, |session| session.say("quit"));
    ends(0, Session::close);
    ends(130, |session| session.signal(Signal::INT));
    ends(143, |session| session.signal(Signal::TERM));
    // The host waits with `wait`.
    ends(130, |session| {
        session.say("isready\nwait");
        session.signal(Signal::INT);
    });
    ends(0, |session| {
        session.say("wait");
        // The arbiter does not take a line that comes so late for a part of the script that said `wait`.
        thread::sleep(Duration::from_millis(400));
        session.say("quit");
    });
}

#[test]
fn a_script_plays_to_the_end() {
    for end in ["wait\n", "wait m\nwait\n\nquit\n", "wait other\nwait m"] {
        let log = scratch("script").join("m.jsonl");
        let mut session = Session::start();
        let lines = bots("m", "seed 1 maxrounds 2", &format!("\"{}\"", log.display()));
        session.send(format!("newmatch other variant orwell\n{lines}{end}").as_bytes());
        session.close();
        let rest = session.rest();
        assert_eq!(rest.last().unwrap(), "over m reason limit score 1/3 1/3 1/3", "{end}");
        assert_eq!(session.exit(), Some(0), "{end}");
        assert_eq!(verify(&[&log]).0, Some(0), "{end}");
    }
}

#[test]
fn a_wait_ends_with_a_match_that_cannot_start() {
    let wrong = bot("other-variant", "cannot");
    let mut session = Session::start();
    session.say(newmatch("m", "seed 1", [&wrong, &wrong, &wrong]) + "start m\nwait m\nisready\nwait\nquit");
    session.until("error cannot-start ");
    assert_eq!(session.until("readyok"), "readyok");
    assert_eq!(session.exit(), Some(0));
}

/// The match is kept, but has not begun.
#[test]
fn a_match_whose_bots_still_greet_leaves_nothing() {
    let dir = scratch("greets");
    let greets = bot("never-greet", "greets");
    let mut session = Session::start();
    session.say(newmatch("m", "", ["host", "host", &greets]));
    session.say(format!("keep m on\nlog m {}\nstart m\nquit", dir.join("m.jsonl").display()));
    assert_eq!(session.exit(), Some(0));
    assert_eq!(fs::read_dir(dir).unwrap().count(), 0);
}

#[test]
fn a_second_signal_does_not_wait_for_the_bots() {
    let marker = marker("second");
    let log = scratch("second").join("m.jsonl");
    let mut session = Session::start();
    session.say(endless("m", &marker, &log).replace("quit 300", "quit 600000"));
    session.until("chance ");
    session.signal(Signal::INT);
    session.until("over m reason abort");
    session.signal(Signal::TERM);
    assert_eq!(session.exit(), Some(143));
    eventually("no process is left", || survivors(&marker).is_empty());
}

#[test]
fn a_folder_is_no_host() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let done = command.stdin(std::fs::File::open("/").unwrap()).output().unwrap();
    assert_eq!(done.status.code(), Some(4));
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(said, "arbiter: stdin: expected lines of a host, found a directory\n");
}
