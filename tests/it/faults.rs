//! Every way to misbehave, with real processes in real matches: the fault, its consequences, its record in the log, and
//! no process left behind.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod stderr;
mod table;

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use table::{ALL, Row, check, check_in, row};
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    session::{Session, faulty},
};

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
fn a_bot_that_does_not_greet_or_get_ready_is_at_fault_when_the_match_begins() {
    let greet = "patience {m} greet 3000";
    let ready = "patience {m} ready 3000";
    check(vec![
        forfeits("never-greet", "no-greeting", "expected uviok within 3000 ms").with(greet),
        forfeits("greet-for-ever", "no-greeting", "expected uviok within 3000 ms").with(greet),
        forfeits("bad-greeting", "unreadable", "column "),
        forfeits("ignore-isready", "timeout", "expected readyok within 3000 ms").with(ready),
        forfeits("ignore-isready --after 1", "timeout", "expected readyok within 3000 ms").with(ready),
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
fn what_is_allowed_is_no_fault() {
    check(vec![
        plays("good").seats(ALL).rounds(3),
        plays("good --pick last").seats(ALL).rounds(2),
        plays("crlf").seats(ALL),
        plays("slowly").seats(ALL),
        plays("twice").seats(ALL),
        plays("unknown-verbs").seats(ALL),
        plays("chatter --count 9000"),
        // With one die left, the turn ends with the first action, and the others are ignored.
        plays("many").with(
            "setposition {m} 7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
             1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 6 --- 1 -",
        ),
        // These modes speak when no question is open.
        plays("out-of-turn --at newgame"),
        plays("resign-idle --at newgame"),
        plays("out-of-turn --at over"),
        plays("resign-idle --at over"),
        plays("stop-keeper"),
    ]);
}

#[test]
fn a_bot_that_resigns_is_not_at_fault() {
    check(vec![
        row("resign").expect(&["vacated 1 reason resign", WITHOUT_1]),
        row("resign").seats(ALL).expect(&["vacated 1 reason resign", "over reason resign score 0 0 1"]),
        row("resign").with("onfault {m} random").expect(&["vacated 1 reason resign", WITHOUT_1]),
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
    fs::write(dir.join("plain"), "text").unwrap();
    script(&dir.join("interpreter"), "#!/nowhere/interpreter\n");
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
            forfeits("{dir}/none", "no-start", "there is no file {dir}/none"),
            forfeits("{dir}/plain/none", "no-start", "there is no file {dir}/plain/none"),
            forfeits("{dir}", "no-start", "{dir} is a directory"),
            forfeits("{dir}/plain", "no-start", "{dir}/plain is not executable"),
            forfeits(
                "{dir}/interpreter",
                "no-start",
                "{dir}/interpreter names the interpreter /nowhere/interpreter in its first line, which does not exist",
            ),
            forfeits(
                "{dir}/windows",
                "no-start",
                "{dir}/windows has Windows line ends: its first line is `#!/bin/sh\\r`; remove the carriage returns",
            ),
            forfeits("{dir}/format", "no-start", "cannot execute {dir}/format: Exec format error"),
            forfeits("'no-such-bot'", "no-start", "there is no program no-such-bot on the PATH"),
            forfeits("good", "no-start", "there is no directory {dir}/none").with("seatset {m} 1 dir {dir}/none"),
            forfeits("good", "no-start", "{dir}/plain is not a directory").with("seatset {m} 1 dir {dir}/plain"),
            // All fail at once, and no seat wins.
            row("/nowhere/bot").seats(ALL).expect(&three("there is no file /nowhere/bot")),
            row("{dir}/format").seats(ALL).expect(&three("cannot execute {dir}/format")),
            row("/nowhere/bot").seats(&[1, 3]).expect(&[
                "fault 1 no-start there is no file",
                "vacated 1 reason no-start",
                "fault 3 no-start there is no file",
                "over reason no-start score 0 1 0",
            ]),
            row("/nowhere/bot")
                .with("onfault {m} random")
                .rounds(3)
                .expect(&["fault 1 no-start there is no file", LIMIT]),
            row("/nowhere/bot").seats(ALL).with("onfault {m} random").rounds(3).expect(&[
                "fault 1 no-start there is no file",
                "fault 2 no-start there is no file",
                "fault 3 no-start there is no file",
                LIMIT,
            ]),
        ],
    );
}

#[test]
fn of_several_faulty_bots_the_last_one_wins() {
    check(vec![
        row("crash").seats(&[1, 2]).expect(&[
            "fault 1 crash the bot exited",
            "vacated 1 reason crash",
            "fault 2 crash the bot exited",
            "over reason crash score 0 0 1",
        ]),
        row("crash").seats(&[2, 3]).expect(&[
            "fault 2 crash the bot exited",
            "vacated 2 reason crash",
            "fault 3 crash the bot exited",
            "over reason crash score 1 0 0",
        ]),
        row("crash").seats(ALL).expect(&[
            "fault 1 crash the bot exited",
            "vacated 1 reason crash",
            "fault 2 crash the bot exited",
            "over reason crash score 0 0 1",
        ]),
    ]);
}

#[test]
fn with_onfault_random_the_arbiter_plays_on() {
    let random = |mode| row(mode).with("onfault {m} random").rounds(2);
    let timeout = "fault 1 timeout expected an answer within 200 ms";
    let less = "fault 1 timeout expected an answer within 100 ms";
    check(vec![
        // The bot is asked again each time.
        random("illegal --action a1a2").expect(&[
            "fault 1 illegal",
            "fault 1 illegal",
            "fault 1 illegal",
            "fault 1 illegal",
            LIMIT,
        ]),
        random("late-told").with("clock {m} seat 1 movetime 200").expect(&[timeout, timeout, timeout, timeout, LIMIT]),
        // The clock has only the increment left.
        random("late-told").with("clock {m} seat 1 time 200 inc 100").expect(&[timeout, less, less, less, LIMIT]),
        // The bot misses the `readyok`, and is absent to the end.
        random("stall").with("clock {m} seat 1 movetime 200").with("patience {m} ready 2000").expect(&[timeout, LIMIT]),
        random("crash").expect(&["fault 1 crash the bot exited with status 3", LIMIT]),
        random("crash").seats(ALL).expect(&["fault 1 crash", "fault 2 crash", "fault 3 crash", LIMIT]),
        random("never-greet").with("patience {m} greet 3000").expect(&["fault 1 no-greeting expected uviok", LIMIT]),
        random("close-stdin").expect(&["fault 1 deaf", LIMIT]),
        random("close-stdout").expect(&["fault 1 crash the bot closed its output", LIMIT]),
    ]);
}

#[test]
fn a_bot_of_another_variant_cannot_start() {
    let marker = marker("other-variant");
    let log = scratch("other-variant").join("m.jsonl");
    let mut session = Session::start();
    let (wrong, good) = (faulty("other-variant", &marker), faulty("good", &marker));
    session.say(format!(
        "newmatch m variant orwell seed 1 maxrounds 1\nseat m 1 bot {wrong}\nseat m 2 bot {good}\nseat m 3 bot {good}\n\
         log m {}\nstart m\nwait",
        log.display()
    ));
    assert_eq!(
        session.until("error "),
        "error cannot-start line 6: the bot of seat 1 does not play orwell, only nonesuch"
    );
    eventually("no process is left", || survivors(&marker).is_empty());
    assert_eq!(fs::read_dir(log.parent().unwrap()).unwrap().count(), 0, "no log is left");
    // The match can be corrected and started.
    session.say(format!("seat m 1 bot {good}\nstart m"));
    assert_eq!(session.until("over "), format!("over m {}", LIMIT.strip_prefix("over ").unwrap()));
    assert!(log.exists());
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}
