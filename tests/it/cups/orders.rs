//! Commands to a running tournament.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use testkit::processes;

use super::{Cup, faulty, said};

/// A tournament of two slow bots with this many rounds, whose games take about half a second.
fn slow(name: &str, rounds: u32) -> Cup {
    let marker = processes::marker(name);
    let bot = faulty(&format!("--mode late --delay-ms 4 --marker {marker}"));
    let bots: String =
        ["a", "b"].iter().map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = {bot:?}\n")).collect();
    Cup::with_file(
        name,
        &format!("variant = \"congress\"\noptions = {{ maxturns = 50 }}\nrounds = {rounds}\nseed = \"1\"\n{bots}"),
    )
}

fn start(cup: &Cup) -> (Child, ChildStdin, BufReader<std::process::ChildStdout>) {
    let mut child = cup.arbiter(&["tournament", "cup.toml", "-c", "1"]).stdin(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    (child, stdin, out)
}

/// Reads lines up to one with this beginning.
#[track_caller]
fn until(out: &mut impl BufRead, beginning: &str) -> String {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "no line begins with {beginning}");
        if line.starts_with(beginning) {
            return line;
        }
    }
}

#[test]
fn the_first_signal_lets_games_finish_and_the_second_does_not() {
    let cup = slow("signals", 50);
    let (child, stdin, mut out) = start(&cup);
    until(&mut out, "game 1 ");
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).unwrap();
    until(&mut out, "ends: ");
    drop(stdin);
    said(child.wait_with_output().unwrap()).code(130);
    let before = cup.results("cup.games").len();
    assert_eq!(cup.verifies("cup.games"), before, "no game was cut off");

    let (mut child, _stdin, mut out) = start(&cup);
    until(&mut out, "game ");
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    let status = child.wait().unwrap();
    assert!([Some(143), Some(130)].contains(&status.code()), "{status}");
    let marker = cup.read("cup.toml").split("--marker ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    processes::eventually("the bots are gone", || processes::survivors(&marker).is_empty());
    // The interrupted tournament resumes.
    let stop = cup.arbiter(&["tournament", "cup.games", "--hours", "1", "--forecast"]).stdin(Stdio::piped()).spawn();
    let mut stop = stop.unwrap();
    writeln!(stop.stdin.take().unwrap(), "stop after 2").unwrap();
    let said = said(stop.wait_with_output().unwrap()).code(3);
    assert!(said.err.contains("arbiter: stopped after "), "{}", said.err);
    assert!(said.out.contains("; the remaining time is enough for "), "{}", said.out);
    assert!(said.err.ends_with(" of 100 games; resume: arbiter tournament cup.games\n"), "{}", said.err);
    cup.verifies("cup.games");
    let left = 100 - cup.results("cup.games").len();
    let said = cup.run(&["tournament", "cup.games", "-q", "--dry-run", "--forecast"]).code(0);
    assert!(said.out.starts_with(&format!("forecast: {left} games left, one every ")), "{}", said.out);
}

/// A shell that reads a script or a list from its stdin goes on with the next line.
#[test]
fn what_stands_in_a_file_on_stdin_is_no_order() {
    let cup = Cup::with_file("script", &super::file("variant = \"isolation\"", &[("a", "random"), ("b", "random")]));
    fs::write(cup.path("orders"), "pause\nnext\n").unwrap();
    let args = ["tournament", "cup.toml", "--quiet"];
    let quiet = cup.arbiter(&args).stdin(fs::File::open(cup.path("orders")).unwrap()).output().unwrap();
    let said = said(quiet).code(0);
    assert_eq!(said.err, "");
}
