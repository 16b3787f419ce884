//! Bots stay alive between their games.

use std::fs;

use testkit::{processes::put_program, program_word};

use super::{Cup, said};

/// A tournament of this many bots, each of which records its start.
fn noted(name: &str, head: &str, bots: usize) -> Cup {
    let bots: String = (0..bots)
        .map(|bot| format!("[[bot]]\nname = \"{bot}\"\ncommand = \"./noted\"\noptions = {{ seed = {bot} }}\n"))
        .collect();
    let file = format!("{head}\nseed = \"2a\"\nlog = {{ times = \"off\" }}\n{bots}");
    let cup = Cup::with_file(name, &file);
    let random = program_word("arbiter-random");
    put_program(cup.path("noted"), format!("#!/bin/sh\necho started >> starts\nexec {random}\n"));
    cup
}

/// Plays the tournament in a folder of its own. Returns the number of bot starts, and the results.
fn starts(cup: &Cup, folder: &str, more: &[&str]) -> (usize, String) {
    let _ = fs::remove_file(cup.path("starts"));
    cup.run(&[&["tournament", "cup.toml", "--quiet", "--folder", folder], more].concat()).code(0);
    (cup.read("starts").lines().count(), cup.read(&format!("{folder}/results.jsonl")))
}

#[test]
fn a_bot_is_started_once_however_many_there_are() {
    let cup = noted("keeping", "variant = \"isolation\"", 7);
    let (kept, results) = starts(&cup, "kept", &["-c", "1"]);
    assert_eq!(kept, 7);
    // With two games at once, each bot is started at most twice.
    let (two, same) = starts(&cup, "two", &["-c", "2"]);
    assert!((7..=14).contains(&two), "{two} starts");
    assert_eq!(same, results);
    let (few, same) = starts(&cup, "few", &["-c", "1", "--keep", "3"]);
    assert!((8..42).contains(&few), "{few} starts of 84 seats");
    assert_eq!(same, results);
    let (anew, same) = starts(&cup, "anew", &["-c", "1", "--restart"]);
    assert_eq!((anew, same), (84, results));
}

/// No bot process plays the same deal (the dice of a block) twice. A process that has played a deal rests until the
/// next block.
#[test]
fn a_bot_is_started_as_often_as_a_deal_is_played_and_no_oftener() {
    let head = "variant = \"orwell\"\noptions = { maxrounds = 6 }\nformat = \"swiss\"\nrounds = 5";
    let cup = noted("dealt", head, 6);
    // A block has three games, one after another.
    let (kept, results) = starts(&cup, "kept", &["-c", "1"]);
    assert_eq!((kept, results.lines().count()), (3 * 6, 30));
    // With `--keep 6`, the processes that know the deal are stopped first.
    let (few, same) = starts(&cup, "few", &["-c", "1", "--keep", "6"]);
    assert!((3 * 6..=90).contains(&few), "{few} starts of 90 seats");
    assert_eq!(same, results);
}

/// Four games of two bots of one thread each.
fn plain(name: &str) -> Cup {
    let random = program_word("arbiter-random");
    let bots = ["a", "b"].map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = {random:?}\n")).concat();
    Cup::with_file(name, &format!("variant = \"isolation\"\nseed = \"2a\"\nrounds = 2\n{bots}"))
}

#[test]
fn matches_are_held_to_a_core_however_few_are_played_at_once() {
    let cup = plain("held");
    cup.run(&["tournament", "cup.toml", "--quiet", "-c", "1"]).code(0);
    for game in ["000001", "000002"] {
        let log = cup.read(&format!("cup.games/games/{game}.jsonl"));
        let head = log.lines().next().unwrap();
        assert_eq!(head.matches("\"affinity\":\"auto\"").count(), 2, "{head}");
    }
}

/// A process that has just ended has no thread in `/proc`. The arbiter must not take it for a bot of several threads.
#[test]
fn bots_that_leave_are_not_taken_for_those_of_several_threads() {
    let cup = plain("leaving");
    let mut arbiter = cup.arbiter(&["tournament", "cup.toml", "--quiet", "-c", "1", "--restart"]);
    let done = said(arbiter.env("ARBITER_LOG", "debug").output().unwrap()).code(0);
    assert!(done.err.contains("bestmove"), "everything is told: {}", done.err);
    assert!(!done.err.contains("several threads or processes"), "{}", done.err);
}
