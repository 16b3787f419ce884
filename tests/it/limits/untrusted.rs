//! One word shuts a bot in, whichever command starts it, or the command says why it cannot.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use super::{has_sandbox, isolates, scratch};

const CUP: &str = "variant = \"congress\"\nrounds = 1\nseed = \"1\"\nclock = \"nodes 10\"\n[each]\nuntrusted = true\n\
    limits = { memory = \"512M\", strict = \"off\" }\n[[bot]]\nname = \"one\"\ncommand = \"random\"\n\
    [[bot]]\nname = \"two\"\ncommand = \"random\"\n";

fn arbiter(dir: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.current_dir(dir).args(line.split(' ')).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn before_a_match_a_warning_tells_that_nothing_holds_a_bot() {
    let dir = scratch("unheld");
    let told = |line: &str| {
        let err = String::from_utf8(arbiter(&dir, line).stderr).unwrap();
        err.matches("arbiter: warning: nothing holds a bot that starts processes without end: ").count()
    };
    let off = "play isolation random random --quiet --set 1:isolation=off --set 2:isolation=off";
    assert_eq!(told(off), 1, "one warning for all bots");
    assert_eq!(told("play isolation random random --quiet"), usize::from(!isolates()));
}

#[test]
fn every_command_that_starts_bots_shuts_the_untrusted_in() {
    if !has_sandbox() || !isolates() {
        return;
    }
    let dir = scratch("untrusted");
    fs::write(dir.join("cup.toml"), CUP).unwrap();
    let rows = [
        (
            "play congress bot:random bot:random --untrusted --set 1:strict=off --set 2:strict=off --log m.jsonl",
            "m.jsonl",
        ),
        ("tournament cup.toml", "cup.games/games/000001.jsonl"),
        (
            "gate --new random --old random --variant congress --clock movetime=1000 --games 2 --untrusted --set strict=off --folder g.games",
            "g.games/games/000001.jsonl",
        ),
        ("check random --untrusted --set strict=off --variant congress --decisions 1", ""),
    ];
    for (line, log) in rows {
        let words: Vec<String> = line.split(' ').map(|word| word.replace("movetime=", "movetime ")).collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        let done = command.current_dir(&dir).args(words).stdin(Stdio::null()).output().unwrap();
        let said = [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        if log.is_empty() {
            assert_eq!(done.status.code(), Some(0), "{line}: {said}");
            continue;
        }
        let log = fs::read_to_string(dir.join(log)).unwrap_or_else(|error| panic!("{line}: {error}: {said}"));
        let head = log.lines().next().unwrap();
        assert_eq!(head.matches("[\"untrusted\",\"\"]").count(), 2, "{line}: {head}");
        assert_eq!(head.matches("\"isolated\":true").count(), 2, "{line}: {head}");
        assert!(!log.contains("\"type\":\"fault\""), "{line}: {log}");
    }
    // The plan keeps the word.
    let plan = fs::read_to_string(dir.join("cup.games/plan.toml")).unwrap_or_default();
    assert!(plan.is_empty() || plan.matches("untrusted = true").count() == 2, "{plan}");
}

#[test]
fn a_setting_never_opens_what_untrusted_shuts() {
    if !has_sandbox() {
        return;
    }
    let dir = scratch("opened");
    for (set, expected) in [("sandbox=off", "seatset sandbox: "), ("isolation=off", "seatset isolation: ")] {
        let done = arbiter(&dir, &format!("play congress bot:random bot:random --untrusted --set 2:{set}"));
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.contains("expected on, because the bot is untrusted"), "{said}");
        let (key, value) = set.split_once('=').unwrap();
        fs::write(dir.join("cup.toml"), CUP.replace("memory = \"512M\"", &format!("{key} = \"{value}\""))).unwrap();
        let done = arbiter(&dir, "tournament cup.toml");
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains("because the bot is untrusted"), "{said}");
        let done = arbiter(&dir, &format!("check random --untrusted --set {set}"));
        assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
    }
}

/// One line tells what strict limits lack, and the flag that accepts it; no account is told to become what it is.
#[test]
fn strict_limits_are_had_or_the_way_without_them_is_told() {
    if !has_sandbox() || !isolates() {
        return;
    }
    let dir = scratch("strict");
    let gate = "gate --new random --old random --variant congress --games 2 --quiet --untrusted --folder";
    let strict = arbiter(&dir, &format!("{gate} strict"));
    let said = String::from_utf8(strict.stderr).unwrap();
    if let Some(line) = said.lines().find(|line| line.contains("strict: no control groups ")) {
        assert_eq!(strict.status.code(), Some(2), "{said}");
        assert!(line.contains("both limits would only be sampled") && line.contains("`--set strict=off`"), "{line}");
        assert_eq!(line.contains("as root"), !rustix::process::geteuid().is_root(), "{line}");
    }
    for set in ["--set", "--new-set", "--old-set"] {
        let both =
            if set == "--set" { format!("{set} strict=off") } else { format!("--set strict=off {set} memory=300M") };
        let done = arbiter(&dir, &format!("{gate} {} {both}", &set[2..]));
        assert_eq!(done.status.code(), Some(3), "{}", String::from_utf8_lossy(&done.stderr));
        let plan = fs::read_to_string(dir.join(&set[2..]).join("plan.toml")).unwrap();
        assert_eq!(plan.matches("strict = \"off\"").count(), 2, "{plan}");
        let part = |name: &str| plan.split("[[bot]]").find(|bot| bot.contains(&format!("name = \"{name}\""))).unwrap();
        for (name, own) in [("new", "--new-set"), ("old", "--old-set")] {
            assert_eq!(part(name).contains("memory = \"300M\""), own == set, "{plan}");
        }
    }
}

/// Limits are open to change. A bot that reaches one is killed there.
#[test]
fn a_limit_of_an_untrusted_bot_can_be_changed() {
    if !has_sandbox() || !isolates() {
        return;
    }
    let dir = scratch("changed");
    let eater = testkit::session::faulty("hold-memory --bytes 200000000", "changed");
    let play = |set: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.current_dir(&dir).args(["play", "congress", &format!("bot:{eater}"), "bot:random", "--untrusted"]);
        let done = command.args(set).stdin(Stdio::null()).output().unwrap();
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap()).concat()
    };
    let sampled = ["--set", "1:strict=off", "--set", "2:strict=off"];
    let (roomy, narrow) = (play(&sampled), play(&[&sampled[..], &["--set", "1:memory=64M"]].concat()));
    let killed = "the bot was killed at its memory limit of 64 MiB";
    assert!(!roomy.contains("killed") && narrow.contains(killed), "{roomy}\n{narrow}");
}
