//! Random bots play other games in other blocks, and the same games when a block is played again.

use std::collections::BTreeSet;

use super::Cup;

/// A tournament of these two bots, with short games.
fn file(variant: &str, rounds: u32, [one, other]: [&str; 2]) -> String {
    format!(
        "variant = \"{variant}\"\nrounds = {rounds}\nseed = \"2a\"\nclock = \"nodes 6\"\nlog = {{ times = \"off\" }}\n\
         adjudication = {{ max-decisions = 12 }}\n\
         [[bot]]\nname = \"one\"\ncommand = \"{one}\"\n[[bot]]\nname = \"other\"\ncommand = \"{other}\"\n"
    )
}

/// The rules of French Revolution Chess have no chance, so games differ only by the draws of the bots.
#[test]
fn french_revolution_is_another_game_in_every_block_and_the_same_again() {
    for (name, bots) in [
        ("lots-random", ["random", "greedy"]),
        ("lots-twins", ["greedy", "greedy"]),
        ("lots-searches", ["search", "search --seed 1"]),
    ] {
        let cup = Cup::with_file(name, &file("french-revolution", 3, bots));
        cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
        cup.run(&["tournament", "cup.toml", "--quiet", "--folder", "again"]).code(0);
        assert_eq!(cup.verifies("cup.games"), 6);
        let played = |folder: &str| cup.results(folder).iter().map(|result| result["course"].to_string()).collect();
        let (games, again): (Vec<String>, Vec<String>) = (played("cup.games"), played("again"));
        assert_eq!(games, again, "{name}");
        // The bots get the same lots in both games of a block. So if both bots are one program, the two games are
        // equal.
        let distinct = games.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct, if bots[0] == bots[1] { 3 } else { 6 }, "{name}: {games:#?}");
    }
}
