//! `arbiter import`: its logs, and its errors.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    fs,
    io::Write as _,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

fn arbiter(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn exits(output: &Output, code: i32, stderr: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(stderr), "{text}");
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn the_command_writes_a_whole_game_to_stdout() {
    let output = arbiter(&["import", "chess", "-"], MATE);
    exits(&output, 0, "");
    assert!(output.stderr.is_empty());
    let verify = arbiter(&["verify", "-"], &String::from_utf8(output.stdout).unwrap());
    exits(&verify, 0, "");
    assert!(String::from_utf8_lossy(&verify.stdout).contains("imported, its chance comes from no seed"));
    let path = scratch("whole.jsonl");
    let log = path.to_str().unwrap();
    exits(&arbiter(&["import", "chess", "-", "-o", log, "--source", "a page"], MATE), 0, "");
    let shown = String::from_utf8(arbiter(&["show", log], "").stdout).unwrap();
    assert!(shown.contains("imported from a page\n"), "{shown}");
    // Existing files are not overwritten.
    exits(&arbiter(&["import", "chess", "-", "-o", log], MATE), 4, "exists");
}

#[test]
fn the_command_writes_the_games_that_can_be_read() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("import-games");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("three.pgn");
    let log = folder.join("g.jsonl");
    let arguments = ["import", "chess", file.to_str().unwrap(), "-o", log.to_str().unwrap()];
    fs::write(&file, b"[White \"M\xfcller\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. e4 Ke6 *\n\n1. d4 *\n")
        .unwrap();
    let output = arbiter(&arguments, "");
    exits(&output, 1, "three.pgn, game 2: line 7, column 7: cannot play Ke6: Black has no legal move of a king");
    exits(&output, 1, "three.pgn: read as ISO 8859-1, because it is not UTF-8");
    exits(&output, 1, "three.pgn: 1 of 3 games end before the game does");
    assert_eq!([1, 2, 3].map(|number| folder.join(format!("g-{number}.jsonl")).exists()), [true, false, true]);
    assert!(fs::read_to_string(folder.join("g-1.jsonl")).unwrap().contains("\"name\":\"M\u{fc}ller\""));
    exits(&arbiter(&arguments[..3], ""), 2, "has 3 games: expected -o LOG");
}

#[test]
fn the_command_says_that_a_game_is_not_over() {
    let output = arbiter(&["import", "chess", "-"], "1. e4 e5 *\n");
    exits(&output, 3, "stdin: the moves end before the game does; such a log is incomplete");
    exits(&arbiter(&["verify", "-"], &String::from_utf8(output.stdout).unwrap()), 3, "");
}

#[test]
fn the_command_refuses_what_it_cannot_know() {
    exits(
        &arbiter(&["import", "go", "-"], ""),
        2,
        "no variant go; the arbiter knows katarenga, congress, isolation, battle-stations",
    );
    exits(
        &arbiter(&["import", "orwell", "-"], ""),
        2,
        "no importer for games of orwell; there are importers for chess",
    );
    exits(&arbiter(&["import", "chess", "-", "--option", "draws=0"], ""), 2, "draws");
    exits(&arbiter(&["import", "chess", "/nonexistent/page"], ""), 4, "cannot read /nonexistent/page");
}

#[test]
fn an_empty_page_is_no_game() {
    let path = scratch("empty.jsonl");
    for text in ["", " \n\n", "{ nothing }\n; at all\n", "hello\n"] {
        let output = arbiter(&["import", "chess", "-", "-o", path.to_str().unwrap()], text);
        exits(&output, 1, "expected a game, found nothing");
        assert!(!path.exists());
    }
}

#[test]
fn the_players_of_a_page_are_those_of_the_log() {
    let path = scratch("players.jsonl");
    let log = path.to_str().unwrap();
    let page = "[Event \"x\"]\n[White \"Anderssen, Adolf\"]\n[Black \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    exits(&arbiter(&["import", "chess", "-", "-o", log], page), 0, "");
    let head: serde_json::Value =
        serde_json::from_str(fs::read_to_string(&path).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!((&head["seats"][0]["name"], &head["seats"][1]["name"]), (&"Anderssen, Adolf".into(), &().into()));
    assert_eq!(head["seats"][0]["player"], "host");
    let rated = arbiter(&["rate", log], "");
    exits(&rated, 0, "");
    assert!(String::from_utf8_lossy(&rated.stdout).contains("Anderssen, Adolf"));
    exits(&arbiter(&["verify", log], ""), 0, "");
    let refused = arbiter(&["rate", log, "--anchor", "nobody"], "");
    exits(&refused, 2, "found nobody; the bots are Anderssen, Adolf, host");
}
