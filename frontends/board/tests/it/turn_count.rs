//! The rows of the list of moves, beside the turns that the arbiter's positions count.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;
use uvi::{TurnCount, TurnRules};

use crate::board::{program, scratch};

/// For each game the place of the turn or round in its positions, and games to play.
const GAMES: [(&str, usize, &[&str]); 8] = [
    ("katarenga", 7, &["random random", "greedy random -o baseline=fixed"]),
    ("congress", 3, &["greedy random"]),
    ("colorado", 7, &["greedy random -o baseline=fixed"]),
    ("orwell", 4, &["random greedy random"]),
    ("french-revolution", 4, &["greedy random -o pawns=opponent"]),
    ("catalonia", 4, &["random chain -o bombs=chain", "chain chain -o scoring=claimed -o turns=40"]),
    ("cat-chess", 7, &["random random random random random -o tiles=10 -o maxrounds=30"]),
    ("chess", 5, &["random random"]),
];

/// The rows of each variant, as the arbiter says them to a host.
fn rules() -> BTreeMap<String, TurnRules> {
    let mut arbiter =
        Command::new(program("arbiter")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("an arbiter");
    arbiter.stdin.take().expect("a pipe").write_all(b"describe\nquit\n").expect("it listens");
    let said = String::from_utf8(arbiter.wait_with_output().expect("it answers").stdout).expect("text");
    let mut rules: BTreeMap<String, TurnRules> = BTreeMap::new();
    for line in said.lines() {
        if let ["about", variant, "row", row] = line.splitn(4, ' ').collect::<Vec<_>>()[..] {
            rules.entry(variant.to_owned()).or_default().hear(row);
        }
    }
    rules
}

/// The number that each action has in the list of moves, and that of the turn in the position before it.
fn numbers(rules: &TurnRules, place: usize, log: &str, positions: &str) -> Vec<(u32, u32)> {
    let line = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let position = |told: &Value| told.as_str().unwrap().split(' ').nth(place).unwrap().parse::<u32>().unwrap();
    let known: BTreeMap<u64, u32> =
        positions.lines().map(line).map(|told| (told["line"].as_u64().unwrap(), position(&told["position"]))).collect();
    let mut records = (1..).zip(log.lines().map(line));
    let (_, head) = records.next().unwrap();
    let start = position(&head["start"]);
    let mut count = TurnCount::default();
    let mut all = Vec::new();
    for (number, record) in records.filter(|(_, record)| matches!(record["type"].as_str(), Some("action" | "chance"))) {
        let seat = record["seat"].as_u64().map(|seat| seat as u32);
        count = count.after(rules, seat, record["text"].as_str().unwrap_or_default());
        // The baseline of Katarenga is chosen in turn 1, and is none.
        let is_setup = record["action"].as_str().is_some_and(|action| action.starts_with("turn"));
        let before = known.range(..number).next_back().map_or(start, |(_, turn)| *turn);
        if let Some(place) = count.place() {
            all.push((place.number.unwrap_or_default(), if is_setup { 0 } else { before }));
        }
    }
    all
}

#[test]
fn rows_are_the_turns_of_every_game() {
    let folder = scratch();
    let arbiter = |args: &[&str]| {
        let output = Command::new(program("arbiter")).current_dir(&folder).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let rules = rules();
    assert!(rules.len() >= 3, "{rules:?}");
    for (variant, place, games) in GAMES {
        let rules = rules.get(variant).cloned().unwrap_or_default();
        for (number, game) in games.iter().enumerate() {
            let log = format!("{variant}-{number}.jsonl");
            let words = game.split(' ').map(|word| match word {
                "random" | "greedy" | "chain" | "prowler" => format!("bot:{word}"),
                other => other.to_owned(),
            });
            let words: Vec<String> = words.collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            arbiter(&[&["play", variant][..], &words, &["--seed", "2a", "--quiet", "--log", &log]].concat());
            let text = fs::read_to_string(folder.join(&log)).unwrap();
            let found = numbers(&rules, place, &text, &arbiter(&["show", &log, "--positions"]));
            let wrong = found.iter().position(|(shown, counted)| shown != counted);
            assert!(found.len() >= 10, "{variant} {game}: {} actions", found.len());
            assert_eq!(wrong.map(|at| (at, found[at])), None, "{variant} {game}");
        }
    }
}
