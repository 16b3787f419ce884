//! A log that can no longer be written. A limit on the size of files stands for the full disk: the system refuses the
//! write in the same way, in the middle of a line.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use testkit::{
    boards,
    processes::{eventually, scratch, survivors},
    program_word,
};

use super::{finished, go_on, play, run, seed_of, short_boards};

/// The unit of `ulimit -f`, in bytes.
const BLOCK: usize = 512;

/// The command under a limit on the size of files.
fn limited(command: &Command, blocks: usize) -> Command {
    let mut limited = Command::new("/bin/sh");
    limited.args(["-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"]);
    limited.arg(command.get_program()).args(command.get_args());
    limited.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limited
}

#[test]
fn a_full_disk_ends_the_match_and_its_log_can_go_on() {
    let dir = scratch("full");
    let board = short_boards()[0];
    let bot = format!("{} --seed 0", program_word("arbiter-random"));
    let whole = dir.join("whole.jsonl");
    assert_eq!(run(&mut play(&board, &bot, &whole)), (Some(0), String::new()));
    let whole = finished(&whole);
    let mut torn = 0;
    for blocks in 0..whole.len() / BLOCK {
        let log = dir.join(format!("{blocks}.jsonl"));
        let (code, err) = run(&mut limited(&play(&board, &bot, &log), blocks));
        assert_eq!(code, Some(4), "{blocks}: {err}");
        let expected = format!("arbiter: cannot write {}: File too large", log.display());
        // Without a block, not even the seed can be written.
        let expected = if blocks == 0 { format!("arbiter: cannot make {}.seed", log.display()) } else { expected };
        assert!(err.starts_with(&expected), "{blocks}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        if blocks == 0 {
            assert!(!log.exists());
            continue;
        }
        let text = fs::read_to_string(&log).unwrap();
        assert!(whole.starts_with(&text), "{blocks}: {text}");
        torn += usize::from(!text.ends_with('\n'));
        // With room again the match resumes, if it had begun.
        let (code, err) = run(&mut go_on(&log));
        if text.contains('\n') {
            assert_eq!((code, err.as_str()), (Some(0), ""), "{blocks}");
            assert_eq!(finished(&log), whole, "{blocks}");
        } else {
            let how = format!("remove it and {}, and start the match again", seed_of(&log).display());
            assert!(code == Some(4) && err.contains(&how), "{blocks}: {err}");
        }
    }
    assert!(torn > 0, "no line was torn");
    eventually("no process is left", || survivors(dir.to_str().unwrap()).is_empty());
}

#[test]
fn a_full_disk_ends_that_match_and_not_the_daemon() {
    let dir = scratch("full-daemon");
    let board = boards::all()[0];
    let bot = program_word("arbiter-random");
    let newmatch = |name: &str| {
        let seats: String = (1..=board.seats).map(|seat| format!("seat {name} {seat} bot {bot}\n")).collect();
        format!("newmatch {name} {}\n{seats}", board.words(1))
    };
    let log = dir.join("full.jsonl");
    let script = format!(
        "{}log full \"{}\"\nstart full\nwait\n{}start other\nwait\nisready\nquit\n",
        newmatch("full"),
        log.display(),
        newmatch("other")
    );
    let mut child = limited(&Command::new(env!("CARGO_BIN_EXE_arbiter")), 3).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    let line = 3 + usize::from(board.seats);
    let lines: Vec<&str> =
        out.lines().filter(|line| ["error ", "over ", "readyok"].iter().any(|verb| line.starts_with(verb))).collect();
    let expected = format!("error cannot-start line {line}: cannot write {}: File too large", log.display());
    assert!(lines[0].starts_with(&expected) && lines[0].ends_with("; the match is aborted"), "{lines:?}");
    assert_eq!(lines[1], "over full reason abort");
    assert!(lines[2].starts_with("over other reason ") && lines[2] != "over other reason abort", "{lines:?}");
    assert_eq!(lines[3..], ["readyok"]);
}
