//! Bots stay alive between their games.

use testkit::program_word;

use super::{Cup, said};

/// A process that has just ended has no thread in `/proc`. The arbiter must not take it for a bot of several threads.
#[test]
fn matches_are_held_to_a_core_and_bots_that_leave_are_not_taken_for_those_of_several_threads() {
    let random = program_word("arbiter-random");
    let bots = ["a", "b"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = {random:?}\n")).concat();
    let file = format!("variant = \"isolation\"\nseed = \"2a\"\nrounds = 2\n{bots}");
    let cup = Cup::with_file("held", &file);
    let mut arbiter = cup.arbiter(&["tournament", "cup.toml", "--quiet", "-c", "1", "--restart"]);
    let done = said(arbiter.env("ARBITER_LOG", "debug").output().unwrap()).code(0);
    assert!(done.err.contains("bestmove"), "everything is told: {}", done.err);
    assert!(!done.err.contains("several threads or processes"), "{}", done.err);
    for game in ["000001", "000002"] {
        let log = cup.read(&format!("cup.games/games/{game}.jsonl"));
        let head = log.lines().next().unwrap();
        assert_eq!(head.matches("\"affinity\":\"auto\"").count(), 2, "{head}");
    }
}
