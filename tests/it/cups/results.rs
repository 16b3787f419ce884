//! The results are the same for any number of games at once, and after whatever a kill has torn.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::json;
use testkit::processes;
use uvi_cup::GameResult;

use super::Cup;

/// Three random bots, whose choices follow from their seed and the question.
fn file(rounds: u32) -> String {
    let head = "variant = \"congress\"\nlog = { times = \"off\" }\noptions = { maxturns = 20 }";
    super::file(&format!("{head}\nrounds = {rounds}"), &[("a", "random"), ("b", "random"), ("c", "random")])
}

/// The results and logs of a folder, by file name.
fn all(cup: &Cup, folder: &str) -> BTreeMap<PathBuf, String> {
    let mut all = cup.tree(folder);
    all.retain(|name, _| name.starts_with("games") || name == Path::new("results.jsonl"));
    all
}

#[test]
fn results_do_not_depend_on_how_many_games_are_played_at_once() {
    let cup = Cup::with_file("concurrency", &file(2));
    for (folder, concurrency) in [("one", "1"), ("eight", "8")] {
        cup.run(&["tournament", "cup.toml", "--quiet", "--folder", folder, "--concurrency", concurrency]).code(0);
    }
    let one = all(&cup, "one");
    assert_eq!(one.len(), 1 + 12);
    assert_eq!(all(&cup, "eight"), one);
    cup.run(&["tournament", "cup.toml", "--quiet", "--folder", "anew", "--restart"]).code(0);
    assert_eq!(all(&cup, "anew"), one);
}

/// On one core, so many games are a crowd, whose threads play several games each.
#[test]
fn games_that_share_a_thread_are_those_of_games_alone() {
    let bots = ["--mode crash", "--mode stall"].map(super::faulty);
    let [crash, stall] = bots.each_ref().map(String::as_str);
    let head = "variant = \"congress\"\nclock = \"movetime 1000\"\noptions = { maxturns = 20 }\nrounds = 2";
    let cup = Cup::with_file(
        "crowd",
        &super::file(head, &[("a", "random"), ("b", "random"), ("crash", crash), ("stall", stall)]),
    );
    cup.run(&["tournament", "cup.toml", "--quiet", "--folder", "alone", "--concurrency", "8"]).code(0);
    let args = "tournament cup.toml --quiet --folder together --concurrency 20";
    let mut together = Command::new("sh");
    let core = "taskset -c \"$(taskset -cp $$ | grep -o '[0-9]*$')\"";
    together.args(["-c", &format!("exec {core} \"$0\" {args}"), env!("CARGO_BIN_EXE_arbiter")]);
    super::said(together.current_dir(&cup.dir).stdin(Stdio::null()).output().unwrap()).code(0);
    let games = |folder: &str| -> Vec<_> {
        let mut results = cup.results(folder);
        let facts = ["game", "seats", "reason", "score", "decisions", "course"];
        let told = |result: &mut serde_json::Value| {
            let faults = result["faults"].as_array().into_iter().flatten();
            let faults: Vec<_> = faults.map(|fault| json!([fault["seat"], fault["fault"]])).collect();
            json!([facts.map(|fact| result[fact].take()), faults])
        };
        results.iter_mut().map(told).collect()
    };
    assert_eq!(cup.verifies("together"), 24);
    assert_eq!(games("together"), games("alone"));
}

#[test]
fn too_few_descriptors_cost_nobody_a_game() {
    let cup = Cup::with_file("short", &file(2));
    cup.run(&["tournament", "cup.toml", "--quiet", "--folder", "whole"]).code(0);
    let arbiter = |files: u32, folder: &str| {
        let args = format!("tournament cup.toml --quiet --folder {folder} --concurrency 12");
        let mut short = Command::new("sh");
        short.args(["-c", &format!("ulimit -n {files}; exec \"$0\" {args}"), env!("CARGO_BIN_EXE_arbiter")]);
        super::said(short.current_dir(&cup.dir).stdin(Stdio::null()).output().unwrap())
    };
    // With 80 open files, only one or two of the twelve games have room at once.
    let short = arbiter(80, "short").code(0);
    assert!(short.err.contains("12 games at once may need 324 open files"), "{}", short.err);
    assert_eq!(all(&cup, "short"), all(&cup, "whole"));
}

