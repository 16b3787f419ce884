//! `arbiter import`: its logs, and its errors.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    fs,
    io::Write as _,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// The sample game of the inventor's page, with its two misprints.
const PAGE: &str = include_str!("../logs/orwell-sample-game.txt");

fn corrected(text: &str) -> String {
    text.replacen("Gf6xf9", "Gg6xf9", 1).replacen("Jb11xa11", "Jb11-a11", 1)
}

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

#[test]
fn the_command_writes_a_whole_game_to_stdout() {
    let output = arbiter(&["import", "orwell", "-"], &corrected(PAGE));
    exits(&output, 0, "");
    assert!(output.stderr.is_empty());
    let verify = arbiter(&["verify", "-"], &String::from_utf8(output.stdout).unwrap());
    exits(&verify, 0, "");
    assert!(String::from_utf8_lossy(&verify.stdout).contains("imported, its chance comes from no seed"));
}

#[test]
fn the_command_writes_nothing_of_a_misprinted_game_but_with_fix() {
    let path = scratch("misprinted.jsonl");
    let log = path.to_str().unwrap();
    let output = arbiter(&["import", "orwell", "-", "-o", log], PAGE);
    exits(&output, 1, "stdin: line 5, column 16: Gf6xf9: cannot be played");
    exits(&output, 1, "probably meant: Jb11-a11");
    exits(&output, 1, "no log written; --fix corrects the misprints as proposed");
    assert!(!path.exists());
    exits(&arbiter(&["import", "orwell", "-", "-o", log, "--fix", "--source", "a page"], PAGE), 0, "taken: Gg6xf9");
    exits(&arbiter(&["verify", log], ""), 0, "");
    let shown = String::from_utf8(arbiter(&["show", log], "").stdout).unwrap();
    assert!(shown.contains("imported from a page\n") && shown.contains("Gg6xf9 (printed Gf6xf9)\n"), "{shown}");
    // Existing files are not overwritten.
    exits(&arbiter(&["import", "orwell", "-", "-o", log, "--fix"], PAGE), 4, "it already exists");
}

#[test]
fn the_command_takes_no_guess_among_several() {
    let page = corrected(PAGE).replace("f1-e2=J", "f1-e2");
    let output = arbiter(&["import", "orwell", "-", "--fix"], &page);
    exits(&output, 1, "meant was one of: f1-e2=G, f1-e2=J, f1-e2=P, f1-g2");
    exits(&output, 1, "no log written; it is not clear what was meant");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_command_says_that_a_game_is_not_over() {
    let output = arbiter(&["import", "orwell", "-"], "1 White 13 c3-d4 pass\n");
    exits(&output, 3, "the page ends after 1 turns, before the game does; its log is incomplete");
    exits(&arbiter(&["verify", "-"], &String::from_utf8(output.stdout).unwrap()), 3, "");
}

#[test]
fn the_command_refuses_what_it_cannot_know() {
    exits(
        &arbiter(&["import", "go", "-"], ""),
        2,
        "no variant go; the arbiter knows katarenga, congress, isolation, orwell",
    );
    exits(&arbiter(&["import", "orwell", "-", "--option", "maxrounds=0"], ""), 2, "maxrounds");
    exits(&arbiter(&["import", "orwell", "/nonexistent/page"], ""), 4, "cannot read /nonexistent/page");
    exits(&arbiter(&["import", "orwell", "-"], "hello"), 1, "stdin: line 1, column 6: expected a turn such as");
}

#[test]
fn an_empty_page_is_no_game() {
    let path = scratch("empty.jsonl");
    for text in ["", " \n\n"] {
        let output = arbiter(&["import", "chess", "-", "-o", path.to_str().unwrap()], text);
        exits(&output, 1, "expected a printed game, found nothing");
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
