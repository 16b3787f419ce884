//! Early ends of `play`, and output that is not read.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
};

use arbiter::game::derive;
use rustix::process::{Pid, Signal, kill_process};
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    word,
};

use super::{ARBITER, bot, run};

/// Plays with these bots until the third must decide.
fn start(modes: [&str; 3], marker: &str, log: &Path) -> Child {
    let child = Command::new(ARBITER)
        .args(["play", "orwell"])
        .args(modes.map(|mode| bot(mode, marker)))
        .args(["--seed", "1", "--clock", "none", "--games", "2", "--log"])
        .arg(log.with_file_name("m.jsonl"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    eventually("the third seat is asked", || fs::read_to_string(log).is_ok_and(|text| text.matches("@").count() == 3));
    child
}

#[test]
fn a_signal_closes_the_log_and_stops_the_bots() {
    for (signal, code) in [(Signal::INT, 130), (Signal::HUP, 129)] {
        let marker = marker("signal");
        let log = scratch("signal").join("m-1.jsonl");
        let child = start(["good", "grandchild", "stall"], &marker, &log);
        let seed = log.with_extension("jsonl.seed");
        assert_eq!(fs::metadata(&seed).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(&seed).unwrap(), format!("{}\n", derive(&"1".parse().unwrap(), "game 1")));
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(survivors(&marker), Vec::<String>::new());
        assert!(fs::read_to_string(&log).unwrap().lines().last().unwrap().contains("\"reason\":\"abort\""));
        assert_eq!(run(&["verify", log.to_str().unwrap()]).code, Some(0));
        assert_eq!(fs::read_dir(log.parent().unwrap()).unwrap().count(), 1, "no seed, and no second game");
    }
}

#[test]
fn a_log_that_is_removed_while_it_is_written_is_an_error_and_another_in_its_place_a_warning() {
    for (replaced, code, told) in [
        (false, 4, "cannot finish LOG: it was removed while it was written"),
        (true, 0, "warning: LOG: another file was put in its place while it was written"),
    ] {
        let marker = marker("removed");
        let dir = scratch("removed");
        let (log, removed) = (dir.join("m.jsonl"), dir.join("removed"));
        let slow = bot(&format!("held --dir {}", word(&removed)), &marker);
        let child = Command::new(ARBITER)
            .args(["play", "isolation", &slow, "bot:random", "--seed", "1", "--quiet", "--log"])
            .arg(&log)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        eventually("it is there", || fs::metadata(&log).is_ok_and(|found| found.len() > 0));
        fs::remove_file(&log).unwrap();
        if replaced {
            fs::write(&log, "").unwrap();
        }
        fs::write(removed, "").unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(&told.replace("LOG", &log.display().to_string())), "{said}");
    }
}

#[test]
fn nobody_has_to_read_what_is_printed_and_a_full_disk_is_told_by_the_exit_code() {
    let log = scratch("closed").join("m.jsonl");
    let good = bot("good", "closed");
    let (log, good) = (log.to_str().unwrap(), good.as_str());
    let started = |words: &[&str], out: Stdio| {
        let mut command = Command::new(ARBITER);
        command.args(words).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).spawn().unwrap()
    };
    for words in [
        vec!["variants"],
        vec!["--help"],
        vec!["rules", "cat-chess"],
        vec!["perft", "orwell", "--depth", "2", "--split"],
        vec!["play", "orwell", good, good, good, "-o", "maxrounds=3", "--log", log],
        vec!["verify", log],
        vec!["show", log],
    ] {
        let mut child = started(&words, Stdio::piped());
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.is_empty(), "{words:?}: {:?} {err}", output.status);
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        assert_eq!(started(&words, full.into()).wait().unwrap().code(), Some(4), "{words:?}");
    }
    assert_eq!(run(&["verify", log]).code, Some(0), "the match was played to its end");
}
