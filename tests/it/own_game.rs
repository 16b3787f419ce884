//! A game outside the tree can use the whole program. The test builds `examples/own-game` as its author would, and uses
//! all functions of the arbiter on it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use testkit::{processes, word};

/// The folder with the programs of the example. They are built into the target folder of this test, so that the
/// libraries are shared.
fn built() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_BIN_EXE_arbiter")).parent().unwrap().parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--offline", "--locked", "--bins", "--manifest-path"]);
    cargo.arg(root.join("examples/own-game/Cargo.toml")).arg("--target-dir").arg(target);
    let status = cargo.stdin(Stdio::null()).status().unwrap();
    assert!(
        status.success(),
        "the example does not build; where its lock file is out of date, copy Cargo.lock to it and build it --offline"
    );
    target.join("debug")
}

struct Program {
    programs: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// The output of the program, which must end with status 0.
    #[track_caller]
    fn run(&self, words: &[&str], input: &str) -> String {
        let path = self.folder.join("input");
        fs::write(&path, input).unwrap();
        let mut command = Command::new("timeout");
        command.args(["-s", "KILL", "120"]).arg(self.programs.join("own-arbiter")).args(words);
        let output = command.current_dir(&self.folder).stdin(fs::File::open(path).unwrap()).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(0), "{words:?}: {out}{err}");
        out
    }
}

#[test]
fn a_game_outside_the_tree_has_the_whole_program() {
    let program = Program { programs: built(), folder: processes::scratch("own-game") };
    let bot = word(program.programs.join("own-bot"));
    let seat = format!("bot:{bot}");
    assert!(program.run(&["variants"], "").contains("bid"));
    assert!(program.run(&["rules", "bid"], "").contains("the higher card wins"));

    program.run(&["play", "bid", &seat, &seat, "--seed", "2a", "--log", "m.jsonl", "--quiet", "--forbid-faults"], "");
    let log = fs::read_to_string(program.folder.join("m.jsonl")).unwrap();
    assert_eq!(log.matches("\"type\":\"chance\"").count(), 6);
    program.run(&["verify", "m.jsonl"], "");
    assert!(program.run(&["show", "m.jsonl"], "").contains("over: points, score 1/2 1/2"));
    program.run(&["replay", "m.jsonl", "-o", "m.html"], "");
    assert!(
        fs::read_to_string(program.folder.join("m.html"))
            .unwrap()
            .contains("The start and all chance follow from the seed.")
    );

    let cup = format!(
        "variant = \"bid\"\nseed = \"2a\"\nrounds = 2\n[[bot]]\nname = \"a\"\ncommand = \"{bot}\"\n[[bot]]\nname = \"b\"\ncommand = \"{bot}\"\n"
    );
    fs::write(program.folder.join("cup.toml"), cup).unwrap();
    let standings = program.run(&["tournament", "cup.toml", "--quiet"], "");
    assert!(standings.contains("4 games in 2 blocks"), "{standings}");

    program.run(&["check", &bot, "--variant", "bid"], "");
    assert_eq!(
        program.run(&["legal", "bid", "--position", "4 1356 2456 3- 2 0"], "").lines().collect::<Vec<_>>(),
        ["2", "4", "5", "6"]
    );
    let heard = program.run(&[], "uvi 1\nisready\nquit\n");
    assert!(
        heard.lines().any(|line| line == "variant name bid seats 2 title Bid") && !heard.contains("orwell"),
        "{heard}"
    );
}
