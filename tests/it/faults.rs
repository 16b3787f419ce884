//! Faults of the pipes, which the zoo does not have: a full pipe that the bot does not read, and a long text on stderr.
#![cfg(all(feature = "faulty", target_os = "linux"))]

use std::fs;

use serde_json::Value;
use testkit::{
    processes::{eventually, marker, put_program, scratch, survivors},
    session::{Session, faulty, verify},
    word,
};

/// The bot greets, gets ready twice before it is asked, and never reads. Its options are longer than a pipe.
#[test]
fn a_bot_that_does_not_listen_is_at_fault() {
    let dir = scratch("deaf");
    let (deaf, marker) = (dir.join("deaf"), marker("deaf"));
    let options = ["A", "B", "C", "D"];
    let declared = options.map(|name| format!("echo option name {name} type string default x\n")).concat();
    put_program(&deaf, format!("#!/bin/sh\n{declared}echo uviok\necho readyok\necho readyok\nexec sleep 1000\n"));
    let long = "y".repeat(40_000);
    let set = options.map(|name| format!("seatoption m 1 name {name} value {long}\n")).concat();
    let good = faulty("good", &marker);
    let log = dir.join("m.jsonl");
    for limit in ["clock m movetime 20000\nclock m seat 1 movetime 500", "clock m none\npatience m ready 2000"] {
        let mut session = Session::start();
        session.say(format!("newmatch m variant orwell seed 1 maxrounds 1\nlog m {}", log.display()));
        session.say(format!("seat m 1 bot {} {marker}\nseat m 2 bot {good}\nseat m 3 bot {good}", word(&deaf)));
        session.say(format!("{set}{limit}\nstart m"));
        let fault = session.until("fault ");
        assert!(fault.starts_with("fault m 1 deaf the bot does not read its input: its pipe is full"), "{fault}");
        assert_eq!(session.until("over "), "over m reason limit score 0 1/2 1/2");
        session.say("quit");
        assert_eq!(session.exit(), Some(0));
        eventually("no process is left", || survivors(&marker).is_empty());
        assert_eq!(verify(&[&log]).0, Some(0));
        fs::remove_file(&log).unwrap();
    }
}

/// A bot that writes control characters to stderr.
#[test]
fn a_fault_has_little_of_stderr_and_a_file_beside_the_log_has_the_rest_once() {
    let dir = scratch("stderr");
    let log = dir.join("m.jsonl");
    let good = faulty("good", "stderr");
    let mut session = Session::start();
    session.say("newmatch m variant orwell maxrounds 3 seed 5\nonfault m random");
    // The bot is at fault at each decision.
    session.say(format!("seat m 1 bot {}", faulty("complain --bytes 20000", "stderr")));
    session.say(format!("seat m 2 bot {good}\nseat m 3 bot {good}\nlog m {}\nstart m", log.display()));
    session.until("over ");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
    let text = fs::read_to_string(&log).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let faults: Vec<Value> = records.filter(|record| record["type"] == "fault").collect();
    assert!(faults.len() > 2, "{text}");
    for fault in &faults {
        let stderr = fault["stderr"].to_string();
        assert!((4096..=8192 + 2).contains(&stderr.len()), "{}", stderr.len());
    }
    let beside = fs::read_to_string(dir.join("m.jsonl.stderr-1")).unwrap();
    assert_eq!(beside.matches("\\u{1b}").count(), 20_000 * faults.len(), "all stands there once");
    let (code, text) = verify(&[&log]);
    assert_eq!(code, Some(0), "{text}");
}
