//! What a shard does when its time is short, or its machine is another.

use std::{
    fs::{self, File},
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, SystemTime},
};

use rustix::process::Signal;
use testkit::processes;

use super::{Cup, begun, duel, file, lines, said, signal};

/// A planned tournament of which each game takes half a second, and each block two games.
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

/// In two and a half seconds there is room for two blocks; the third would begin in time and end late.
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

#[test]
fn running_shards_are_watched() {
    let cup = slow("shards-watched", 8);
    let watch = || cup.arbiter(&["merge", "cup.games", "--watch"]).spawn().unwrap();
    let [mut lost, other] = ["1/2", "2/2"].map(|shard| begun(&cup, shard, 1, &[]));
    lost.kill().unwrap();
    lost.wait().unwrap();
    // A node that is gone has said nothing for two minutes.
    let paper = cup.path("cup.games/shards/01-of-2/shard.json");
    let long_ago = SystemTime::now() - Duration::from_secs(120);
    File::options().write(true).open(paper).unwrap().set_modified(long_ago).unwrap();
    let shown = said(watch().wait_with_output().unwrap()).code(3).out;
    assert!(shown.contains(" of 16 games; 1 running, 1 lost; "), "{shown}");
    assert!(shown.contains("1 done, 1 lost"), "{shown}");
    said(other.wait_with_output().unwrap()).code(0);
    let again = begun(&cup, "1/2", 1, &[]);
    let shown = said(watch().wait_with_output().unwrap()).code(0).out;
    assert!(shown.contains("1 running") && shown.contains("over, with 16 results"), "{shown}");
    said(again.wait_with_output().unwrap()).code(0);
}

/// What was finished at the first host is not played again at the second, and each has its own games.
#[test]
fn a_shard_goes_on_at_another_host() {
    let cup = Cup::planned("shards-elsewhere", &duel());
    let args = ["tournament", "cup.games", "--shard", "1/1", "-q", "-c", "1"];
    let first = begun(&cup, "1/1", 3, &[]);
    signal(&first, Signal::USR1);
    assert_eq!(said(first.wait_with_output().unwrap()).code, Some(3));
    let there = lines(&cup.path("cup.games/shards/01-of-1/results.jsonl"));
    said(cup.arbiter(&args).env("ARBITER_HOST", "second").output().unwrap()).code(0);
    let shown = cup.run(&["merge", "cup.games"]).code(0).out;
    let row = shown.lines().find(|line| line.starts_with("second ")).unwrap();
    assert_eq!(row.split_whitespace().nth(1), Some((60 - there).to_string().as_str()), "{shown}");
    cup.is_as_one("cup.games");
    // Without the folder it is played again, and is the same.
    fs::remove_dir_all(cup.path("cup.games/shards/01-of-1")).unwrap();
    said(cup.arbiter(&args).env("ARBITER_HOST", "third").output().unwrap()).code(0);
    cup.run(&["merge", "cup.games", "-q", "--strict", "--verify"]).code(0);
    cup.is_as_one("cup.games");
}
