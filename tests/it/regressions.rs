//! Former bugs, which must not return.
#![cfg(all(feature = "faulty", target_os = "linux"))]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use rustix::{
    io::ioctl_fionread,
    process::{Pid, Signal, kill_process},
};
use testkit::{
    processes::{eventually, marker, put_program, scratch, survivors},
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
    put_program(bot, format!("#!/bin/sh\nexec {}\n", faulty(mode, marker)));
}

#[test]
fn a_log_that_was_cut_off_goes_on_once_and_is_never_lost() {
    let (log, bot) = cut_off("resume");
    let before = fs::read(&log).unwrap();
    exchange(&bot, "other-variant", "resume");
    let mut session = Session::start();
    session.say(format!("resume m {}\nstart m", log.display()));
    session.until("error cannot-start ");
    assert_eq!(fs::read(&log).unwrap(), before);
    assert!(log.with_extension("jsonl.seed").exists());
    exchange(&bot, "good", "resume");
    session.say(format!("resume a {}\nresume b {}\nstart a", log.display(), log.display()));
    assert_eq!(session.until("over "), "over a reason limit score 1/3 1/3 1/3");
    eventually("the seed is removed", || !log.with_extension("jsonl.seed").exists());
    assert_eq!(verify(&[&log]).0, Some(0));
    let whole = fs::read(&log).unwrap();
    session.say("start b");
    session.until("error cannot-start ");
    assert_eq!(fs::read(&log).unwrap(), whole);
}

#[test]
fn a_host_that_does_not_read_does_not_keep_it_from_ending() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all("newmatch m variant orwell\n".repeat(10_000).as_bytes()).unwrap();
    let output = child.stdout.take().unwrap();
    // A pipe has 16 pages. Each may be only half full, because two writes may not fit into one.
    eventually("its pipe is full", || ioctl_fionread(&output).unwrap() > 32_000);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut status = None;
    eventually("it ends", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(143));
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
    eventually("no process is left", || survivors(&marker).is_empty());
}
