//! A game in a crate of its own has the whole program: every function of the arbiter is used on it.
#![cfg(target_os = "linux")]

use std::{fs, path::PathBuf, process::Command};

struct Program {
    folder: PathBuf,
}

impl Program {
    /// The output of the program, which must end with status 0.
    #[track_caller]
    fn run(&self, words: &[&str], input: &str) -> String {
        let path = self.folder.join("input");
        fs::write(&path, input).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_own-arbiter"));
        command.args(words).current_dir(&self.folder).stdin(fs::File::open(path).unwrap()).env("PATH", &self.folder);
        let output = command.output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(0), "{words:?}: {out}{err}");
        out
    }
}

#[test]
fn a_game_outside_the_tree_has_the_whole_program() {
    let program = Program { folder: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-game") };
    let _ = fs::remove_dir_all(&program.folder);
    fs::create_dir_all(&program.folder).unwrap();
    // The path of the program may have a space.
    let bot = shell_words::join([env!("CARGO_BIN_EXE_own-bot")]);
    let seat = format!("bot:{bot}");
    assert!(program.run(&["variants"], "").contains("bid"));
    assert!(program.run(&["rules", "bid"], "").contains("the higher card wins"));

    program.run(&["play", "bid", &seat, &seat, "--seed", "2a", "--log", "m.jsonl", "--quiet", "--forbid-faults"], "");
    let log = fs::read_to_string(program.folder.join("m.jsonl")).unwrap();
    assert_eq!(log.matches("\"type\":\"chance\"").count(), 6);
    program.run(&["verify", "m.jsonl"], "");
    let shown = program.run(&["show", "m.jsonl"], "");
    assert!(shown.contains("over: points, score 1/2 1/2"), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.contains(". seat 1 @")).count(), 6, "{shown}");
    program.run(&["replay", "m.jsonl", "-o", "m.html"], "");
    let page = fs::read_to_string(program.folder.join("m.html")).unwrap();
    assert!(page.contains("The start and all chance follow from the seed."));
    assert!(page.contains("Draw: all cards are played") && page.contains("<span class=\"number\">6.</span>"));

    // A bot that comes with Arbiter, installed elsewhere than this program.
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_own-bot"), program.folder.join("arbiter-prowler")).unwrap();
    program.run(&["play", "bid", "prowler", &seat, "--quiet", "--forbid-faults"], "");

    let cup = format!(
        "variant = \"bid\"\nseed = \"2a\"\nrounds = 2\n[[bot]]\nname = \"a\"\ncommand = {bot:?}\n[[bot]]\nname = \"b\"\ncommand = {bot:?}\n"
    );
    fs::write(program.folder.join("cup.toml"), cup).unwrap();
    let standings = program.run(&["tournament", "cup.toml", "--quiet"], "");
    assert!(standings.contains("4 games in 2 blocks"), "{standings}");

    program.run(&["check", &bot, "--variant", "bid"], "");
    assert_eq!(
        program.run(&["legal", "bid", "--position", "4 1356 2456 3- 2 0"], "").lines().collect::<Vec<_>>(),
        ["2", "4", "5", "6"]
    );
    // The packages for Python and JavaScript read these positions by these lines.
    let asked = "describe\nnewmatch b variant bid\nsetposition b 4 1356 2456 3- 2 0\nposition b\nposition b 2\n";
    let heard = program.run(&[], asked);
    let told: Vec<&str> = heard.lines().filter(|line| *line != "created b").collect();
    assert_eq!(told, include_str!("told.txt").lines().collect::<Vec<_>>());
    let heard = program.run(&[], "uvi 1\nisready\nquit\n");
    assert!(
        heard.lines().any(|line| line == "variant name bid seats 2 title Bid") && !heard.contains("orwell"),
        "{heard}"
    );
}
