//! A watching host follows the log of another arbiter's match, read-only.

use std::{fs, path::Path};

use testkit::{
    cats::{hills, scene, set},
    processes::scratch,
    session::{Session, verify},
    typed::after,
};

/// Orwell Chess among host seats, with this log, after two throws.
fn playing(log: &Path) -> Session {
    let mut player = Session::start();
    player.say(format!(
        "newmatch m variant orwell seed 1\nseat m 1 host\nseat m 2 host\nseat m 3 host\nlog m {}\nstart m",
        log.display()
    ));
    player.until("turn m 1");
    player
}

/// A cat of seat 2 has challenged one of seat 1, so both choose at once.
fn position() -> String {
    let cats = "kero:3:f11.3 lina:3:- misto:3:- / sham:3:e11.0 ispex:3:- vision:3:- / \
                speed:3:h11.3 darth:3:- setzer:3:-";
    let challenge = scene(&hills(""), cats, "1a11S 1a22P 2a11P 2a23P", "2 turn 2 ... 7 000 -");
    after(&set(&[], &challenge), "a!1a").to_string()
}

/// The challenge among host seats, with this log, after both seats were asked.
fn challenge(log: &Path) -> Session {
    let mut session = Session::start();
    session.say("newmatch m variant cat-chess seats 3");
    for seat in 1..=3 {
        session.say(format!("seat m {seat} host"));
    }
    session.say(format!("setposition m {}\nlog m {}\nstart m", position(), log.display()));
    for seat in [1, 2] {
        session.until(&format!("turn m {seat}"));
    }
    session
}

/// The messages that players and watchers both get, in the same form.
fn events(lines: &[String]) -> Vec<String> {
    let alike = ["started", "chance", "played", "score", "vacated", "undone", "over"];
    let verb = |line: &String| line.split(' ').next().is_some_and(|verb| alike.contains(&verb));
    let name = |line: &String| line.replacen(" w ", " m ", 1);
    let untimed = |line: String| match line.split_once(" time ") {
        Some((before, after)) => format!("{before} {}", after.split_once(' ').map_or("", |(_, text)| text)),
        None => line,
    };
    lines.iter().filter(|line| verb(line)).map(name).map(untimed).collect()
}

#[test]
fn one_that_looks_on_hears_what_the_player_hears_as_it_comes() {
    let log = scratch("watching").join("m.jsonl");
    let mut player = playing(&log);
    let mut watcher = Session::start();
    watcher.say(format!("watch w {}", log.display()));
    assert_eq!(watcher.line(), "created w");
    watcher.until("chance w ");
    player.say("play m 1 b1a12");
    player.until("played m 1 b1a12");
    watcher.until("played w 1 b1a12");
    player.say("undo m 1");
    watcher.until("undone w 1 to 1");
    assert_eq!(
        player.ask("position m").last(),
        watcher.ask("position w").last().map(|line| line.replacen(" w ", " m ", 1)).as_ref()
    );
    player.say("resign m 2");
    player.say("play m 1 b1a12");
    watcher.until("played w 1 b1a12");
    player.say("stop m");
    player.until("over m reason abort");
    assert_eq!(watcher.until("over w "), "over w reason abort");
    assert_eq!(events(player.heard()), events(watcher.heard()));
    // A finished match can still be watched, also by a host that comes later.
    let mut later = Session::start();
    later.say(format!("watch w {}", log.display()));
    later.until("over w reason abort");
    assert_eq!(events(later.heard()), events(watcher.heard()));
    for line in ["history w", "picture w", "picture w 2", "show w", "legal w 1", "legal w 1 places"] {
        assert_eq!(later.ask(line), watcher.ask(line), "{line}");
    }
    assert_eq!(verify(&[log]).0, Some(0));
}

#[test]
fn whoever_looks_on_touches_nothing() {
    let log = scratch("watching").join("m.jsonl");
    let player = playing(&log);
    let before = fs::read(&log).unwrap();
    let mut watcher = Session::start();
    watcher.ask(format!("watch w {}", log.display()));
    for (line, code) in [
        ("play w 1 b1a12", "not-running"),
        ("resign w 1", "not-running"),
        ("undo w 1", "not-running"),
        ("stop w", "not-running"),
        ("start w", "already-running"),
        ("seat w 1 host", "already-running"),
        ("log w x", "already-running"),
        ("position w 9", "bad-seat"),
        ("watch w x", "match-exists"),
    ] {
        let answers = watcher.ask(line);
        assert!(answers.len() == 1 && answers[0].starts_with(&format!("error {code} line ")), "{line}: {answers:?}");
    }
    assert_eq!(watcher.ask("legal w 1").len(), 1);
    assert_eq!(watcher.ask("drop w"), [""; 0]);
    watcher.say("quit");
    assert_eq!(watcher.exit(), Some(0));
    assert_eq!(fs::read(&log).unwrap(), before);
    drop(player);
}

