//! The HTML page of a log as the program writes it, for games of every variant, and the exit codes.
#![cfg(feature = "faulty")]
#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use arbiter::{games::REGISTRY, viewer};
use serde_json::Value;
use testkit::{
    boards, processes,
    replays::{check_boards, data, kept, page},
};

/// Games with rare features: many moves, faults, scores, claims, a seat that leaves.
const RARE: [(&str, &[&str]); 6] = [
    ("katarenga", &["bot:random", "bot:greedy"]),
    ("congress", &["bot:greedy", "bot:random", "--option", "maxturns=20"]),
    ("orwell", &["bot:random", "bot:greedy", "bot:arbiter-faulty --mode illegal --after 9", "--onfault", "random"]),
    ("catalonia", &["bot:arbiter-chain", "bot:arbiter-chain", "--option", "turns=8"]),
    ("catalonia", &["bot:arbiter-chain", "bot:arbiter-chain", "--option", "scoring=claimed", "--option", "turns=6"]),
    ("cat-chess", &["bot:arbiter-prowler", "bot:random", "bot:arbiter-faulty --mode crash --after 12"]),
];

/// The rare games, and a short game of every variant with its fewest seats.
fn games() -> Vec<(&'static str, Vec<String>)> {
    let rare = RARE.iter().map(|(word, words)| (*word, words.iter().map(|word| (*word).to_owned()).collect()));
    let short = boards::all().into_iter().filter(|board| board.seats == board.variant.seats()[0]).map(|board| {
        let bots = ["bot:greedy", "bot:random"].into_iter().cycle().take(board.seats.into()).map(str::to_owned);
        let options =
            board.short().into_iter().flat_map(|(name, value)| ["--option".to_owned(), format!("{name}={value}")]);
        (board.variant.word(), bots.chain(options).collect())
    });
    rare.chain(short).collect()
}

fn arbiter(folder: &Path, words: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_arbiter"));
    // The bots are in the folder of the program.
    Command::new(program).current_dir(folder).env("PATH", program.parent().unwrap()).args(words).output().unwrap()
}

fn play(folder: &Path, number: usize, variant: &str, words: &[String]) -> Vec<u8> {
    let log = format!("{number}.jsonl");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = [&["play", variant, "--seed", "2a", "--quiet", "--log", &log], &*words].concat();
    let output = arbiter(folder, &words);
    assert!(output.status.success(), "{output:?}");
    fs::read(folder.join(log)).unwrap()
}

#[test]
fn every_variant_has_its_boards_at_every_step() {
    let folder = processes::scratch("viewer-boards");
    for (number, (variant, words)) in games().into_iter().enumerate() {
        let log = play(&folder, number, variant, &words);
        check_boards(&log, b"");
        // A log that is cut off in the middle of a line.
        let head = log.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let half = (log.len() / 2).max(head + 9);
        let viewed = viewer::html(REGISTRY, &log[..half], &[]).unwrap();
        assert_eq!(viewed.wrong, None);
        let page = page(&viewed);
        assert!(page.text().contains("This log is not finished. It is correct so far"));
        assert_eq!(data(&page)["seed"], Value::Null);
        let whole = log[..half].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        check_boards(&log[..whole], &log[whole..]);
    }
}

#[track_caller]
fn run(folder: &Path, words: &[&str], code: i32) -> Output {
    let output = arbiter(folder, words);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    output
}

#[test]
fn the_command_has_its_exit_codes() {
    let folder: PathBuf = processes::scratch("viewer-command");
    fs::write(folder.join("right.jsonl"), kept("complete")).unwrap();
    let wrong = String::from_utf8(kept("complete")).unwrap().replace("\"decisions\":", "\"decisions\":1");
    fs::write(folder.join("wrong.jsonl"), &wrong).unwrap();
    fs::write(folder.join("cut.jsonl"), kept("cut-off")).unwrap();
    fs::write(folder.join("empty.jsonl"), "").unwrap();
    run(&folder, &["replay", "right.jsonl", "-o", "right.html"], 0);
    let page = fs::read_to_string(folder.join("right.html")).unwrap();
    assert_eq!(run(&folder, &["replay", "right.jsonl", "-o", "-"], 0).stdout, page.as_bytes());
    run(&folder, &["replay", "cut.jsonl", "-o", "cut.html"], 0);
    let said = String::from_utf8(run(&folder, &["replay", "wrong.jsonl", "-o", "wrong.html"], 1).stderr).unwrap();
    assert!(said.starts_with("wrong.jsonl: wrong: line ") && said.contains("decisions"), "{said}");
    assert!(fs::read_to_string(folder.join("wrong.html")).unwrap().contains("This log is wrong."));
    run(&folder, &["replay", "empty.jsonl", "-o", "empty.html"], 1);
    run(&folder, &["replay", "none.jsonl", "-o", "none.html"], 4);
    run(&folder, &["replay", "right.jsonl", "-o", "none/right.html"], 4);
    run(&folder, &["replay", "right.jsonl"], 2);
    let many = ["replay", "right.jsonl", "-o", "empty.html", "--name=a", "--name=b", "--name=c", "--name=d"];
    let said = String::from_utf8(run(&folder, &many, 2).stderr).unwrap();
    assert!(said.contains("--name: expected at most one for each of the 3 seats, found 4"), "{said}");
    assert!(!folder.join("empty.html").exists() && !folder.join("none.html").exists());
}
