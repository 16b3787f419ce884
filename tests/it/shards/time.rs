//! Shards with little time, and shards on another machine.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use rustix::process::Signal;
use testkit::processes;

use super::{Cup, begun, duel, file, lines, said, signal};

/// A planned tournament in which each game takes half a second and each block has two games.
fn slow(name: &str, rounds: u32) -> Cup {
    let cup = Cup { dir: processes::scratch(name) };
    let random = Path::new(env!("CARGO_BIN_EXE_arbiter")).with_file_name("arbiter-random");
    let bot = cup.path("bot");
    fs::write(&bot, format!("#!/bin/sh\nsleep 0.5\nexec {}\n", testkit::word(random))).unwrap();
    fs::set_permissions(&bot, PermissionsExt::from_mode(0o755)).unwrap();
    let keys = format!("variant = \"isolation\"\nrounds = {rounds}\nrestart = \"on\"");
    fs::write(cup.path("cup.toml"), file(2, &keys, "").replace("\"random\"", "\"./bot\"")).unwrap();
    cup.run(&["tournament", "cup.toml", "--plan", "-q"]).code(0);
    cup
}

/// Two and a half seconds have room for two blocks. The third would begin in time but end late.
#[test]
fn a_block_that_would_end_late_is_not_begun() {
    let cup = slow("shards-late", 50);
    let results = cup.path("cup.games/shards/01-of-1/results.jsonl");
    for attempt in 0..2 {
        let before = lines(&results);
        cup.run(&["tournament", "cup.games", "--shard", "1/1", "-q", "-c", "1", "--for", "2500ms"]).code(3);
        let played = lines(&results) - before;
        assert!([2, 4].contains(&played), "attempt {attempt}: {played} games");
    }
    cup.run(&["merge", "cup.games", "-q"]).code(3);
}

/// The second host does not repeat the games that the first host finished. The shard records which host played which
/// games.
#[test]
fn a_shard_goes_on_at_another_host() {
    let cup = Cup::planned("shards-elsewhere", &duel());
    let args = ["tournament", "cup.games", "--shard", "1/1", "-q", "-c", "1"];
    let first = begun(&cup, "1/1", 3, &[]);
    signal(&first, Signal::USR1);
    assert_eq!(said(first.wait_with_output().unwrap()).code, Some(3));
    let there = lines(&cup.path("cup.games/shards/01-of-1/results.jsonl"));
    said(cup.arbiter(&args).env("ARBITER_HOST", "second").output().unwrap()).code(0);
    cup.run(&["merge", "cup.games"]).code(0);
    let shard = |file: &str| fs::read_to_string(cup.path("cup.games/shards/01-of-1").join(file)).unwrap();
    let paper: serde_json::Value = serde_json::from_str(&shard("shard.json")).unwrap();
    assert_eq!(paper["attempts"][1]["host"], "second");
    assert_eq!(shard("played.jsonl").matches("\"attempt\":2,").count(), 60 - there);
    cup.is_as_one("cup.games");
    // Without its folder the shard is played again, with the same games.
    fs::remove_dir_all(cup.path("cup.games/shards/01-of-1")).unwrap();
    said(cup.arbiter(&args).env("ARBITER_HOST", "third").output().unwrap()).code(0);
    cup.run(&["merge", "cup.games", "-q", "--strict", "--verify"]).code(0);
    cup.is_as_one("cup.games");
}
