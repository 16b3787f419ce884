//! Bots that always give the same answers repeat their games, and the arbiter says so.

use super::{Cup, faulty};

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
