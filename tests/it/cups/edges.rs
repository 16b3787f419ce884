//! Absurd requests, and the answers to them.

use std::{fs, io::Write, process::Stdio};

use super::{Cup, file, said};

const QUICK: [&str; 9] =
    ["tournament", "--variant", "isolation", "--bot", "random", "--bot", "greedy", "--quiet", "-c1"];

#[test]
fn a_tournament_that_hardly_ends_begins_and_can_be_stopped() {
    let cup = Cup::new("endless");
    let rounds = u32::MAX.to_string();
    let mut child = cup.arbiter(&[&QUICK[..], &["--rounds", &rounds]].concat()).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A wrong line does not end the commands, even if it is not UTF-8 or too long.
    stdin.write_all(b"\xff\xfe\n").unwrap();
    stdin.write_all(&[b'x'; 100_000]).unwrap();
    stdin.write_all(b"\nstop after 3\n").unwrap();
    let said = said(child.wait_with_output().unwrap()).code(3);
    assert!(said.err.contains("found a line that is not UTF-8"), "{}", said.err);
    assert!(said.err.contains("found a line of more than 1024 bytes"), "{}", said.err);
}

#[test]
fn nothing_is_written_over_what_is_read() {
    let cup = Cup::new("over");
    cup.run(&[&QUICK[..], &["--folder", "r"]].concat()).code(0);
    let log = "r/games/000001.jsonl";
    let own = [
        ("t.toml", "variant = \"chess\"\n[openings]\nfile = \"book\"\n"),
        ("b.py", "raise SystemExit\n"),
        ("book", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
    ];
    own.iter().for_each(|(name, text)| fs::write(cup.path(name), text).unwrap());
    let read = || ["t.toml", "b.py", "book", log].map(|name| cup.read(name));
    let before = read();
    let gate = ["gate", "--variant", "isolation", "--old", "random", "-n", "2", "--new"];
    for args in [
        &["replay", log, "-o", "r/games/../games/000001.jsonl"][..],
        &["show", log, "--svg", log],
        &["report", "r", "-o", "r/results.jsonl"],
        &["report", "r", "-o", "r/plan.toml"],
        &[&gate[..], &["python3 b.py", "--json", "./b.py"]].concat(),
        &[&gate[..], &["sh ../b.py", "--new-set", "dir=r", "--markdown", "b.py"]].concat(),
        &[&gate[..], &["random", "--openings", "book", "--junit", "book"]].concat(),
        &["tournament", "t.toml", "--bot", "random", "--bot", "greedy", "--csv", "t.toml"],
        &["tournament", "t.toml", "--bot", "random", "--bot", "greedy", "--pairs", "book"],
        &[&QUICK[..], &["--bot", "b=sh --file=b.py", "--json", "b.py"]].concat(),
    ] {
        let said = cup.run(args).code(2);
        assert!(said.err.contains("is read by this command, so it cannot be the output"), "{args:?}: {}", said.err);
    }
    assert_eq!(read(), before);
}

#[test]
fn an_output_on_stdout_is_alone_there() {
    let cup = Cup::new("alone");
    for (flag, beginning) in [("--json", "{\n"), ("--csv", "rank,"), ("--pairs", "bot,against,")] {
        // The first run plays, and the others show what it has played.
        let said = cup.run(&[&QUICK[..7], &[flag, "-"]].concat()).code(0);
        assert!(said.out.starts_with(beginning) && said.err.contains("isolation: 2 games"), "{flag}: {said:?}");
    }
    let gate = ["gate", "--variant", "isolation", "--new", "random", "--old", "random", "-n", "2", "--json", "-"];
    let said = cup.run(&gate);
    assert!(
        serde_json::from_str::<serde_json::Value>(&said.out).is_ok() && said.err.contains("not decided"),
        "{said:?}"
    );
    let said = cup.run(&[&QUICK[..], &["--json", "-", "--csv", "-"]].concat()).code(2);
    assert!(said.err.contains("expected one output on stdout"), "{}", said.err);
    for (args, expected) in [
        (&["play", "isolation", "random", "random", "--log", "-"][..], "--log: expected a new file, found -"),
        (&["rate", "-"], "expected folders and logs, found -"),
    ] {
        let said = cup.run(args).code(2);
        assert!(said.err.contains(expected), "{}", said.err);
    }
    assert!(!cup.path("-").exists());
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_a_game_is_played() {
    let cup =
        Cup::with_file("nowhere", &file("variant = \"congress\"\nrounds = 2", &[("a", "random"), ("b", "random")]));
    for (flag, place) in [("--csv", "nowhere/s.csv"), ("--json", "."), ("--pairs", "cup.toml/pairs.csv")] {
        let said = cup.run(&["tournament", "cup.toml", "--quiet", flag, place]).code(4);
        assert!(said.err.contains(&format!("cannot write {place}: ")), "{}", said.err);
        assert!(!cup.path("cup.games").exists(), "{flag} was found too late");
    }
    // A dry run leaves no file.
    cup.run(&["tournament", "cup.toml", "--quiet", "--dry-run", "--csv", "s.csv"]).code(0);
    let left = fs::read_dir(&cup.dir).unwrap().flatten().map(|entry| entry.file_name());
    assert_eq!(left.filter(|name| name.to_string_lossy().contains("s.csv")).count(), 0);
}
