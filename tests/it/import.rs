//! `arbiter import`: its logs, and its errors.

use std::fs;

use testkit::{
    processes::scratch,
    run::{Said, arbiter_reads as arbiter},
};

#[track_caller]
fn exits(said: &Said, code: i32, stderr: &str) {
    assert_eq!(said.code, Some(code), "{}", said.err);
    assert!(said.err.contains(stderr), "{}", said.err);
}

const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn the_command_writes_a_whole_game_to_stdout() {
    let output = arbiter(&["import", "chess", "-"], MATE);
    exits(&output, 0, "");
    assert_eq!(output.err, "");
    let verify = arbiter(&["verify", "-"], &output.out);
    exits(&verify, 0, "");
    assert!(verify.out.contains("imported, its chance comes from no seed"));
    let path = scratch("import").join("whole.jsonl");
    let log = path.to_str().unwrap();
    exits(&arbiter(&["import", "chess", "-", "-o", log, "--source", "a page"], MATE), 0, "");
    let shown = arbiter(&["show", log], "").out;
    assert!(shown.contains("imported from a page\n"), "{shown}");
    // Existing files are not overwritten.
    exits(&arbiter(&["import", "chess", "-", "-o", log], MATE), 4, "exists");
}

#[test]
fn the_command_writes_the_games_that_can_be_read() {
    let folder = scratch("import-games");
    let file = folder.join("three.pgn");
    let log = folder.join("g.jsonl");
    let arguments = ["import", "chess", file.to_str().unwrap(), "-o", log.to_str().unwrap()];
    fs::write(&file, b"[White \"M\xfcller\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. e4 Ke6 *\n\n1. d4 *\n")
        .unwrap();
    let output = arbiter(&arguments, "");
    exits(&output, 1, "three.pgn, game 2: line 7, column 7: cannot play Ke6: Black has no legal move of a king");
    exits(&output, 1, "three.pgn: read as ISO 8859-1, because it is not UTF-8");
    exits(&output, 1, "three.pgn: 1 of 3 logs end before the game does");
    assert_eq!([1, 2, 3].map(|number| folder.join(format!("g-{number}.jsonl")).exists()), [true, false, true]);
    assert!(fs::read_to_string(folder.join("g-1.jsonl")).unwrap().contains("\"name\":\"M\u{fc}ller\""));
    exits(&arbiter(&arguments[..3], ""), 2, "has several games: expected -o LOG");
}

#[test]
fn the_command_says_that_a_game_is_not_over() {
    let output = arbiter(&["import", "chess", "-"], "1. e4 e5 *\n");
    exits(&output, 3, "stdin: the log ends before the game does or before the moves do, and so incomplete");
    exits(&arbiter(&["verify", "-"], &output.out), 3, "");
    // A log without the last moves is none of the whole game either.
    exits(&arbiter(&["import", "chess", "-"], "1. e4 e5 -- Nc6 2. d4 1-0\n"), 3, "a null move is no move of this game");
}

#[test]
fn the_command_refuses_what_it_cannot_know() {
    exits(
        &arbiter(&["import", "orwell", "-"], ""),
        2,
        "no importer for games of orwell; there are importers for chess",
    );
    exits(&arbiter(&["import", "chess", "-", "--option", "draws=0"], ""), 2, "draws");
    exits(&arbiter(&["import", "chess", "-"], "{ nothing }\n; at all\n"), 1, "expected a game, found nothing");
    exits(&arbiter(&["import", "chess", "/nonexistent/page"], ""), 4, "cannot read /nonexistent/page");
}
