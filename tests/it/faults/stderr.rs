//! The log of a match whose bot writes control characters to stderr.

use std::fs;

use serde_json::Value;
use testkit::{
    processes::scratch,
    session::{Session, faulty, verify},
};

#[test]
fn a_fault_has_little_of_it_and_a_file_beside_the_log_has_the_rest_once() {
    let dir = scratch("stderr");
    let log = dir.join("m.jsonl");
    let good = faulty("good", "stderr");
    let mut session = Session::start();
    session.say("newmatch m variant orwell maxrounds 3\nonfault m random");
    // The bot is at fault at each decision.
    session.say(format!("seat m 1 bot {}", faulty("complain --bytes 20000", "stderr")));
    session.say(format!("seat m 2 bot {good}\nseat m 3 bot {good}\nlog m {}\nstart m", log.display()));
    session.until("over ");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
    let text = fs::read_to_string(&log).unwrap();
    let faults: Vec<Value> = text
        .lines()
        .filter(|line| line.contains("\"fault\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
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
