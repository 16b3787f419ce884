//! Every kind of misbehaviour, and the first step that it fails in.

use std::{
    collections::BTreeSet,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use serde_json::Value;
use testkit::{
    processes::{eventually, marker, survivors},
    schema::Schema,
    session::faulty,
    zoo::behaviours::zoo,
};

use super::{ARBITER, IMPATIENT, check};

/// The number of bots that are checked at once. Many of them only wait.
const AT_ONCE: usize = 12;

/// The mode passes: the protocol allows it, or it begins after the last step, or limits prevent it.
const PASSES: &str = "passes";

/// The bot dies with its keeper. That takes a moment, in which the bot may pass any number of steps.
const DIES: &str = "newgame|thinking|stop|gameover|movetime|clock|game|passes";

/// The arguments after `--mode`, and the step that fails. If any of several steps may fail first, they are separated by
/// a vertical bar. One row for each kind of result: which behaviour is which fault is the referee's matter, and the zoo
/// tries them all.
const MODES: &[(&str, &str)] = &[
    ("good", PASSES),
    // The bot ends.
    ("crash --last-words hm", "newgame"),
    ("exit --at start", "greeting"),
    // Between two games it may exit.
    ("exit --at over", PASSES),
    // The bot does not greet, or greets wrongly.
    ("never-greet", "greeting"),
    ("bad-greeting", "greeting"),
    ("other-variant", "variants"),
    ("ignore-isready", "isready"),
    // The bot is late.
    ("stall", "newgame"),
    ("late --delay-ms 1000", "movetime"),
    ("late-once --delay-ms 4000", "newgame"),
    ("held", "newgame"),
    // The answer is wrong, or too long.
    ("illegal", "newgame"),
    ("flood --bytes 4000000", "newgame"),
    // The protocol allows it.
    ("resign", PASSES),
    ("resign-idle", PASSES),
    ("chatter --count 4000", PASSES),
    // If the bot is asked again at once, the line that it says unasked may count as the answer.
    ("out-of-turn", "passes|movetime|clock|game"),
    // The bot does not read its input. It says `readyok` twice before the first `isready`.
    ("deaf", "isready|unknown-lines|error"),
    ("ignore-quit", "quit"),
    // The bot leaves processes behind, which are killed with it.
    ("daemonise", PASSES),
    // The bot attacks.
    ("kill-keeper", DIES),
];

/// One of these modes would kill the program that checks, and the others are tried with limits.
const LEFT_OUT: [&str; 3] = ["kill-arbiter", "connect", "hold-memory"];

#[test]
fn every_mode_fails_in_its_step_or_passes() {
    let output = Command::new(ARBITER).args(["schema", "check"]).output().unwrap();
    let schema = Schema::new(serde_json::from_slice(&output.stdout).unwrap());
    let wrong = serde_json::json!({"step": "x", "status": "perhaps", "ms": 1.0, "text": ""});
    assert!(schema.check(&wrong).is_err());
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some((mode, expected)) = MODES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (found, out) = first_failure(mode, &schema);
            if expected.split('|').all(|expected| found != expected) {
                wrong.lock().unwrap().push(format!("{mode}: expected {expected}, found {found}: {out}"));
            }
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The first step that a bot in this mode fails in, and the whole report. Each line of the report fits the schema, and
/// nothing that the bot has started survives.
fn first_failure(mode: &str, schema: &Schema) -> (String, String) {
    let marker = marker("check");
    let done =
        check(&faulty(mode, &marker), &[&IMPATIENT[..], &["--decisions", "4", "--json", "--fail-fast"]].concat());
    let mut failed = None;
    for line in done.out.lines() {
        let report: Value = serde_json::from_str(line).unwrap();
        schema.check(&report).unwrap_or_else(|error| panic!("{mode}: {error}: {line}"));
        if report["status"] == "fail" {
            failed.get_or_insert_with(|| report["step"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(done.code, Some(i32::from(failed.is_some())), "{mode}: {done:?}");
    eventually(mode, || survivors(&marker).is_empty());
    (failed.unwrap_or_else(|| PASSES.to_owned()), done.out)
}

#[test]
fn every_mode_has_its_row() {
    let help = Command::new(testkit::program("arbiter-faulty")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, rows) = help.split_once("Modes, ").unwrap();
    let known: BTreeSet<&str> = rows.lines().skip(1).filter_map(|row| row.split_whitespace().next()).collect();
    let tried = zoo().map(|(mode, _)| mode.trim_start_matches("bare ")).chain(MODES.iter().map(|(mode, _)| *mode));
    let tried = tried.filter_map(|mode| mode.split(' ').next());
    let tried: BTreeSet<&str> = tried.chain(LEFT_OUT).collect();
    assert_eq!(tried, known);
}