#[test]
fn what_is_no_log_is_not_followed() {
    let dir = scratch("watching");
    let mut watcher = Session::start();
    let mut refused = |text: &str, error: &str| {
        let path = dir.join("log");
        fs::write(&path, text).unwrap();
        let answers = watcher.ask(format!("watch w {}", path.display()));
        let start = format!("error cannot-watch line {}: {}: {error}", watcher.sent() - 1, path.display());
        assert!(answers.len() == 1 && answers[0].starts_with(&start), "{answers:?}");
    };
    refused("hello\n", "line 1: expected a record, ");
    refused("{\"type\":\"chance\",\"n\":1,\"action\":\"@21\"}\n", "expected a match record first");
    let answers = watcher.ask(format!("watch w {}", dir.join("none").display()));
    assert!(answers[0].contains("No such file"), "{answers:?}");
    let answers = watcher.ask("watch w /dev/zero");
    assert!(answers[0].ends_with("/dev/zero: expected a regular file, found a device"), "{answers:?}");
    // A log that breaks later is dropped with one error.
    let log = dir.join("m.jsonl");
    let player = playing(&log);
    watcher.say(format!("watch w {}", log.display()));
    watcher.until("chance w ");
    drop(player);
    fs::write(&log, "").unwrap();
    let error = watcher.until("error ");
    assert!(
        error.starts_with("error cannot-watch w: ") && error.ends_with("m.jsonl: it is shorter than it was"),
        "{error}"
    );
    assert_eq!(watcher.ask(""), [""; 0]);
}

/// The resumed match writes other records where the torn ones were: a line that was not written to its end, or one
/// choice of two made at the same time.
#[test]
fn a_torn_end_is_not_told() {
    let log = scratch("watching").join("m.jsonl");
    let mut player = playing(&log);
    player.say("play m 1 b1a12");
    player.until("played m 1 b1a12");
    let (ending, other) = ("\"action\":\"b1a12\",", "play m 1 b1c12");
    check_torn(player, &log, ending, &[other]);

    let log = scratch("watching").join("m.jsonl");
    let mut player = challenge(&log);
    player.say("play m 1 sniff\nplay m 2 glare");
    player.until("played m 2 glare");
    check_torn(player, &log, "\"action\":\"sniff\"", &["play m 1 ignore", "play m 2 hiss"]);
}

/// Tears the log after the line feed or the text `ending`, and resumes it with other actions while it is watched.
#[track_caller]
fn check_torn(player: Session, log: &Path, ending: &str, others: &[&str]) {
    drop(player);
    let text = fs::read_to_string(log).unwrap();
    let torn = text.find(ending).unwrap() + ending.len();
    let line = text[torn..].find('\n').unwrap() + 1;
    fs::write(log, &text[..if others.len() > 1 { torn + line } else { torn }]).unwrap();
    assert_eq!(verify(&[log]).0, Some(3), "it is right as far as it goes");
    let mut watcher = Session::start();
    watcher.say(format!("watch w {}", log.display()));
    watcher.until("started w ");
    assert!(!watcher.ask("history w")[0].ends_with("sniff"));
    let mut player = Session::start();
    assert_eq!(player.ask(format!("resume m {}", log.display())), ["created m"]);
    let history = player.ask("history m").concat();
    assert!(!history.contains("sniff") && !history.contains("b1a12"), "{history}");
    player.say("start m");
    for other in others {
        player.until(&format!("turn m {}", other.split(' ').nth(2).unwrap()));
    }
    others.iter().for_each(|other| player.say(other));
    player.say("stop m");
    player.until("over m reason abort");
    watcher.until("over w reason abort");
    let mut later = Session::start();
    later.say(format!("watch w {}", log.display()));
    later.until("over w reason abort");
    assert_eq!(events(watcher.heard()), events(later.heard()));
    let played: Vec<_> = events(watcher.heard()).into_iter().filter(|line| line.starts_with("played ")).collect();
    assert_eq!(played.len(), others.len(), "{played:?}");
}

/// A log with a hole of 20 GiB, and one with a line that does not end.
#[test]
fn a_line_without_end_is_not_watched() {
    let dir = scratch("watching-holes");
    for (name, start) in [("hole", ""), ("line", "{\"type\":\"match\",")] {
        let log = dir.join(name);
        fs::write(&log, start).unwrap();
        fs::File::options().write(true).open(&log).unwrap().set_len(20 << 30).unwrap();
        let mut watcher = Session::start();
        watcher.say(format!("watch w {}", log.display()));
        let error = watcher.until("error ");
        assert!(error.contains("expected lines of at most 16777216 bytes, found a longer one"), "{error}");
        watcher.say("quit");
        assert_eq!(watcher.exit(), Some(0));
    }
}
