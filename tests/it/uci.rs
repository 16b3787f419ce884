//! `arbiter-uci` between the arbiter and an engine: what an engine does wrong is a fault of its seat that says what it
//! said, and nothing is left of it. The engine is a script; where real ones are installed, they play too.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

const ARBITER: &str = env!("CARGO_BIN_EXE_arbiter");

/// The scripted engine.
fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/uci/engine.sh")
}

/// Plays with these words, and gives the records of the log.
#[track_caller]
fn play(name: &str, words: &[&str]) -> Vec<Value> {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uci-{name}.jsonl"));
    let _ = fs::remove_file(&log);
    let mut command = Command::new(ARBITER);
    command.args(["play", "chess"]).args(words).args(["--quiet", "--seed", "1", "--log"]).arg(&log);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let text = fs::read_to_string(&log).unwrap_or_else(|error| panic!("{name}: {error}: {said}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn engine(mode: &str) -> String {
    format!("bot:uci {} {mode}", script().display())
}

#[test]
fn a_game_is_played_to_mate_with_its_scores() {
    let mode = engine("good");
    let records = play("good", &[&mode, &mode, "--clock", "movetime 20000"]);
    let result = records.last().unwrap();
    assert_eq!((&result["reason"], &result["decisions"]), (&"checkmate".into(), &4.into()), "{result}");
    let mate = &records[records.len() - 2];
    assert_eq!(
        (&mate["text"], &mate["info"]["score"], &mate["info"]["depth"]),
        (&"Qh4#".into(), &29_999.into(), &9.into())
    );
    let first = &records[1]["info"];
    assert_eq!((&first["score"], &first["nodes"], &first["depth"]), (&21.into(), &7.into(), &2.into()));
    assert_eq!(records[0]["seats"][0]["name"], "Scripted");
}

#[test]
fn options_of_every_type_reach_the_engine() {
    let mode = engine("good");
    let set = ["1:Hash=8", "1:Clear_Hash=x", "1:Style_of_Play=Risky", "1:Book_File=a b.bin", "1:Ponder=true"];
    let flags: Vec<&str> = set.iter().flat_map(|set| ["--bot-option", *set]).collect();
    let mut words = vec![mode.as_str(), mode.as_str(), "--clock", "movetime 20000"];
    words.extend(flags);
    let records = play("options", &words);
    assert_eq!(records.last().unwrap()["reason"], "checkmate");
}

/// Plays as White in this mode, and gives the fault.
#[track_caller]
fn fault(mode: &str, word: &str, clock: &str) -> Value {
    let records = play(mode, &[&engine(mode), "bot:random", "--clock", clock]);
    let fault =
        records.iter().find(|record| record["type"] == "fault").unwrap_or_else(|| panic!("{mode}: {records:?}"));
    assert_eq!((&fault["fault"], &fault["seat"]), (&word.into(), &1.into()), "{mode}: {fault}");
    nothing_is_left(mode);
    fault.clone()
}

/// No process runs the script in this mode any more.
#[track_caller]
fn nothing_is_left(mode: &str) {
    let wanted = format!("engine.sh\0{mode}\0");
    let running = fs::read_dir("/proc").into_iter().flatten().flatten().find(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&wanted)
    });
    assert!(running.is_none(), "{mode}: {running:?}");
}

#[test]
fn an_answer_that_is_no_move_is_told_as_the_engine_said_it() {
    for (mode, word, text) in [
        ("none", "unreadable", "found (none)"),
        ("null", "unreadable", "found 0000"),
        ("illegal", "illegal", "found e2e5: the pawn on e2 cannot go to e5"),
        ("nothing", "unreadable", "bestmove"),
    ] {
        let fault = fault(mode, word, "movetime 20000");
        assert!(fault["text"].as_str().unwrap().contains(text), "{mode}: {fault}");
    }
}

#[test]
fn an_engine_that_ends_is_a_crash_that_says_how_and_what_it_said_last() {
    for (mode, told) in [
        ("crash", "the engine ended, exit status: 3; the last that it said: info string about to divide by zero"),
        ("killed", "the engine ended, signal: 9 (SIGKILL); the last that it said: readyok"),
        ("closed", "the engine closed its output; the last that it said: readyok"),
    ] {
        let fault = fault(mode, "crash", "movetime 20000");
        assert!(fault["stderr"].as_str().unwrap().contains(told), "{mode}: {fault}");
    }
}

#[test]
fn an_engine_that_does_not_answer_is_late() {
    fault("hang", "timeout", "movetime 300");
    let chatter = fault("chatter", "timeout", "movetime 300");
    assert!(chatter["text"].as_str().unwrap().contains("cannot open book.bin"), "{chatter}");
}

#[test]
fn an_engine_that_floods_does_so_as_any_bot() {
    fault("flood", "flood", "movetime 20000");
    fault("long", "flood", "movetime 20000");
}

#[test]
fn an_engine_that_prints_before_it_greets_is_heard() {
    let records = play("banner", &[&engine("banner"), &engine("good"), "--clock", "movetime 20000"]);
    assert_eq!(records.last().unwrap()["reason"], "checkmate");
}

#[test]
fn an_engine_that_does_not_know_shuffled_starts_says_so() {
    let records = play("plain", &[&engine("plain"), "bot:random", "-o", "start=shuffled", "--clock", "movetime 20000"]);
    let fault = records.iter().find(|record| record["type"] == "fault").unwrap();
    assert!(fault["stderr"].as_str().unwrap().contains("has no option UCI_Chess960"), "{fault}");
}

/// The engines of `scripts/engines` that are installed.
fn installed() -> Vec<&'static str> {
    const ENGINES: [&str; 5] = ["stockfish", "fairy-stockfish", "ethereal-chess", "toga2", "glaurung"];
    let is_there = |name: &&str| ["/usr/games", "/usr/bin"].iter().any(|folder| Path::new(folder).join(name).is_file());
    ENGINES.into_iter().filter(is_there).collect()
}

#[test]
fn real_engines_play_whole_games_without_a_fault() {
    let engines = installed();
    for pair in engines.windows(2).take(2) {
        let [one, other] = [pair[0], pair[1]].map(|name| format!("bot:uci:{name}"));
        let name = format!("real-{}", pair[0]);
        let records = play(&name, &[&one, &other, "--clock", "movetime 30 margin 20000"]);
        assert!(records.iter().all(|record| record["type"] != "fault"), "{pair:?}: {:?}", records.last());
        let said = records.iter().filter(|record| record["info"]["score"].is_number()).count();
        assert!(said * 2 > records.len(), "{pair:?}: {said} scores");
    }
}

#[test]
fn an_engine_that_is_not_there_is_told_before_a_tournament() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci-absent");
    let mut command = Command::new(ARBITER);
    command.args(["tournament", "--variant", "chess", "--bot", "a=uci no-such-engine", "--bot", "b=random"]);
    let output = command.args(["--quiet", "--folder"]).arg(&folder).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there is no program no-such-engine on the path"), "{said}");
    assert!(!folder.exists());
}
