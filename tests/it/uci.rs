//! `arbiter-uci` between the arbiter and an engine. A fault of the engine is a fault of its seat, with the engine's
//! words in its text, and no process is left. The engine is a script; installed real engines play too.

#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    ffi::OsStr,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use rustix::io::ioctl_fionread;
use serde_json::Value;
use testkit::{
    need,
    processes::{put_program, survivors},
    run::RunFolder,
};

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/uci/engine.sh")
}

/// Plays with these words. Returns the records of the log.
#[track_caller]
fn play(name: &str, words: &[&str]) -> Vec<Value> {
    let folder = RunFolder::new(&format!("uci-{name}"));
    let said = folder.run(&[&["play", "chess"], words, &["--quiet", "--seed", "1", "--log", "m.jsonl"]].concat());
    let records = records(&folder, "m.jsonl");
    assert!(!records.is_empty(), "{name}: {said:?}");
    records
}

fn records(folder: &RunFolder, log: &str) -> Vec<Value> {
    folder.read(log).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn engine(mode: &str) -> String {
    format!("bot:uci {} {mode}", testkit::word(script()))
}

#[test]
fn a_mistake_in_the_words_of_the_adapter_is_told_before_any_game() {
    for (words, expected) in [
        ("uci", "the following required arguments were not provided: <ENGINE>"),
        ("uci --overhead x sh", "invalid value 'x' for '--overhead <MS>'"),
        ("uci --overhed 20 sh", "unexpected argument '--overhed' found"),
    ] {
        let args = ["tournament", "--variant", "chess", "--bot", &format!("a={words}"), "--bot", "random", "--dry-run"];
        refused(&args, 2, expected);
        let said = refused(&["play", "chess", "bot:random", &format!("bot:{words}")], 2, expected);
        assert!(!said.contains("bot:prowler"), "{words}: {said}");
    }
}

/// The engine of the tests of `arbiter-fastchess` says an illegal line, and plays another move than its last one
/// begins.
#[test]
fn a_tournament_warns_of_what_an_engine_says_wrongly() {
    let folder = RunFolder::new("uci-warns");
    let engine = testkit::word(testkit::root().join("frontends/fastchess/tests/it/engine.sh"));
    let bot = |name: &str, mode: &str| {
        format!("[[bot]]\nname = {name:?}\ncommand = {:?}\n", format!("uci sh {engine} {mode}"))
    };
    let (boaster, well) = (bot("boaster", "boast"), bot("well", "well"));
    let run = |warn: &str| {
        let file = format!(
            "variant = \"chess\"\nformat = \"gauntlet\"\nseatings = \"single\"\nclock = \"nodes 5\"\nwarn = {warn}\n{boaster}{well}"
        );
        fs::write(folder.path("cup.toml"), file).unwrap();
        folder.run(&["tournament", "cup.toml", "--quiet", "--folder", &format!("warn-{warn}")]).code(0).err
    };
    let lines = [
        "game 1, boaster: at action 1, its line has a1a1, which is not legal there: info score 29999 mate 1 depth 2 pv f2f3 \
         a1a1 (2 times in this game)",
        "game 1, boaster: at action 1, its line is shorter than the mate of its score: info score 29991 mate 9 depth 4 pv \
         a2a3 (2 times in this game)",
        "game 1, boaster: at action 1, its answer f2f3 is not the beginning of its last line: info score 29991 mate 9 depth 4 \
         pv a2a3 (2 times in this game)",
    ];
    assert_eq!(run("true"), lines.map(|line| format!("arbiter: {line}\n")).concat());
    assert_eq!(run("false"), "");
}

#[test]
fn a_fault_of_an_engine_is_one_of_its_seat_and_says_what_the_engine_said() {
    let ended = "the engine ended, exit status: 3; the last that it said: info string about to divide by zero";
    for (mode, word, told) in [
        ("none", "unreadable", "found (none)"),
        ("illegal", "illegal", "found e2e5: the pawn on e2 cannot go to e5"),
        ("crash", "crash", ended),
        ("killed", "crash", "the engine ended, signal: 9 (SIGKILL); the last that it said: readyok"),
        ("chatter", "timeout", "cannot open book.bin"),
        ("long", "flood", ""),
    ] {
        let clock = if word == "timeout" { "movetime 300" } else { "movetime 20000" };
        let records = play(mode, &[&engine(mode), "bot:random", "--clock", clock]);
        let fault =
            records.iter().find(|record| record["type"] == "fault").unwrap_or_else(|| panic!("{mode}: {records:?}"));
        assert_eq!((&fault["fault"], &fault["seat"]), (&word.into(), &1.into()), "{mode}: {fault}");
        let field = if word == "crash" { "stderr" } else { "text" };
        assert!(fault[field].as_str().unwrap().contains(told), "{mode}: {fault}");
        nothing_is_left(mode);
    }
}

/// Checks that no process runs the script in this mode.
#[track_caller]
fn nothing_is_left(mode: &str) {
    assert_eq!(survivors(&format!("{} {mode} ", script().display())), Vec::<String>::new());
}

/// The records of two games in which Black is played by an engine in this mode.
#[track_caller]
fn fate(mode: &str) -> Vec<Vec<Value>> {
    // Only modes whose engine is stopped wait in vain. The other modes have much time, for a busy machine.
    let [clock, patience] = if mode.starts_with("stop") {
        ["movetime 4000", "greet 4000 ready 4000 quit 1000"]
    } else {
        ["movetime 30000", "greet 30000 ready 30000 quit 5000"]
    };
    let folder = RunFolder::new(&format!("uci-{}", mode.replace('@', "-at-")));
    let (good, bad) = (engine("good"), engine(mode));
    let words = ["play", "chess", &good, &bad, "--games", "2", "--bot-option", "2:Hash=8", "--quiet", "--seed", "1"];
    folder.run(&[&words[..], &["--clock", clock, "--patience", patience, "--log", "m.jsonl"]].concat()).code(0);
    nothing_is_left(mode);
    ["m-1.jsonl", "m-2.jsonl"].map(|log| records(&folder, log)).into()
}

/// The fault of each game, if there is one.
fn faults(games: &[Vec<Value>]) -> Vec<Option<String>> {
    let fault = |game: &Vec<Value>| {
        let fault = game.iter().find(|record| record["type"] == "fault")?;
        assert_eq!(fault["seat"], 2, "{fault}");
        Some(fault["fault"].as_str().unwrap().to_owned())
    };
    games.iter().map(fault).collect()
}

/// The adapter handles the end of an engine alike at all stages, so each kind of result has one.
/// The pipe to the host is full of what the engine says, and one of the adapter's threads waits for room in it.
#[test]
fn an_adapter_whose_host_reads_nothing_hears_that_it_shall_leave() {
    let mut adapter = Command::new(testkit::program("arbiter-uci"))
        .args([OsStr::new("sh"), script().as_os_str(), OsStr::new("flood")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = adapter.stdin.take().unwrap();
    let position = "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    writeln!(input, "uvi 1\nisready\nnewgame variant chess seats 2 seat 1\n{position}\ngo movetime 60000").unwrap();
    let output = adapter.stdout.take().unwrap();
    let until = |is_so: &dyn Fn() -> bool| {
        while !is_so() {
            thread::yield_now()
        }
    };
    until(&|| ioctl_fionread(&output).unwrap() > 60_000);
    // Neither line needs an answer.
    writeln!(input, "stop\nerror late").unwrap();
    until(&|| ioctl_fionread(&input).unwrap() == 0);
    writeln!(input, "quit").unwrap();
    adapter.wait().unwrap();
}

#[test]
fn an_engine_that_is_killed_is_a_crash_and_one_that_is_stopped_is_late() {
    // Some games wait for a timeout, so all wait at once.
    thread::scope(|scope| {
        for (mode, expected) in [
            ("kill@go", [Some("crash"); 2]),
            ("adapter@go", [Some("crash"); 2]),
            ("stop@uci", [Some("no-greeting"); 2]),
            ("stop@go", [Some("timeout"); 2]),
            ("stop@idle", [None, Some("timeout")]),
            ("stop@quit", [None, None]),
        ] {
            scope.spawn(move || {
                let found = faults(&fate(mode));
                assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected, "{mode}");
            });
        }
    });
}

/// Checks that the program refuses these words with this exit code and text. Returns what it told.
#[track_caller]
fn refused(words: &[&str], code: i32, expected: &str) -> String {
    let said = RunFolder::new("uci-refused").run(words).code(code).err;
    assert!(said.contains(expected), "{words:?}: {said}");
    said
}

/// The command of a UCI engine that is this script.
fn engine_of(script: &str) -> String {
    let engine = testkit::processes::scratch("uci-script").join("engine.sh");
    put_program(&engine, script);
    format!("uci {}", testkit::word(&engine))
}

#[test]
fn what_an_engine_lacks_is_told_before_the_first_game() {
    let absent = ["play", "chess", "bot:uci no-such-engine", "bot:random", "--quiet"];
    refused(&absent, 2, "seat 1: there is no program no-such-engine on the PATH");
    let absent = ["tournament", "--variant", "chess", "--bot", "a=uci no-such-engine", "--bot", "random", "--dry-run"];
    refused(&absent, 2, "there is no program no-such-engine on the PATH");
    let plain = engine("plain");
    let shuffled = ["play", "chess", "bot:random", &plain, "-o", "start=shuffled", "--quiet"];
    refused(&shuffled, 2, "the engine has no option UCI_Chess960, which a shuffled start needs");
    let bot = format!("plain={}", &plain["bot:".len()..]);
    let cup = ["tournament", "--variant", "chess", "--bot", &bot, "--bot", "random", "-o", "start=shuffled", "--quiet"];
    refused(&cup, 2, "bot plain: ");
    let spaced = ["play", "chess", "bot:random", "bot:random", "--bot-option", "1:Skill Level=3"];
    refused(&spaced, 2, "such as Skill_Level, found Skill Level");
    let marked = engine_of("\u{feff}#!/bin/sh\necho uciok\n");
    refused(&["check", &marked], 2, "begins with a byte order mark, so its #! is not seen; remove it, such as");
}

/// The installed engines of `scripts/engines`.
fn installed() -> Vec<&'static str> {
    const ENGINES: [&str; 5] = ["stockfish", "fairy-stockfish", "ethereal-chess", "toga2", "glaurung"];
    let is_there = |name: &&str| ["/usr/games", "/usr/bin"].iter().any(|folder| Path::new(folder).join(name).is_file());
    let (there, absent): (Vec<&str>, Vec<&str>) = ENGINES.into_iter().partition(is_there);
    if there.len() < 2 {
        let why = format!("there is no {}; scripts/engines installs them", absent.join(", "));
        need::not_tried("engines", "real UCI engines", &why);
    }
    there
}

#[test]
fn real_engines_play_whole_games_without_a_fault() {
    let engines = installed();
    for pair in engines.windows(2).take(1) {
        let [one, other] = [pair[0], pair[1]].map(|name| format!("bot:uci:{name}"));
        let name = format!("real-{}", pair[0]);
        let records = play(&name, &[&one, &other, "--clock", "movetime 10 margin 20000"]);
        assert!(records.iter().all(|record| record["type"] != "fault"), "{pair:?}: {:?}", records.last());
        let said = records.iter().filter(|record| record["info"]["score"].is_number()).count();
        assert!(said * 2 > records.len(), "{pair:?}: {said} scores");
    }
}
