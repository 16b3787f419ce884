//! Tournaments that are played in shards. Whatever is lost, stopped or played twice, the folder becomes that of one
//! machine.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod damage;

use std::{
    fs,
    path::Path,
    process::{Child, Command},
};

use rustix::process::{Pid, Signal, kill_process};
use testkit::run::{RunFolder as Cup, Said, said};

/// A tournament of random bots, with logs without times.
fn file(bots: usize, keys: &str, tables: &str) -> String {
    let bot = |number| format!("[[bot]]\nname = \"bot-{number}\"\ncommand = \"random\"\n");
    let bots: String = (1..=bots).map(bot).collect();
    format!("seed = \"2a\"\nclock = \"nodes 10\"\n{keys}\n[log]\ntimes = \"off\"\n{tables}\n{bots}")
}

/// A tournament that is planned, and that one machine has played in `one.games`.
#[track_caller]
fn planned(name: &str, file: &str) -> Cup {
    let cup = Cup::with_file(name, file);
    cup.run(&["tournament", "cup.toml", "--folder", "one.games", "-q", "-c", "1"]).code(0);
    let said = cup.run(&["tournament", "cup.toml", "--plan"]).code(0);
    assert!(said.out.starts_with("plan "), "{}", said.out);
    cup
}

#[track_caller]
fn play_shard(cup: &Cup, shard: &str) -> Said {
    cup.run(&["tournament", "cup.games", "--shard", shard, "-q", "-c", "1"])
}

