//! Random bots play other games in other blocks, and the same games when a block is played again.

use std::{collections::BTreeSet, fs};

use super::Cup;

/// A tournament of these two bots, with short games.
fn file(variant: &str, rounds: u32, [one, other]: [&str; 2]) -> String {
    format!(
        "variant = \"{variant}\"\nrounds = {rounds}\nseed = \"2a\"\nclock = \"nodes 6\"\nlog = {{ times = \"off\" }}\n\
         adjudication = {{ max-decisions = 24 }}\n\
         [[bot]]\nname = \"one\"\ncommand = \"{one}\"\n[[bot]]\nname = \"other\"\ncommand = \"{other}\"\n"
    )
}

/// The actions of each game in the folder, in order.
fn played(cup: &Cup, folder: &str) -> Vec<String> {
    let mut logs: Vec<_> =
        fs::read_dir(cup.path(folder).join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.sort();
    let actions = |path| {
        let log: Vec<serde_json::Value> =
            fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        log.iter().filter_map(|record| record["action"].as_str()).collect::<Vec<_>>().join(" ")
    };
    logs.into_iter().map(actions).collect()
}

/// The rules of French Revolution Chess have no chance, so games differ only by the draws of the bots.
#[test]
fn french_revolution_is_another_game_in_every_block_and_the_same_again() {
    for (name, bots) in [
        ("lots-random", ["random", "greedy"]),
        ("lots-twins", ["greedy", "greedy"]),
        ("lots-search", ["search", "greedy"]),
        ("lots-searches", ["search", "search --seed 1"]),
    ] {
        let cup = Cup::with_file(name, &file("french-revolution", 5, bots));
        cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
        cup.run(&["tournament", "cup.toml", "--quiet", "--folder", "again"]).code(0);
        assert_eq!(cup.verifies("cup.games"), 10);
        let games = played(&cup, "cup.games");
        assert_eq!(games, played(&cup, "again"), "{name}");
        // The bots get the same lots in both games of a block. So if both bots are one program, the two games are
        // equal.
        let distinct = games.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct, if bots[0] == bots[1] { 5 } else { 10 }, "{name}: {games:#?}");
    }
}