#[test]
fn what_a_kill_has_torn_is_mended_from_the_logs() {
    let cup = Cup::with_file("torn", &file(4));
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    let whole = all(&cup, "cup.games");
    // A torn line of results, a log without its end with the seed beside it, and an empty log.
    let results = cup.path("cup.games/results.jsonl");
    let text = cup.read("cup.games/results.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&results, lines[..20].concat() + &lines[20][..30]).unwrap();
    let log = cup.path("cup.games/games/000022.jsonl");
    let text = cup.read("cup.games/games/000022.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let seed =
        serde_json::from_str::<serde_json::Value>(lines.last().unwrap()).unwrap()["seed"].as_str().unwrap().to_owned();
    fs::write(&log, lines[..5].concat() + "{\"type\":").unwrap();
    fs::write(cup.path("cup.games/games/000022.jsonl.seed"), seed).unwrap();
    fs::write(cup.path("cup.games/games/000023.jsonl"), "{\"type").unwrap();
    fs::write(cup.path("cup.games/games/000023.jsonl.seed"), "").unwrap();
    fs::remove_file(cup.path("cup.games/games/000024.jsonl")).unwrap();
    fs::write(cup.path("cup.games/games/000024.jsonl.seed"), "").unwrap();
    let said = cup.run(&["tournament", "cup.games"]).code(0);
    assert_eq!(all(&cup, "cup.games"), whole);
    let played: Vec<&str> = said.out.lines().filter(|line| line.starts_with("game ")).collect();
    // The log of game 21 is whole, so its result needs no game.
    assert_eq!(played.len(), 3, "{played:?}");
}

#[test]
fn a_result_that_makes_no_sense_is_refused() {
    let result = json!({"game": 1, "block": 1, "round": 1, "seats": ["a", "b"], "reason": "limit", "score": ["1", "0"],
        "decisions": 9, "log": "games/000001.jsonl"});
    assert!(serde_json::from_value::<GameResult>(result.clone()).is_ok());
    for (field, value, expected) in [
        ("score", json!(["half", "1/2"]), "expected points, such as 1 or 1/2, found \"half\""),
        ("score", json!(["2/4", "1/2"]), "expected 1/2, found \"2/4\""),
        ("score", json!(["1/0", "1"]), "expected points, such as 1 or 1/2, found \"1/0\""),
        ("score", json!([1, 0]), "invalid type: integer `1`, expected a text"),
        ("score", json!(["1"]), "expected points for 2 seats, found points for 1"),
        ("score", json!(["1", "0", "0"]), "expected points for 2 seats, found points for 3"),
        ("score", json!(null), "expected score or shared, found neither"),
        ("shared", json!(7), "expected either score or shared, found both"),
        ("seats", json!([]), "expected 1 to 5 seats, found 0"),
        ("seed", json!("2a"), "expected 0000000000000000000000000000002a, found \"2a\""),
        ("seed", json!("luck"), "expected up to 32 hex digits, found \"luck\""),
        ("faults", json!([{"seat": 1, "fault": "late"}]), "expected the word of a fault, found \"late\""),
    ] {
        let mut changed = result.clone();
        changed[field] = value;
        let error = serde_json::from_value::<GameResult>(changed).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected} in {error}");
    }
}

#[test]
fn two_arbiters_do_not_play_in_one_folder() {
    let slow = super::faulty("--mode late --delay-ms 50");
    let cup = Cup::with_file("busy", &super::file("variant = \"congress\"", &[("a", &slow), ("b", "random")]));
    let mut first = cup.arbiter(&["tournament", "cup.toml", "--quiet"]).spawn().unwrap();
    processes::eventually("the folder is there", || cup.path("cup.games/plan.toml").exists());
    let said = cup.run(&["tournament", "cup.toml", "--quiet"]).code(4);
    assert!(said.err.contains("another arbiter is playing"), "{}", said.err);
    first.kill().unwrap();
    first.wait().unwrap();
}
