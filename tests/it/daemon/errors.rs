//! Every error of the host link, with its text. A bad line changes nothing.

use std::fs;

use testkit::{
    processes::scratch,
    session::{Session, faulty},
};

use super::{START, bot, newmatch};

/// A session with matches `new`, `run` (seats 1 and 2 belong to the host, seat 1 is asked) and `over`.
fn session() -> Session {
    let mut session = Session::start();
    let good = bot("good", "errors");
    session.say("newmatch new variant orwell seed 1\nseat new 1 bot x\nseat new 2 host");
    session.say(newmatch("run", "seed 1", ["host", "host", &good]) + "start run");
    session.until("turn run 1");
    session.say(newmatch("over", "seed 1", ["host", "host", "host"]) + "start over\nstop over");
    session.until("over over ");
    session
}

const LOOK: &str = "position new\nhistory new\nlegal new 1\nposition run\nhistory run\nlegal run 1\nlegal run 2\n\
                    position over\nhistory over\nlegal over 1\nshow new\nshow run\nshow over";

/// Checks that each line is refused with this code and text, in which `{n}` is its number, and that it changes nothing.
#[track_caller]
fn check(rows: &[(&str, &str)]) {
    let mut session = session();
    let before = session.ask(LOOK);
    let mut wrong = Vec::new();
    for (line, expected) in rows {
        let answers = session.ask(line);
        let expected = format!("error {expected}").replace("{n}", &(session.sent() - 1).to_string());
        if answers != [expected.as_str()] {
            wrong.push(format!("{line}\n  expected {expected}\n  found    {}", answers.join("\n")));
        }
        assert_eq!(session.ask(LOOK), before, "{line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_stranger_writes_stays_in_its_line() {
    let mut session = session();
    // A bot's line that clears the screen, and a path and a value with what readers may take for the end of a line.
    let bot = bot("escapes", "stranger");
    session.say(newmatch("m", "seed 1", ["host", "host", &bot]) + "start m");
    assert!(!session.until("ready m 3").contains(|character: char| character.is_control() && character != '\n'));
    session.until("turn m 1");
    for line in [
        "watch w \"/nowhere/a\u{2028}created w\u{85}\u{1b}[2J\"",
        "seatoption new 1 name a value \"b\u{1b}\u{2028}quit\"",
    ] {
        let answers = session.ask(line);
        let [error] = answers.as_slice() else { panic!("{line:?}: {answers:?}") };
        assert!(error.starts_with("error ") && error.contains("\\u{2028}"), "{error:?}");
        assert!(!error.contains(|character: char| character.is_control() || character == '\u{2028}'), "{error:?}");
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named_with_its_column() {
    check(&[
        ("nonsense", "unknown-command line {n}: unknown verb \"nonsense\""),
        ("\u{1b}[2J", "unknown-command line {n}: unknown verb \"\\u{1b}[2J\""),
        (
            "seatset new 1 env novalue",
            "bad-argument line {n} column 19: seatset env: expected NAME=value, found novalue",
        ),
        (
            "seatset new 1 colour red",
            "bad-argument line {n} column 15: no seatset key colour; expected one of dir, env, clearenv, memory, cpu, files, \
             processes, nice, affinity, sandbox, isolation, strict, untrusted, legal",
        ),
        (
            "play run 1 b1a12 B1A12",
            "bad-argument line {n} column 18: expected a move such as c3d4, with a promotion f1e2j, or pass, found B1A12",
        ),
    ]);
}

#[test]
fn what_cannot_be_done_is_named() {
    let [finished, refused, own] = ["1 - --- 501 -", "1 21 --- 1 -", "1 - w-- 1 -"]
        .map(|rest| format!("setposition new {} {rest}", START.split(' ').next().unwrap()));
    check(&[
        ("start nobody", "no-such-match line {n}: no match nobody"),
        ("wait nobody", "no-such-match line {n}: no match nobody"),
        ("newmatch new variant orwell", "match-exists line {n}: match new already exists"),
        ("newmatch run variant orwell", "match-exists line {n}: match run already exists"),
        ("newmatch x variant orwell seats 4", "bad-seat line {n}: orwell has 3 seats, not 4"),
        ("newmatch x variant orwell colour red", "bad-option line {n}: no option colour; the variant has maxrounds"),
        (
            "newmatch x variant orwell maxrounds 0",
            "bad-option line {n}: option maxrounds: expected a number from 1 to 10000, found \"0\"",
        ),
        (
            "newmatch x variant orwell maxrounds many",
            "bad-option line {n}: option maxrounds: expected a number from 1 to 10000, found \"many\"",
        ),
        (
            "setposition new none",
            "bad-position line {n}: position column 1: expected a man such as wu or rD, or a digit for empty squares",
        ),
        (&finished, "bad-position line {n}: expected an unfinished position, found one that has ended: limit"),
        (&refused, "bad-position line {n}: position column 132: expected the lower die first"),
        (&own, "bad-position line {n}: position column 134: expected whose man he captured, never his own letter"),
        ("seat new 0 host", "bad-seat line {n}: expected a seat from 1 to 3, found 0"),
        ("seat new 4 host", "bad-seat line {n}: expected a seat from 1 to 3, found 4"),
        ("seatoption new 2 name A value b", "bad-seat line {n}: expected a seat with a bot, but seat 2 has none"),
        ("seatset new 3 nice 1", "bad-seat line {n}: expected a seat with a bot, but seat 3 has none"),
        ("legal new 4 places", "bad-seat line {n}: expected a seat from 1 to 3, found 4"),
        ("picture new 4", "bad-seat line {n}: expected a seat from 1 to 3, found 4"),
        ("play run 4 b1a12", "bad-seat line {n}: expected a seat from 1 to 3, found 4"),
        ("play run 2 c6c3", "not-your-turn line {n}: seat 2 is not asked now"),
        ("play run 1 pass", "illegal-action line {n}: pass is not legal: a legal move exists, so you cannot pass"),
        ("play run 1 a1a2", "illegal-action line {n}: a1a2 is not legal: there is no man of yours on a1"),
        ("play run 1 b1a12 b1a12", "illegal-action line {n}: b1a12 is not legal: there is no man of yours on b1"),
        ("start new", "cannot-start line {n}: seat 3 has no player"),
        ("resume x /nowhere", "cannot-start line {n}: /nowhere: No such file or directory (os error 2)"),
    ]);
}

#[test]
fn lines_of_any_bytes_are_refused_and_counted() {
    let mut session = session();
    let before = session.ask(LOOK);
    let mut bytes = vec![b'x'; 70_000];
    bytes.extend(b"\nposition \xff\xfe\n");
    bytes.extend(b"play run 1 ".iter().chain(&vec![b'a'; 65_525]));
    bytes.extend(b"\nplay run 1 ".iter().chain(&vec![b'a'; 65_526]));
    bytes.extend(b"\n\0\x07\n");
    session.send(&bytes);
    let number = session.sent();
    let mut answers = session.ask("");
    let long = answers.remove(2);
    assert!(long.starts_with(&format!("error bad-argument line {} column 12: expected a move", number - 2)));
    let expected = [
        format!("error line-too-long line {}: expected at most 65536 bytes", number - 4),
        format!("error unknown-command line {}: expected UTF-8", number - 3),
        format!("error line-too-long line {}: expected at most 65536 bytes", number - 1),
        format!("error unknown-command line {number}: unknown verb \"\\u{{0}}\\u{{7}}\""),
    ];
    assert_eq!(answers, expected);
    assert_eq!(session.ask(LOOK), before);
}

#[test]
fn a_match_that_cannot_start_is_new_again_and_can_be_mended() {
    let dir = scratch("cannot-start");
    let good = bot("good", "cannot-start");
    let mut session = Session::start();
    session.say(newmatch("m", "seed 1 maxrounds 1", ["host", &good, &good]));
    fs::write(dir.join("there"), "text").unwrap();
    let rows = [
        (format!("log m {}", dir.join("there").display()), format!("cannot make {}: ", dir.join("there").display())),
        (format!("log m {}/none/x", dir.display()), format!("cannot make {}/none/x", dir.display())),
        ("log m \"\"".to_owned(), "cannot make a file without a name: ".to_owned()),
        (
            format!("log m {}/x\nseatoption m 2 name Hash value 5", dir.display()),
            "the bot of seat 2 has no option Hash; it has none".to_owned(),
        ),
        (
            format!("seat m 2 bot {}", faulty("other-variant", "cannot-start")),
            "the bot of seat 2 does not play orwell, only nonesuch".to_owned(),
        ),
    ];
    for (lines, expected) in rows {
        session.say(format!("{lines}\nstart m"));
        let number = session.sent();
        let error = session.until("error ");
        assert!(error.starts_with(&format!("error cannot-start line {number}: {expected}")), "{error}");
        let answers = session.ask("play m 1 b1a12\nposition m\nclock m movetime 9000\ndrop nobody");
        let first = session.sent() - 4;
        assert_eq!(
            answers,
            [
                format!("error not-running line {first}: the match has not been started"),
                format!("position m {START}"),
                format!("error no-such-match line {}: no match nobody", first + 3),
            ]
        );
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no log and no seed is left");
    }
    assert_eq!(fs::read_to_string(dir.join("there")).unwrap(), "text");
    session.say(format!("seat m 2 {good}\nstart m"));
    session.until("turn m 1");
    session.say("play m 1 b1a12 d1b11");
    session.until("over m reason limit");
    assert!(dir.join("x").exists());
}
