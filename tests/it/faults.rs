//! Every way to misbehave, with real processes in real matches: the fault, its consequences, its record in the log, and
//! no process left behind.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod stderr;
mod table;

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use table::{ALL, Row, check, check_in, row};
use testkit::processes::scratch;

const LIMIT: &str = "over reason limit score 1/3 1/3 1/3";
const WITHOUT_1: &str = "over reason limit score 0 1/2 1/2";

/// Seat 1 has this fault at its first decision, and the others play on.
fn forfeits(mode: &'static str, word: &'static str, text: &'static str) -> Row {
    row(mode).expect(&[format!("fault 1 {word} {text}"), format!("vacated 1 reason {word}"), WITHOUT_1.to_owned()])
}

/// The game ends without a fault.
fn plays(mode: &'static str) -> Row {
    row(mode).expect(&[LIMIT])
}

/// The bot has this many milliseconds for each decision.
fn within(limit: u64, row: Row) -> Row {
    row.with(&format!("clock {{m}} seat 1 movetime {limit}"))
}

#[test]
fn a_bot_that_ends_is_at_fault_by_a_crash() {
    check(vec![
        forfeits("crash", "crash", "the bot exited with status 3"),
        forfeits("exit", "crash", "the bot exited with status 0"),
        forfeits("signal --signal segv", "crash", "the bot was ended by signal 11"),
        forfeits("signal --signal kill", "crash", "the bot was ended by signal 9"),
        forfeits("mid-line", "crash", "the bot exited with status 0"),
        // The answer counts, and the bot is asked again for the second die.
        forfeits("answer-and-exit", "crash", "the bot exited with status 0").says("played 1 b1a12"),
        forfeits("close-stdout", "crash", "the bot closed its output"),
        forfeits("close-all", "crash", "the bot closed its output"),
        forfeits("close-apart", "crash", "the bot closed its output"),
        forfeits("grandchild-exit", "crash", "the bot exited with status 3"),
        // A script, because the mode `kill-keeper` may still answer before it dies with its keeper.
        forfeits("/bin/sh -c 'kill -9 $PPID; while :; do read x; done'", "crash", "the bot was ended by signal 9")
            .with("seatset {m} 1 isolation off"),
        forfeits("/bin/sh -c 'echo one >&2; echo last words >&2; exit 7'", "crash", "the bot exited with status 7")
            .stderr("one\nlast words"),
        // An exit while the bot is not asked counts when it is asked.
        forfeits("exit --at newgame", "crash", "the bot exited with status 0"),
        forfeits("exit --at idle", "crash", "the bot exited with status 0").says("played 1 b1a12"),
        // The bot is not asked again.
        plays("exit --at over"),
    ]);
}

#[test]
fn a_late_bot_is_at_fault_and_a_slow_one_is_not() {
    check(vec![
        within(400, forfeits("stall", "timeout", "expected an answer within 400 ms")),
        within(400, forfeits("spin", "timeout", "expected an answer within 400 ms")),
        within(400, forfeits("stop-self", "timeout", "expected an answer within 400 ms")),
        within(300, forfeits("late-told", "timeout", "expected an answer within 300 ms")),
        forfeits("late-told", "timeout", "expected an answer within 500 ms")
            .with("clock {m} seat 1 movetime 300 margin 200"),
        plays("late --delay-ms 600").with("clock {m} seat 1 movetime 100 margin 15000"),
        forfeits("late-told", "timeout", "expected an answer within 300 ms").with("clock {m} seat 1 time 300 inc 100"),
        // The smaller limit applies.
        forfeits("late-told", "timeout", "expected an answer within 200 ms")
            .with("clock {m} seat 1 time 60000 inc 100 movetime 200"),
        forfeits("late-told", "timeout", "expected an answer within 250 ms")
            .with("clock {m} time 250 inc 100 movetime 20000")
            .with("clock {m} seat 2 movetime 20000")
            .with("clock {m} seat 3 movetime 20000"),
        // Limits of nodes and depth do not limit time.
        plays("late --delay-ms 100").with("clock {m} nodes 1 depth 1"),
        plays("late --delay-ms 100").with("clock {m} none"),
        // The bot never ends its line, or its line cannot be read.
        within(400, forfeits("no-newline", "timeout", "expected an answer within 400 ms")),
        within(400, forfeits("not-utf8", "timeout", "expected an answer within 400 ms")),
    ]);
}

