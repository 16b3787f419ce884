//! Former bugs, which must not return.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use rustix::{
    io::ioctl_fionread,
    process::{Pid, Signal, kill_process},
};
use testkit::{
    processes::{comes, eventually, marker, scratch, survivors},
    session::{Session, faulty, verify},
    word,
};

/// A log that a kill has cut off, of a match whose first bot can be replaced.
fn cut_off(name: &str) -> (PathBuf, PathBuf) {
    let dir = scratch(name);
    let marker = marker(name);
    let (log, bot) = (dir.join("m.jsonl"), dir.join("bot"));
    exchange(&bot, "stall --after 2", &marker);
    let good = faulty("good", &marker);
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant orwell seed 1 maxrounds 3\nseat m 1 bot {}\nseat m 2 bot {good}\nseat m 3 bot {good}\n\
         clock m none\nlog m {}\nstart m",
        word(&bot),
        log.display()
    ));
    session.until("played m 3 b9a8");
    session.until("chance ");
    session.signal(Signal::KILL);
    session.exit();
    eventually("no process is left", || survivors(&marker).is_empty());
    assert_eq!(verify(&[&log]).0, Some(3));
    (log, bot)
}

fn exchange(bot: &Path, mode: &str, marker: &str) {
    fs::write(bot, format!("#!/bin/sh\nexec {}\n", faulty(mode, marker))).unwrap();
    fs::set_permissions(bot, PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let (log, bot) = cut_off("resume");
    exchange(&bot, "good", "resume");
    let mut session = Session::start();
    session.say(format!("resume m {}\nstart m", log.display()));
    assert_eq!(session.until("over "), "over m reason limit score 1/3 1/3 1/3");
    assert_eq!(verify(&[&log]).0, Some(0));
}

#[test]
fn a_log_that_cannot_go_on_now_is_kept() {
    let (log, bot) = cut_off("kept");
    let before = fs::read(&log).unwrap();
    exchange(&bot, "other-variant", "kept");
    let mut session = Session::start();
    session.say(format!("resume m {}\nstart m", log.display()));
    session.until("error cannot-start ");
    assert!(log.exists(), "the log of the match that was cut off is gone");
    assert_eq!(fs::read(&log).unwrap(), before);
    assert!(log.with_extension("jsonl.seed").exists());
}

#[test]
fn a_log_is_gone_on_with_once() {
    let (log, bot) = cut_off("once");
    exchange(&bot, "good", "once");
    let mut session = Session::start();
    session.say(format!("resume a {}\nresume b {}\nstart a", log.display(), log.display()));
    session.until("over a ");
    eventually("the seed is removed", || !log.with_extension("jsonl.seed").exists());
    let whole = fs::read(&log).unwrap();
    session.say("start b");
    session.until("error cannot-start ");
    assert_eq!(fs::read(&log).unwrap(), whole);
}

#[test]
fn a_host_that_does_not_read_does_not_keep_it_from_ending() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all("newmatch m variant orwell\n".repeat(10_000).as_bytes()).unwrap();
        let output = child.stdout.take().unwrap();
        // A pipe has 16 pages. Each may be only half full, because two writes may not fit into one.
        eventually("its pipe is full", || ioctl_fionread(&output).unwrap() > 32_000);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let mut status = None;
        eventually("it ends", || {
            status = child.try_wait().unwrap();
            status.is_some()
        });
        assert_eq!(status.unwrap().code(), Some(128 + signal.as_raw()));
    }
}

#[test]
fn what_a_bot_did_not_end_is_no_answer() {
    let marker = marker("mid-line");
    let good = faulty("good", &marker);
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant orwell seed 1 maxrounds 1\nseat m 1 bot {}\nseat m 2 bot {good}\nseat m 3 bot {good}\nstart m",
        faulty("mid-line", &marker)
    ));
    session.until("over ");
    assert!(!session.heard().iter().any(|line| line.starts_with("played m 1 ")), "{:#?}", session.heard());
}

#[test]
fn a_person_who_is_gone_plays_no_further_game() {
    let good = format!("bot:{}", faulty("good", "gone"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(["play", "orwell", "human", &good, &good, "--games", "2"]).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let ends = comes(|| child.try_wait().unwrap().is_some());
    let _ = child.kill();
    assert!(ends, "it waits for ever");
}

#[test]
fn a_bot_that_kills_its_keeper_leaves_no_process() {
    let marker = marker("orphan");
    let child = faulty("child", &marker);
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant orwell\nseat m 1 bot /bin/sh -c {}\nseat m 2 host\n\
         seat m 3 host\nseatset m 1 isolation off\nstart m",
        word(format!("{child} & kill -9 $PPID; read x"))
    ));
    session.until("fault m 1 crash");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
    comes(|| survivors(&marker).is_empty());
    let left = survivors(&marker);
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        // The test itself leaves no process either.
        let line = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
        if let (true, Some(pid)) =
            (line.contains(&marker), entry.file_name().to_str().and_then(|name| name.parse().ok()))
        {
            let _ = kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL);
        }
    }
    assert_eq!(left, Vec::<String>::new());
}
