//! Shards with little time, and shards on another machine.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use rustix::process::Signal;
use testkit::processes;

use super::{Cup, begun, duel, file, finished, said, signal};

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
    let shard = cup.path("cup.games/shards/01-of-1");
    for attempt in 0..2 {
        let before = finished(&shard);
        cup.run(&["tournament", "cup.games", "--shard", "1/1", "-q", "-c", "1", "--for", "2500ms"]).code(3);
        let played = finished(&shard) - before;
        assert!([2, 4].contains(&played), "attempt {attempt}: {played} games");
    }
    cup.run(&["merge", "cup.games", "-q"]).code(3);
}

/// A shard that begins again elsewhere repeats no finished game.
#[test]
fn a_shard_goes_on_at_another_host() {
    let cup = Cup::planned("shards-elsewhere", &duel());
    let first = begun(&cup, "1/1", 3, &[]);
    signal(&first, Signal::USR1);
    assert_eq!(said(first.wait_with_output().unwrap()).code, Some(3));
    let there = finished(&cup.path("cup.games/shards/01-of-1"));
    let second = cup.run(&["tournament", "cup.games", "--shard", "1/1", "-c", "1"]).code(0);
    assert!(second.out.contains(&format!("{there} games finished, {} to play now", 60 - there)), "{}", second.out);
    cup.run(&["merge", "cup.games"]).code(0);
    cup.is_as_one("cup.games");
    // Without its folder the shard is played again, with the same games.
    fs::remove_dir_all(cup.path("cup.games/shards/01-of-1")).unwrap();
    cup.run(&["tournament", "cup.games", "--shard", "1/1", "-q", "-c", "1"]).code(0);
    cup.run(&["merge", "cup.games", "-q", "--strict", "--verify"]).code(0);
    cup.is_as_one("cup.games");
}
