//! The program's reports on kept logs, and its printed schema.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{path::Path, process::Command};

use arbiter::record;
use testkit::{
    golden::golden,
    kept_logs, root,
    run::{Said, said},
};

fn arbiter(directory: &Path, arguments: &[&str]) -> Said {
    said(Command::new(env!("CARGO_BIN_EXE_arbiter")).current_dir(directory).args(arguments).output().unwrap())
}

#[test]
fn the_report_of_every_kept_log_is_the_same() {
    for path in kept_logs() {
        let (directory, name) = (path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap());
        let verify = arbiter(directory, &["verify", name]);
        let show = arbiter(directory, &["show", name]);
        assert_eq!((verify.out.is_empty(), show.code), (false, Some(0)), "{name}");
        let verified = format!("$ arbiter verify {name} ({})\n{}", verify.code.unwrap(), verify.out);
        golden(&path.with_extension("txt"), &format!("{verified}$ arbiter show {name}\n{}", show.out));
    }
}

#[test]
fn the_schema_is_printed() {
    let printed = arbiter(root(), &["schema"]);
    assert_eq!(printed.out, record::schema());
}

/// No command asks for a GiB of memory, whatever the length of a file.
#[cfg(target_os = "linux")]
#[test]
fn a_hole_in_a_file_costs_no_memory() {
    let dir = testkit::processes::scratch("holes");
    let hole = |name: &str, length: u64| {
        std::fs::File::create(dir.join(name)).unwrap().set_len(length).unwrap();
    };
    hole("hole.jsonl", 20 << 30);
    hole("hole.toml", 20 << 30);
    hole("long.jsonl", 120 << 20);
    std::fs::create_dir(dir.join("cup.games")).unwrap();
    hole("cup.games/plan.toml", 20 << 30);
    let planned =
        ["tournament", "--variant", "congress", "--bot", "random", "--bot", "greedy", "--folder", "c.games", "--plan"];
    arbiter(&dir, &planned).code(0);
    hole("c.games/chain.jsonl", 20 << 30);
    for (line, code, expected) in [
        ("verify hole.jsonl", 4, "expected at most 134217728 bytes"),
        ("show hole.jsonl", 4, "expected at most 134217728 bytes"),
        ("replay hole.jsonl -o replay.html", 4, "expected at most 134217728 bytes"),
        ("verify -", 4, "expected at most 268435456 bytes"),
        ("rate hole.jsonl", 4, "expected at most 134217728 bytes"),
        ("play --resume hole.jsonl", 4, "expected at most 134217728 bytes"),
        ("tournament hole.toml", 4, "expected at most 16777216 bytes"),
        ("tournament cup.games", 4, "expected at most 268435456 bytes"),
        ("merge cup.games", 4, "expected at most 268435456 bytes"),
        ("merge c.games", 4, "chain.jsonl line 1: expected at most 16777216 bytes"),
        ("report cup.games -o report.html", 4, "expected at most 268435456 bytes"),
        (
            "tournament --variant congress --bot random --bot greedy --openings hole.jsonl",
            2,
            "expected at most 134217728 bytes",
        ),
        ("verify long.jsonl", 3, "incomplete"),
    ] {
        let script = "ulimit -v 1048576; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.current_dir(&dir).args(["-c", script, env!("CARGO_BIN_EXE_arbiter")]).args(line.split(' '));
        let done = command.stdin(std::fs::File::open(dir.join("hole.jsonl")).unwrap()).output().unwrap();
        let told = said(done).code(code).all();
        assert!(told.contains(expected), "{line}: {told}");
    }
}
