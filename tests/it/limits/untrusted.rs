//! One word shuts a bot in, whichever command starts it, or the command says why it cannot.

use std::fs;

use testkit::run::{RunFolder, Said};

use super::{has_sandbox, isolates};

const CUP: &str = "variant = \"congress\"\nrounds = 1\nseed = \"1\"\nclock = \"nodes 10\"\n[each]\nuntrusted = true\n\
    limits = { memory = \"512M\", strict = \"off\" }\n[[bot]]\nname = \"one\"\ncommand = \"random\"\n\
    [[bot]]\nname = \"two\"\ncommand = \"random\"\n";

fn run(folder: &RunFolder, line: &str) -> Said {
    folder.run(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn before_a_match_a_warning_tells_that_nothing_holds_a_bot() {
    let dir = RunFolder::new("unheld");
    let told = |line: &str| {
        run(&dir, line).err.matches("arbiter: warning: nothing holds a bot that starts processes without end: ").count()
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
    let dir = RunFolder::new("untrusted");
    fs::write(dir.path("cup.toml"), CUP).unwrap();
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
        let done = dir.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        if log.is_empty() {
            done.code(0);
            continue;
        }
        let said = done.all();
        let log = fs::read_to_string(dir.path(log)).unwrap_or_else(|error| panic!("{line}: {error}: {said}"));
        let head = log.lines().next().unwrap();
        assert_eq!(head.matches("[\"untrusted\",\"\"]").count(), 2, "{line}: {head}");
        assert_eq!(head.matches("\"isolated\":true").count(), 2, "{line}: {head}");
        assert!(!log.contains("\"type\":\"fault\""), "{line}: {log}");
    }
    // The plan keeps the word.
    let plan = dir.read("cup.games/plan.toml");
    assert!(plan.is_empty() || plan.matches("untrusted = true").count() == 2, "{plan}");
}

#[test]
fn a_setting_never_opens_what_untrusted_shuts() {
    if !has_sandbox() {
        return;
    }
    let dir = RunFolder::new("opened");
    for (set, expected) in [("sandbox=off", "seatset sandbox: "), ("isolation=off", "seatset isolation: ")] {
        let said = run(&dir, &format!("play congress bot:random bot:random --untrusted --set 2:{set}")).code(2).err;
        assert!(said.contains(expected) && said.contains("expected on, because the bot is untrusted"), "{said}");
        let (key, value) = set.split_once('=').unwrap();
        fs::write(dir.path("cup.toml"), CUP.replace("memory = \"512M\"", &format!("{key} = \"{value}\""))).unwrap();
        let said = run(&dir, "tournament cup.toml").code(2).err;
        assert!(said.contains("because the bot is untrusted"), "{said}");
        run(&dir, &format!("check random --untrusted --set {set}")).code(2);
    }
}

/// One line tells what strict limits lack, and the flag that accepts it; no account is told to become what it is.
#[test]
fn strict_limits_are_had_or_the_way_without_them_is_told() {
    if !has_sandbox() || !isolates() {
        return;
    }
    let dir = RunFolder::new("strict");
    let gate = "gate --new random --old random --variant congress --games 2 --quiet --untrusted --folder";
    let strict = run(&dir, &format!("{gate} strict"));
    if let Some(line) = strict.err.lines().find(|line| line.contains("strict: no control groups ")) {
        assert_eq!(strict.code, Some(4), "{strict:?}");
        assert!(line.contains("both limits would only be sampled") && line.contains("`--set strict=off`"), "{line}");
        assert_eq!(line.contains("as root"), !rustix::process::geteuid().is_root(), "{line}");
    }
    for set in ["--set", "--new-set", "--old-set"] {
        let both =
            if set == "--set" { format!("{set} strict=off") } else { format!("--set strict=off {set} memory=300M") };
        run(&dir, &format!("{gate} {} {both}", &set[2..])).code(3);
        let plan = dir.read(&format!("{}/plan.toml", &set[2..]));
        assert_eq!(plan.matches("strict = \"off\"").count(), 2, "{plan}");
        let part = |name: &str| plan.split("[[bot]]").find(|bot| bot.contains(&format!("name = \"{name}\""))).unwrap();
        for (name, own) in [("new", "--new-set"), ("old", "--old-set")] {
            assert_eq!(part(name).contains("memory = \"300M\""), own == set, "{plan}");
        }
    }
}
