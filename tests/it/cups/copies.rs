//! Bots that always give the same answers repeat their games, and the arbiter says so.

use serde_json::json;

use super::{Cup, faulty};

#[test]
fn games_that_are_equal_move_for_move_are_told() {
    let bot = |name: &str| format!("[[bot]]\nname = \"{name}\"\ncommand = {:?}\n", faulty(""));
    let file = "variant = \"french-revolution\"\nseed = \"1\"\nrounds = 5\nadjudication = { max-decisions = 12 }\n";
    let cup = Cup::with_file("copies", &format!("{file}{}{}", bot("a"), bot("b")));
    let said = cup.run(&["tournament", "cup.toml", "--quiet", "--json", "standings.json"]).code(0);
    let told = "of 10 games 8 are copies of others, move for move: intervals and tests count 1 independent block";
    assert!(said.out.contains(told), "{}", said.out);
    let standings: serde_json::Value = serde_json::from_str(&cup.read("standings.json")).unwrap();
    assert_eq!(standings["copies"], json!({ "games": 8, "of": 10, "independent_blocks": 1 }));
    let results = cup.results("cup.games");
    assert_eq!(results[0]["course"], results[2]["course"]);
    cup.run(&["report", "cup.games", "-o", "page.html"]).code(0);
    assert!(cup.read("page.html").contains(told), "the report says nothing of copies");
}

/// Lines on the test go on after the number of independent blocks stands still.
#[test]
fn a_sequential_test_of_copies_goes_on_telling() {
    let bot = |name: &str| format!("[[bot]]\nname = \"{name}\"\ncommand = {:?}\n", faulty(""));
    let file = "variant = \"french-revolution\"\nseed = \"1\"\nrounds = 30\nadjudication = { max-decisions = 12 }\n\
                [sprt]\nelo0 = 0\nelo1 = 10\n";
    let cup = Cup::with_file("copied-test", &format!("{file}{}{}", bot("a"), bot("b")));
    let said = cup.run(&["tournament", "cup.toml"]).code(0);
    for blocks in [10, 20, 30] {
        let state = format!("\ntest after {blocks} blocks (1 independent): LLR ");
        assert!(said.out.contains(&state), "{state} in {}", said.out);
    }
    let told = "arbiter: the bots repeat their games, so more games decide nothing; use more openings\n";
    assert_eq!(said.err.matches(told).count(), 1, "{}", said.err);
}
