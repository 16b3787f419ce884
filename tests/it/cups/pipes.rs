//! Named pipes in place of files do not make the arbiter wait.

use std::{fs, process::Command};

use testkit::processes::eventually;

use super::{Cup, Said, said};

const CUP: &str = "variant = \"congress\"\n[[bot]]\nname = \"a\"\ncommand = \"random\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";

#[track_caller]
fn pipe(cup: &Cup, name: &str) {
    let _ = fs::remove_file(cup.path(name));
    assert!(Command::new("mkfifo").arg(cup.path(name)).status().unwrap().success());
}

/// Runs the arbiter, and checks that it ends by itself.
#[track_caller]
fn ends(cup: &Cup, args: &[&str]) -> Said {
    let mut child = cup.arbiter(args).spawn().unwrap();
    eventually("it ends by itself", || child.try_wait().unwrap().is_some());
    said(child.wait_with_output().unwrap())
}

#[track_caller]
fn is_refused(cup: &Cup, args: &[&str], file: &str) {
    let said = ends(cup, args);
    assert!(matches!(said.code, Some(2 | 4)), "{args:?}: {:?}", said.code);
    assert!(
        said.err.contains("expected a regular file, found a pipe") && said.err.contains(file),
        "{args:?}: {}",
        said.err
    );
}

#[test]
fn a_pipe_for_a_tournament_file_is_refused_at_once() {
    let cup = Cup::with_file("pipe-file", CUP);
    pipe(&cup, "pipe.toml");
    is_refused(&cup, &["tournament", "pipe.toml"], "pipe.toml");
    let said = ends(&cup, &["tournament", "/dev/zero", "--folder", "x"]);
    assert!(said.code == Some(4) && said.err.contains("expected a regular file, found a device"), "{}", said.err);
    fs::write(cup.path("cup.toml"), format!("{CUP}[openings]\nfile = \"pipe.toml\"\n")).unwrap();
    is_refused(&cup, &["tournament", "cup.toml"], "pipe.toml");
}

#[test]
fn a_pipe_in_the_folder_of_a_tournament_is_refused_at_once() {
    let cup = Cup::with_file("pipe-folder", CUP);
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    for part in ["results.jsonl", "times.jsonl", "chain.jsonl", "games/000001.jsonl", "plan.toml"] {
        let path = cup.path("cup.games").join(part);
        let text = fs::read(&path).unwrap();
        pipe(&cup, &format!("cup.games/{part}"));
        is_refused(&cup, &["tournament", "cup.toml", "--quiet"], part);
        if part == "plan.toml" {
            let said = ends(&cup, &["report", "cup.games", "-o", "report.html"]);
            assert!(said.code == Some(2), "{}", said.err);
        } else if !part.starts_with("games/") {
            is_refused(&cup, &["report", "cup.games", "-o", "report.html"], part);
        }
        fs::remove_file(&path).unwrap();
        fs::write(&path, text).unwrap();
    }
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
}
