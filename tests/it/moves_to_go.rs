//! Time that is added after a number of answers, from the command line to the engine: the engine's messages, the log,
//! and the refusal of a log with a wrong addition.
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const CLOCK: &str = "time 60000 inc 500 movestogo 2";

const SEED: &str = "0000000000000000000000000000002a";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("moves-to-go-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The scripted engine, which plays a fool's mate. It writes its input to this file.
fn engine(told: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/uci/engine.sh");
    format!("uci {} good {}", testkit::word(script), testkit::word(told))
}

fn arbiter(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arbiter")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// Plays the four moves. Returns the log.
fn played(folder: &Path, clock: &str) -> PathBuf {
    let log = folder.join("log.jsonl");
    let [white, black] = ["white", "black"].map(|name| format!("bot:{}", engine(&folder.join(name))));
    let words = ["play", "chess", &white, &black, "--clock", clock, "--seed", SEED, "--quiet", "--log"];
    let output = arbiter(&[&words[..], &[log.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{output:?}");
    log
}

fn records(log: &Path) -> Vec<Value> {
    fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The figures of an action: the time used, the time left, and the number of answers until time is added.
fn figures(record: &Value) -> (f64, f64, u64) {
    let number = |name: &str| record[name].as_f64().unwrap();
    (number("ms"), number("clock"), record["movestogo"].as_u64().unwrap())
}

fn told(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().filter(|line| line.starts_with("go")).map(str::to_owned).collect()
}

/// The value after a word of a `go` line.
fn figure(go: &str, name: &str) -> Option<u64> {
    go.split(' ').skip_while(|word| *word != name).nth(1)?.parse().ok()
}

#[test]
fn an_engine_hears_the_moves_to_go_and_its_time_is_added_when_they_are_made() {
    let folder = folder("played");
    let log = played(&folder, CLOCK);
    let records = records(&log);
    let [first, second] = [1, 3].map(|place| figures(&records[place]));
    let near = |found: f64, expected: f64| (found - expected).abs() < 0.002;
    assert!(near(first.1, 60_500.0 - first.0), "{first:?}");
    assert!(near(second.1, first.1 - second.0 + 60_500.0), "{first:?} {second:?}");
    assert_eq!((first.2, second.2), (1, 2));
    for side in ["white", "black"] {
        let told = told(&folder.join(side));
        let to_go: Vec<_> = told.iter().map(|go| figure(go, "movestogo")).collect();
        assert_eq!(to_go, [Some(2), Some(1)], "{told:?}");
    }
    let white = told(&folder.join("white"));
    assert_eq!(white[0], "go wtime 60000 winc 500 btime 60000 binc 500 movestogo 2");
    assert_eq!(figure(&white[1], "wtime"), Some(first.1 as u64));

    let verified = arbiter(&["verify", log.to_str().unwrap()]);
    assert!(verified.status.success(), "{verified:?}");
}

#[test]
fn a_match_that_was_cut_off_goes_on_counting() {
    let folder = folder("resumed");
    let log = played(&folder, CLOCK);
    let whole = fs::read_to_string(&log).unwrap();
    // The resumed match starts the same bots, which append to the same files, so the files are removed first.
    for lines in 1..whole.lines().count() {
        for side in ["white", "black"] {
            let _ = fs::remove_file(folder.join(side));
        }
        let cut: String = whole.split_inclusive('\n').take(lines).collect();
        fs::write(&log, &cut).unwrap();
        fs::write(folder.join("log.jsonl.seed"), SEED).unwrap();
        let output = arbiter(&["play", "--quiet", "--resume", log.to_str().unwrap()]);
        assert!(output.status.success(), "{lines}: {output:?}");
        assert!(fs::read_to_string(&log).unwrap().starts_with(&cut));
        // The number of the four moves that stand in the log before it is resumed.
        let stood = lines - 1;
        for (side, name) in [(0, "white"), (1, "black")] {
            let told = if stood < 4 { told(&folder.join(name)) } else { Vec::new() };
            let expected: Vec<_> =
                (stood..4).filter(|ply| ply % 2 == side).map(|ply| Some(2 - ply as u64 / 2)).collect();
            let found: Vec<_> = told.iter().map(|go| figure(go, "movestogo")).collect();
            assert_eq!(found, expected, "{lines} lines, {name}");
        }
        let records = records(&log);
        assert_eq!([1, 2, 3, 4].map(|place| figures(&records[place]).2), [1, 1, 2, 2]);
        assert!(figures(&records[3]).1 > 100_000.0 && figures(&records[4]).1 > 100_000.0, "{records:?}");
        assert!(arbiter(&["verify", log.to_str().unwrap()]).status.success(), "{lines}");
    }
}

#[test]
fn a_tournament_file_has_it_and_so_has_the_pgn() {
    let folder = folder("tournament");
    let bots: String = ["white", "black"]
        .map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = {:?}\n", engine(&folder.join(name))))
        .concat();
    let file =
        format!("variant = \"chess\"\nrounds = 1\nclock = \"{CLOCK}\"\n[each]\nclock = \"{CLOCK} margin 50\"\n{bots}");
    fs::write(folder.join("cup.toml"), file).unwrap();
    let (cup, pgn) = (folder.join("cup.toml"), folder.join("games.pgn"));
    // One game at a time, because an engine writes its input into one file for all games.
    let words = ["tournament", cup.to_str().unwrap(), "--quiet", "--concurrency", "1", "--pgn", pgn.to_str().unwrap()];
    let output = arbiter(&words);
    assert!(output.status.success(), "{output:?}");
    let plan = fs::read_to_string(folder.join("cup.games/plan.toml")).unwrap();
    assert!(plan.contains(&format!("clock = \"{CLOCK}\"")), "{plan}");
    assert!(plan.contains(&format!("clock = \"{CLOCK} margin 50\"")), "{plan}");
    let pgn = fs::read_to_string(&pgn).unwrap();
    assert_eq!(pgn.matches("[TimeControl \"2/60+0.5\"]").count(), 2, "{pgn}");
    let goes = told(&folder.join("white"));
    assert_eq!(goes.iter().map(|go| figure(go, "movestogo")).collect::<Vec<_>>(), [Some(2), Some(1), Some(2), Some(1)]);
    // A resumed tournament continues with the same settings.
    let output = arbiter(&[&words[..], &["--resume"]].concat());
    assert!(output.status.success(), "{output:?}");
}
