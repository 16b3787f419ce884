//! The HTML page of a log as the program writes it, and the exit codes.
#![cfg(feature = "faulty")]

use std::fs;

use testkit::{replays::kept, run::RunFolder};

#[test]
fn the_command_has_its_exit_codes() {
    let folder = RunFolder::new("viewer-command");
    let run = |words: &[&str], code| folder.run(words).code(code);
    fs::write(folder.path("right.jsonl"), kept("complete")).unwrap();
    let wrong = String::from_utf8(kept("complete")).unwrap().replace("\"decisions\":", "\"decisions\":1");
    fs::write(folder.path("wrong.jsonl"), &wrong).unwrap();
    fs::write(folder.path("cut.jsonl"), kept("cut-off")).unwrap();
    fs::write(folder.path("empty.jsonl"), "").unwrap();
    run(&["replay", "right.jsonl", "-o", "right.html"], 0);
    let page = fs::read_to_string(folder.path("right.html")).unwrap();
    assert_eq!(run(&["replay", "right.jsonl", "-o", "-"], 0).out, page);
    run(&["replay", "cut.jsonl", "-o", "cut.html"], 0);
    let said = run(&["replay", "wrong.jsonl", "-o", "wrong.html"], 1).err;
    assert!(said.starts_with("wrong.jsonl: wrong: line ") && said.contains("decisions"), "{said}");
    assert!(fs::read_to_string(folder.path("wrong.html")).unwrap().contains("This log is wrong."));
    run(&["replay", "empty.jsonl", "-o", "empty.html"], 1);
    run(&["replay", "none.jsonl", "-o", "none.html"], 4);
    run(&["replay", "right.jsonl", "-o", "none/right.html"], 4);
    run(&["replay", "right.jsonl"], 2);
    let many = ["replay", "right.jsonl", "-o", "empty.html", "--name=a", "--name=b", "--name=c", "--name=d"];
    let said = run(&many, 2).err;
    assert!(said.contains("--name: expected at most one for each of the 3 seats, found 4"), "{said}");
    assert!(!folder.path("empty.html").exists() && !folder.path("none.html").exists());
}