/// Checks that a merged folder equals that of one machine.
#[track_caller]
fn is_as_one(cup: &Cup, folder: &str) {
    assert_eq!(cup.tree(folder), cup.tree("one.games"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
}

/// An option for short games.
const SHORT: &str = "[options]\nmaxturns = 5\n";

/// 12 blocks of two games.
fn duel() -> String {
    format!("variant = \"congress\"\nrounds = 4\n{}", file(3, "", SHORT))
}

#[test]
fn shards_make_the_folder_of_one_machine() {
    let cup = planned("shards-one", &duel());
    let said = cup.run(&["merge", "cup.games"]).code(3);
    assert!(said.out.contains("0 results, 0 more finished, 24 games of 12 blocks left to play"), "{}", said.out);
    for shard in ["3/4", "1/4"] {
        play_shard(&cup, shard).code(0);
        let entries = fs::read_dir(cup.path(&format!("cup.games/shards/0{}-of-4", &shard[..1]))).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["games", "plan.toml"], "a shard has logs and its plan, and nothing else");
    }
    assert_eq!(cup.run(&["merge", "cup.games", "--missing"]).code(3).out, "2,4\n");
    // A merge into a folder of this tournament takes nothing away from it.
    copy(&cup.path("one.games"), &cup.path("full.games"));
    cup.run(&["merge", "cup.games", "--into", "full.games"]).code(0);
    is_as_one(&cup, "full.games");
    // So does one into the folder itself by another name.
    cup.run(&["merge", "full.games", "--into", "./full.games"]).code(0);
    is_as_one(&cup, "full.games");
    // A lost log comes again from the folder that has it; without one, its result stays.
    fs::remove_file(cup.path("full.games/games/000001.jsonl")).unwrap();
    let results = fs::read(cup.path("full.games/results.jsonl")).unwrap();
    cup.run(&["merge", "cup.games", "--into", "full.games"]).code(4);
    assert_eq!(fs::read(cup.path("full.games/results.jsonl")).unwrap(), results);
    cup.run(&["merge", "one.games", "--into", "full.games"]).code(0);
    is_as_one(&cup, "full.games");
    // The rest is played as three shards. Finished games are not played again.
    for shard in ["1/3", "2/3", "3/3"] {
        play_shard(&cup, shard).code(0);
    }
    let said = cup.run(&["merge", "cup.games"]).code(0);
    assert!(said.out.contains("over, with 24 results"), "{}", said.out);
    is_as_one(&cup, "cup.games");
    // A second merge changes nothing. A merge into another folder with all logs replayed gives the same.
    cup.run(&["merge", "cup.games"]).code(0);
    is_as_one(&cup, "cup.games");
    cup.run(&["merge", "cup.games", "--into", "other.games", "--verify"]).code(0);
    assert_eq!(cup.tree("other.games"), cup.tree("one.games"));
    assert!(!cup.path("other.games/shards").exists());
    // The merged tournament can be resumed, and is over.
    cup.run(&["tournament", "cup.games", "-q"]).code(0);
    is_as_one(&cup, "cup.games");
    // A late shard has nothing to play.
    let said = cup.run(&["tournament", "cup.games", "--shard", "1/9"]).code(0);
    assert!(said.out.contains("0 to play now"), "{}", said.out);
}

/// A running shard that has finished this many games.
fn begun(cup: &Cup, shard: &str, games: usize, more: &[&str]) -> Child {
    let number: Vec<&str> = shard.split('/').collect();
    let folder = cup.path(&format!("cup.games/shards/0{}-of-{}", number[0], number[1]));
    let before = finished(&folder);
    let args = [&["tournament", "cup.games", "--shard", shard, "-q", "-c", "1"], more].concat();
    let child = cup.arbiter(&args).spawn().unwrap();
    while finished(&folder) < before + games {
        std::thread::yield_now();
    }
    child
}

/// The number of finished logs in a folder.
fn finished(folder: &Path) -> usize {
    let logs = fs::read_dir(folder.join("games")).into_iter().flatten().map(|log| log.unwrap().path());
    let logs = logs.filter(|log| log.extension().is_some_and(|ending| ending == "jsonl"));
    logs.filter(|log| fs::read_to_string(log).unwrap_or_default().contains("{\"type\":\"result\"")).count()
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// A tournament that is long enough to be stopped in the middle.
fn long() -> String {
    file(2, "variant = \"congress\"\nrounds = 20", "[options]\nmaxturns = 20\n")
}

#[test]
fn a_shard_that_is_told_to_stop_finishes_its_games_and_goes_on_later() {
    let cup = planned("shards-stop", &long());
    // Without time no block begins.
    cup.run(&["tournament", "cup.games", "--shard", "1/1", "-q", "--for", "0s"]).code(3);
    assert_eq!(finished(&cup.path("cup.games/shards/01-of-1")), 0);
    for (stop, more, code) in [(Signal::USR1, &[][..], 3), (Signal::TERM, &["--tempfail"], 75), (Signal::INT, &[], 130)]
    {
        let child = begun(&cup, "1/1", 3, more);
        signal(&child, stop);
        if stop == Signal::USR1 {
            // A scheduler sends SIGTERM as a second signal before it kills the arbiter.
            signal(&child, Signal::TERM);
        }
        assert_eq!(said(child.wait_with_output().unwrap()).code, Some(code));
        let shard = cup.path("cup.games/shards/01-of-1");
        assert_eq!(finished(&shard), fs::read_dir(shard.join("games")).unwrap().count());
    }
    play_shard(&cup, "1/1").code(0);
    cup.run(&["merge", "cup.games", "-q", "--verify"]).code(0);
    is_as_one(&cup, "cup.games");
}

#[test]
fn nothing_finished_is_lost_by_a_kill() {
    let cup = planned("shards-kill", &long());
    let mut child = begun(&cup, "1/2", 5, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    let there = finished(&cup.path("cup.games/shards/01-of-2"));
    // The unfinished shard can be merged.
    let said = cup.run(&["merge", "cup.games"]).code(3);
    assert!(!said.out.contains(" 0 results stand, 0 more"), "{}", said.out);
    cup.run(&["tournament", "cup.games", "--shard", "1/2", "-q"]).code(0);
    assert!(finished(&cup.path("cup.games/shards/01-of-2")) >= there);
    let mut child = begun(&cup, "2/2", 5, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    // The folder is lost with its machine.
    fs::remove_dir_all(cup.path("cup.games/shards/02-of-2")).unwrap();
    assert_eq!(cup.run(&["merge", "cup.games", "--missing"]).code(3).out, "2\n");
    play_shard(&cup, "2/2").code(0);
    cup.run(&["merge", "cup.games", "-q"]).code(0);
    is_as_one(&cup, "cup.games");
}

#[test]
fn another_plan_is_refused() {
    let cup = planned("shards-other", &duel());
    let other = cup.path("other.toml");
    fs::write(&other, duel().replace("2a", "2b")).unwrap();
    cup.run(&["tournament", "other.toml", "--plan", "-q"]).code(0);
    cup.run(&["tournament", "other.games", "--shard", "1/2", "-q"]).code(0);
    let said = cup.run(&["merge", "cup.games", "other.games"]).code(2);
    assert!(said.err.contains("holds another tournament: seed: another then"), "{}", said.err);
    assert!(said.err.contains("merge only folders of this one") && !said.err.contains("--fresh"), "{}", said.err);
    let said = cup.run(&["merge", "cup.games", "other.games/shards/01-of-2"]).code(2);
    assert!(said.err.contains("01-of-2 holds another tournament: seed: another then"), "{}", said.err);
    cup.run(&["tournament", "other.toml", "--folder", "played.games", "-q"]).code(0);
    let before = cup.tree("played.games");
    for target in [&["played.games"][..], &["--into", "played.games"]] {
        let said = cup.run(&[&["merge", "cup.games"], target].concat()).code(2);
        assert!(said.err.contains("played.games holds another tournament: seed: another then"), "{}", said.err);
    }
    assert_eq!(cup.tree("played.games"), before);
    cup.run(&["merge", "cup.games", "one.games/games"]).code(4);
    // A damaged plan may be another one.
    for (damage, expected) in [("", "missing field `variant`"), ("plan", "key with no value")] {
        fs::write(cup.path("other.games/plan.toml"), damage).unwrap();
        let said = cup.run(&["merge", "cup.games", "other.games"]).code(4);
        assert!(said.err.contains(&format!("other.games/plan.toml: {expected}")), "{}", said.err);
    }
    // Keys on the command line would change the plan.
    cup.run(&["tournament", "cup.games", "--shard", "1/2", "--rounds", "3"]).code(2);
    cup.run(&["tournament", "cup.toml", "--shard", "1/2"]).code(2);
    fs::remove_dir_all(cup.path("cup.games/luck")).unwrap();
    let said = cup.run(&["tournament", "cup.games", "--shard", "1/2"]).code(2);
    assert!(said.err.contains("copy the whole folder to this machine, including luck/"), "{}", said.err);
}

/// A bot with its own random source plays another game each time. Of several logs of a game, the log with the least
/// SHA-256 counts, whatever the order of the folders.
#[test]
fn of_different_logs_the_same_one_always_counts() {
    let cup = planned("shards-twice", &duel());
    play_shard(&cup, "1/1").code(0);
    copy(&cup.path("cup.games"), &cup.path("second.games"));
    // In the second run the log of game 3 differs, as if a random bot had played another game. The change is in the last
    // line, which no SHA-256 covers.
    let log = cup.path("second.games/shards/01-of-1/games/000003.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let other = text.replacen("\"reason\":\"", "\"reason\":\"another ", 1);
    fs::write(&log, other).unwrap();
    let said = cup.run(&["merge", "cup.games", "second.games", "--into", "x.games", "-q"]).code(0);
    assert!(said.err.contains("1 game was played in several ways"), "{}", said.err);
    assert!(said.err.trim_end().ends_with(": 3"), "{}", said.err);
    cup.run(&["merge", "second.games", "cup.games", "--into", "y.games", "-q"]).code(0);
    assert_eq!(cup.tree("x.games"), cup.tree("y.games"));
    cup.run(&["merge", "cup.games", "second.games", "--into", "z.games", "-q", "--strict"]).code(1);
    // With `--verify` a replay shows that the changed result does not follow from the actions.
    let said = cup.run(&["merge", "cup.games", "second.games", "--into", "v.games", "-q", "--verify"]).code(1);
    assert!(said.err.contains("000003.jsonl"), "{}", said.err);
}

/// A file that the plan has and a machine lacks is reported before any game, and the shard can still be played.
#[test]
fn a_file_that_is_missing_on_a_machine_is_told_before_any_game() {
    let cup = Cup::new("shards-missing");
    fs::write(cup.path("slow.sh"), format!("exec {}\n", testkit::program_word("arbiter-random"))).unwrap();
    let file = duel().replacen("command = \"random\"", "command = \"sh slow.sh\"", 1);
    fs::write(cup.path("cup.toml"), file).unwrap();
    cup.run(&["tournament", "cup.toml", "--plan", "-q"]).code(0);
    fs::rename(cup.path("slow.sh"), cup.path("away")).unwrap();
    let said = play_shard(&cup, "1/2").code(4);
    assert!(said.err.contains("expected the file slow.sh, which the plan has, found no such file"), "{}", said.err);
    assert!(!cup.path("cup.games/shards").exists(), "nothing is begun");
    fs::rename(cup.path("away"), cup.path("slow.sh")).unwrap();
    play_shard(&cup, "1/2").code(0);
    play_shard(&cup, "2/2").code(0);
    cup.run(&["merge", "cup.games", "-q"]).code(0);
    assert!(!cup.read("cup.games/results.jsonl").contains("crash"));
}

/// A plan that cannot be examined is no foreign folder. A link to itself causes the error even for root.
#[test]
fn a_plan_that_cannot_be_looked_at_is_a_failure_of_the_system() {
    let cup = Cup::new("shards-loop");
    fs::create_dir(cup.path("cup.games")).unwrap();
    std::os::unix::fs::symlink("plan.toml", cup.path("cup.games/plan.toml")).unwrap();
    let commands: [&[&str]; 4] = [
        &["merge", "cup.games"],
        &["report", "cup.games", "-o", "x.html"],
        &["tournament", "cup.games", "--shard", "1/2"],
        &["tournament", "cup.games"],
    ];
    for command in commands {
        let said = cup.run(command).code(4);
        assert!(said.err.contains("cannot look at cup.games/plan.toml: "), "{command:?}: {}", said.err);
        assert!(!said.err.contains("is not a tournament folder"), "{}", said.err);
    }
    fs::remove_file(cup.path("cup.games/plan.toml")).unwrap();
    cup.run(&["merge", "cup.games"]).code(2);
}
