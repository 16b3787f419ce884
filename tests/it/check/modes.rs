//! Every way to misbehave, and the first step that it fails in.

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

use super::{FAULTY, IMPATIENT, check};

/// The number of bots that are checked at once. Many of them only wait.
const AT_ONCE: usize = 12;

/// The mode passes: the protocol allows it, or it begins after the last step, or limits prevent it.
const PASSES: &str = "passes";

/// The bot dies with its keeper. That takes a moment, in which the bot may pass any number of steps.
const DIES: &str = "newgame|thinking|stop|gameover|movetime|clock|game|passes";

/// The arguments after `--mode`, and the step that fails. If any of several steps may fail first, they are separated by
/// a vertical bar.
const MODES: &[(&str, &str)] = &[
    ("good", PASSES),
    // The bot ends.
    ("crash", "newgame"),
    ("exit", "newgame"),
    ("exit --at start", "greeting"),
    ("exit --at ready", "isready"),
    ("exit --at over", "newgame"),
    ("signal", "newgame"),
    ("mid-line", "newgame"),
    ("answer-and-exit", "newgame"),
    ("become-another", "newgame"),
    // The bot does not greet, or greets wrongly.
    ("never-greet", "greeting"),
    ("greet-for-ever", "greeting"),
    ("drip", "greeting"),
    ("parrot", "greeting"),
    ("escapes", PASSES),
    ("greet-again", PASSES),
    ("bad-greeting", "greeting"),
    ("other-variant", "variants"),
    ("ignore-isready", "isready"),
    // The bot is late.
    ("stall", "newgame"),
    ("late --delay-ms 4000", "newgame"),
    ("late --delay-ms 1000", "movetime"),
    ("late-told", "newgame"),
    ("held", "newgame"),
    ("late-once --delay-ms 4000", "newgame"),
    ("spin", "newgame"),
    ("stop-self", "newgame"),
    // The answer is wrong.
    ("illegal", "newgame"),
    ("slip", "newgame"),
    ("almost-right", "newgame"),
    ("wrong-case", "newgame"),
    ("word", "newgame"),
    ("empty", "newgame"),
    ("garbage", "newgame"),
    ("nul", "newgame"),
    ("not-utf8", "newgame"),
    ("control", "newgame"),
    ("crlf", PASSES),
    ("slowly", PASSES),
    // Further lines are ignored.
    ("many --count 2", PASSES),
    ("trailing", "newgame"),
    ("trailing-words", PASSES),
    ("mark", "newgame"),
    ("capital-verb", "newgame"),
    ("blanks", PASSES),
    ("answer-and-resign", PASSES),
    ("resign-and-answer", PASSES),
    ("former-game", PASSES),
    ("twice", PASSES),
    ("no-newline", "newgame"),
    ("huge-line --bytes 60000", "newgame"),
    ("huge-line --bytes 1000000", "newgame"),
    // The bot speaks when it should not.
    ("early", PASSES),
    // If the bot is asked again at once, the line that it says unasked may count as the answer.
    ("out-of-turn", "passes|movetime|clock|game"),
    ("resign", PASSES),
    ("resign-idle", PASSES),
    ("unknown-verbs", PASSES),
    ("chatter --count 4000", PASSES),
    ("chatter --count 20000", "newgame"),
    ("flood --bytes 4000000", "newgame"),
    ("flood-stderr --bytes 4000000", PASSES),
    ("complain --bytes 20000", "newgame"),
    // The bot does not read its input. It says `readyok` twice before the first `isready`.
    ("deaf", "isready|unknown-lines|error"),
    ("close-stdin", "isready|unknown-lines|error"),
    ("close-stdout", "newgame"),
    ("close-all", "newgame"),
    ("close-apart", "newgame"),
    ("ignore-quit", "quit"),
    ("ignore-term", "quit"),
    // The bot leaves processes behind, which are killed with it.
    ("grandchild", PASSES),
    ("grandchild-exit", "newgame"),
    ("leave-session", PASSES),
    ("daemonise", PASSES),
    ("stopped-child", PASSES),
    ("fork-bomb --count 12", PASSES),
    ("runaway --count 12", PASSES),
    ("zombies --count 12", PASSES),
    // The bot attacks.
    ("kill-keeper", DIES),
    ("stop-keeper", PASSES),
    ("hold-keeper", PASSES),
    ("trace-keeper", PASSES),
    ("blind-keeper", PASSES),
    ("traced", PASSES),
    ("share-pipes", PASSES),
    ("trace-others", PASSES),
    ("stop-others", PASSES),
    ("type", PASSES),
    ("rewrite", PASSES),
    ("kill-all", PASSES),
    ("feign", "newgame"),
    ("leave-core", PASSES),
    ("slow-keeper", PASSES),
    ("reach --action disk", PASSES),
    ("change-modes", PASSES),
    // Without namespaces these modes have little effect.
    ("fill-shared --bytes 1", PASSES),
    ("fill-memory --bytes 4000000", PASSES),
    ("hold-memory --bytes 4000000", PASSES),
    ("threads --count 12", PASSES),
    ("connect --action 127.0.0.1:9", PASSES),
    ("delete-files", PASSES),
    ("open-files --count 20", PASSES),
];

/// This mode would kill the program that checks, so another test has it.
const LEFT_OUT: [&str; 1] = ["kill-arbiter"];

#[test]
fn every_mode_fails_in_its_step_or_passes() {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some((mode, expected)) = MODES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (found, out) = first_failure(mode);
            if expected.split('|').all(|expected| found != expected) {
                wrong.lock().unwrap().push(format!("{mode}: expected {expected}, found {found}: {out}"));
            }
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The first step that a bot in this mode fails in, and the whole report.
fn first_failure(mode: &str) -> (String, String) {
    let done = check(
        &format!("{} --mode {mode}", *FAULTY),
        &[&IMPATIENT[..], &["--decisions", "4", "--json", "--fail-fast"]].concat(),
    );
    let reports = done.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let failed = reports.filter(|report| report["status"] == "fail").map(|report| report["step"].to_string());
    let failed = failed.map(|step| step.trim_matches('"').to_owned()).next();
    assert_eq!(done.code, Some(i32::from(failed.is_some())), "{mode}: {done:?}");
    (failed.unwrap_or_else(|| PASSES.to_owned()), done.out)
}

#[test]
fn every_mode_has_its_row() {
    let help = Command::new(testkit::program("arbiter-faulty")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, rows) = help.split_once("Modes, ").unwrap();
    let known: BTreeSet<&str> = rows.lines().skip(1).filter_map(|row| row.split_whitespace().next()).collect();
    let tried = MODES.iter().filter_map(|(mode, _)| mode.split(' ').next());
    let tried: BTreeSet<&str> = tried.chain(LEFT_OUT).collect();
    assert_eq!(tried, known);
}