#[test]
fn a_wrong_answer_is_unreadable_or_illegal() {
    check(vec![
        forfeits("illegal --action a1a2", "illegal", "expected a legal action, found a1a2"),
        forfeits("illegal --action pass", "illegal", "expected a legal action, found pass"),
        forfeits("illegal", "unreadable", "expected a move such as"),
        // The action was legal a moment before.
        forfeits("illegal --after 1", "illegal", "expected a legal action, found b1").says("played 1 b1a12"),
        forfeits("word --action @12", "unreadable", "expected an action, not an event of chance, found @12"),
        forfeits("almost-right", "unreadable", "expected a move such as"),
        forfeits("wrong-case", "unreadable", "expected a move such as"),
        forfeits("empty", "unreadable", "column "),
        forfeits("garbage", "unreadable", "expected a move such as"),
        forfeits("nul", "unreadable", "column "),
        forfeits("control", "unreadable", "column "),
        forfeits("huge-line --bytes 60000", "unreadable", "expected a move such as"),
        // The actions before the illegal one stand.
        forfeits("many --count 50", "illegal", "expected a legal action, found b1c12").says("played 1 b1a12"),
    ]);
}

#[test]
fn a_bot_that_floods_or_does_not_listen_is_at_fault() {
    let dir = scratch("deaf");
    // The bot greets, gets ready twice before it is asked, and never reads.
    script(
        &dir.join("deaf"),
        "#!/bin/sh\nfor o in A B C D; do echo option name $o type string default x; done\necho uviok\necho readyok\n\
         echo readyok\nexec sleep 1000\n",
    );
    let deaf = |row: Row| {
        let long = "y".repeat(40_000);
        ["A", "B", "C", "D"]
            .iter()
            .fold(row, |row, name| row.with(&format!("seatoption {{m}} 1 name {name} value {long}")))
    };
    check_in(
        &dir,
        vec![
            forfeits("flood", "flood", "expected at most 1048576 bytes and 10000 lines"),
            forfeits("chatter --count 20000", "flood", "expected at most 1048576 bytes and 10000 lines"),
            forfeits("huge-line", "flood", "expected lines of at most 65536 bytes"),
            plays("flood-stderr"),
            within(400, forfeits("deaf", "timeout", "expected an answer within 400 ms")),
            within(500, deaf(forfeits("{dir}/deaf", "deaf", "the bot does not read its input: its pipe is full"))),
            deaf(forfeits("{dir}/deaf", "deaf", "the bot does not read its input: its pipe is full"))
                .with("clock {m} none")
                .with("patience {m} ready 2000"),
            forfeits("close-stdin", "deaf", "the bot closed its input, so it cannot be asked"),
        ],
    );
}

#[test]
fn what_a_bot_leaves_behind_is_gone_when_it_is() {
    check(vec![
        plays("ignore-quit").seats(ALL),
        plays("ignore-term").seats(ALL),
        plays("grandchild").seats(ALL),
        plays("leave-session").seats(ALL),
        plays("daemonise").seats(ALL),
        plays("stopped-child").seats(ALL),
        plays("fork-bomb --count 30"),
        plays("runaway --count 200"),
        within(400, forfeits("stall", "timeout", "expected an answer")),
    ]);
}

#[test]
fn a_program_that_cannot_be_executed_is_named() {
    let dir = scratch("no-start");
    script(&dir.join("windows"), "#!/bin/sh\r\nexit\r\n");
    script(&dir.join("format"), "no program at all\n");
    let three = |text: &str| {
        let fault = |seat: u32| format!("fault {seat} no-start {text}");
        vec![fault(1), fault(2), fault(3), "over reason no-start score 0 0 0".to_owned()]
    };
    check_in(
        &dir,
        vec![
            forfeits("/nowhere/bot", "no-start", "there is no file /nowhere/bot"),
            forfeits(
                "{dir}/windows",
                "no-start",
                "{dir}/windows has Windows line ends: its first line is `#!/bin/sh\\r`; remove the carriage returns",
            ),
            forfeits("{dir}/format", "no-start", "cannot execute {dir}/format: Exec format error"),
            // All fail at once, and no seat wins.
            row("/nowhere/bot").seats(ALL).expect(&three("there is no file /nowhere/bot")),
            row("{dir}/format").seats(ALL).expect(&three("cannot execute {dir}/format")),
            row("/nowhere/bot").seats(&[1, 3]).expect(&[
                "fault 1 no-start there is no file",
                "vacated 1 reason no-start",
                "fault 3 no-start there is no file",
                "over reason no-start score 0 1 0",
            ]),
            row("/nowhere/bot").with("onfault {m} random").expect(&["fault 1 no-start there is no file", LIMIT]),
        ],
    );
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}
