//! Damaged and changed files are named, and their games are played again or refused. No loop is endless, and no false
//! result counts.

use super::*;

/// 4 blocks of two games.
fn small() -> String {
    format!("variant = \"congress\"\nrounds = 4\n{}", file(2, "", SHORT))
}

/// A function that damages a file.
type Damage = fn(&Path);

fn garble(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    fs::write(path, text.replacen("\"action\":\"", "\"action\":\"x", 1)).unwrap();
}

fn truncate(path: &Path) {
    let text = fs::read(path).unwrap();
    fs::write(path, [&text[..text.len() / 2], b"\n"].concat()).unwrap();
}

fn swap_score(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let (games, end) = text.trim_end().rsplit_once('\n').unwrap();
    let score = |score: &str| format!("\"score\":[{score}]");
    let known = ["\"1\",\"0\"", "\"0\",\"1\"", "\"1/2\",\"1/2\""].map(score);
    let found = known.iter().position(|score| end.contains(score)).expect("a result has a score");
    let other = &known[(found + 1) % known.len()];
    fs::write(path, format!("{games}\n{}\n", end.replace(&known[found], other))).unwrap();
}

fn relink(path: &Path) {
    let real = path.with_extension("real");
    fs::rename(path, &real).unwrap();
    std::os::unix::fs::symlink(real.file_name().unwrap(), path).unwrap();
}

/// Before and after the first merge, a shard plays damaged games again, and the loop ends.
#[test]
fn a_log_that_was_damaged_is_named_and_played_again() {
    let cup = planned("shards-damage", &small());
    play_shard(&cup, "1/1").code(0);
    let log = cup.path("cup.games/shards/01-of-1/games/000003.jsonl");
    let damages: [(&str, Damage); 3] = [("link", relink), ("garbled", garble), ("truncated", truncate)];
    for (name, damage) in damages {
        damage(&log);
        let merged = cup.run(&["merge", "cup.games"]).code(3);
        assert!(merged.err.contains("shards/01-of-1/games/000003.jsonl"), "{name}: {}", merged.err);
        assert!(merged.out.contains("1 game of 1 block left to play"), "{name}: {}", merged.out);
        assert_eq!(cup.run(&["merge", "cup.games", "--missing"]).code(3).out, "1\n");
        let shard = cup.run(&["tournament", "cup.games", "--shard", "1/1", "-c", "1"]).code(0);
        assert!(shard.err.contains("game 3 is played again"), "{name}: {}", shard.err);
        assert!(shard.out.contains("7 games finished, 1 to play now"), "{name}: {}", shard.out);
        cup.run(&["merge", "cup.games", "-q", "--verify"]).code(0);
        is_as_one(&cup, "cup.games");
        assert!(cup.path("cup.games/games/000003.jsonl").symlink_metadata().unwrap().is_file());
        assert_eq!(finished(&cup.path("cup.games/shards/01-of-1")), 8, "{name}");
    }
}

/// If another shard has the game undamaged, no game is played again. A log whose last line was changed is found by its
/// place in the chain, and by a replay.
#[test]
fn a_changed_log_does_not_count_beside_a_whole_one() {
    let cup = planned("shards-damage-beside", &small());
    play_shard(&cup, "1/1").code(0);
    copy(&cup.path("cup.games/shards/01-of-1"), &cup.path("second"));
    garble(&cup.path("second/games/000002.jsonl"));
    garble(&cup.path("cup.games/shards/01-of-1/games/000003.jsonl"));
    let merged = cup.run(&["merge", "cup.games", "second", "-q"]).code(0);
    assert_eq!(merged.err.matches("without this log, its shard plays the game again").count(), 2, "{}", merged.err);
    is_as_one(&cup, "cup.games");
    fs::remove_file(cup.path("cup.games/games/000004.jsonl")).unwrap();
    fs::copy(cup.path("second/games/000004.jsonl"), cup.path("cup.games/games/000004.jsonl")).unwrap();
    swap_score(&cup.path("cup.games/games/000004.jsonl"));
    let merged = cup.run(&["merge", "cup.games", "-q"]).code(0);
    assert!(merged.err.contains("games/000004.jsonl was changed after its game ended"), "{}", merged.err);
    is_as_one(&cup, "cup.games");
    swap_score(&cup.path("second/games/000004.jsonl"));
    let merged = cup.run(&["merge", "cup.games", "second", "-q", "--verify"]).code(1);
    assert!(merged.err.contains("second/games/000004.jsonl line "), "{}", merged.err);
    is_as_one(&cup, "cup.games");
}

#[test]
fn a_changed_log_of_a_folder_without_shards_is_refused() {
    let cup = planned("shards-damage-one", &small());
    copy(&cup.path("one.games"), &cup.path("two.games"));
    swap_score(&cup.path("one.games/games/000003.jsonl"));
    let before = cup.tree("one.games");
    let refused = cup.run(&["tournament", "one.games", "-q"]).code(4);
    for folders in [&["one.games"][..], &["cup.games", "one.games"], &["one.games", "--into", "new.games"]] {
        let merged = cup.run(&[&["merge"], folders].concat()).code(4);
        for text in ["one.games/games/000003.jsonl was changed after its game ended: sha256 ", "restore the old file"] {
            assert!(refused.err.contains(text) && merged.err.contains(text), "{}\n{}", refused.err, merged.err);
        }
    }
    let after = cup.tree("one.games");
    for name in ["chain.jsonl", "results.jsonl", "plan.toml"] {
        assert_eq!(after[Path::new(name)], before[Path::new(name)], "{name}");
    }
    // A change of the chain is found too.
    let chain = cup.path("two.games/chain.jsonl");
    let text = fs::read_to_string(&chain).unwrap();
    let (third, log) = (text.lines().nth(2).unwrap(), text.lines().nth(3).unwrap());
    let log_of = |line: &str| line.split("\"log\":\"").nth(1).unwrap()[..64].to_owned();
    fs::write(&chain, text.replace(third, &third.replace(&log_of(third), &log_of(log)))).unwrap();
    let merged = cup.run(&["merge", "two.games"]).code(4);
    assert!(merged.err.contains("000003.jsonl was changed after its game ended"), "{}", merged.err);
}

/// The games of the smaller tournament stay, also those that are not merged yet.
#[test]
fn a_tournament_of_shards_grows() {
    let cup = planned("shards-grow", &small());
    for number in 1..=2 {
        play_shard(&cup, &format!("{number}/2")).code(0);
        cup.run(&["merge", "cup.games", "-q", "--missing"]).code(if number == 1 { 3 } else { 0 });
    }
    cup.run(&["tournament", "cup.toml", "--rounds", "6", "--grow", "--plan"]).code(0);
    for number in 1..=2 {
        let said = cup.run(&["tournament", "cup.games", "--shard", &format!("{number}/2"), "-c", "1"]).code(0);
        assert!(said.out.contains(" games finished, 2 to play now"), "{}", said.out);
    }
    cup.run(&["merge", "cup.games", "-q", "--verify"]).code(0);
    cup.run(&["tournament", "cup.toml", "--folder", "one.games", "--rounds", "6", "--grow", "-q", "-c", "1"]).code(0);
    assert_eq!(cup.results("cup.games").len(), 12);
    // The smaller tournament was not over in one of them, so its old plan has no seed.
    for folder in ["cup.games", "one.games"] {
        fs::remove_file(cup.path(folder).join("plan.1.toml")).unwrap();
    }
    is_as_one(&cup, "cup.games");
}

#[test]
fn what_is_missing_of_a_shard_is_told_even_if_quiet() {
    let cup = planned("shards-missing", &small());
    play_shard(&cup, "1/2").code(0);
    play_shard(&cup, "2/2").code(0);
    let (plan, away) = (cup.path("cup.games/shards/01-of-2/plan.toml"), cup.path("away"));
    fs::rename(&plan, &away).unwrap();
    let merged = cup.run(&["merge", "cup.games", "-q"]).code(3);
    assert!(merged.err.contains("shards/01-of-2 has games and no plan.toml; it is not merged"), "{}", merged.err);
    // One that cannot be read is not missing: nobody is sent to play its games again.
    std::os::unix::fs::symlink("plan.toml", &plan).unwrap();
    let merged = cup.run(&["merge", "cup.games", "--missing"]).code(4);
    assert!(
        merged.out.is_empty() && merged.err.contains("cannot read cup.games/shards/01-of-2/plan.toml"),
        "{}",
        merged.err
    );
    fs::rename(&away, &plan).unwrap();
    let merged = cup.run(&["merge", "cup.games", "-q"]).code(0);
    assert_eq!(merged.err, "");
    is_as_one(&cup, "cup.games");
}
