//! `show` with `--svg` and with a position, and coloured boards on a terminal.

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
};

use testkit::{processes::scratch, terminal::Terminal};

use super::{ARBITER, GOOD, arbiter, play, run};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_log_gives_a_picture_at_any_record() {
    let folder = scratch("pictures");
    let (log, file) = (folder.join("m.jsonl"), folder.join("m.svg"));
    assert_eq!(play(GOOD, &["--log", text(&log)]).code, Some(0));
    let done = run(&["show", text(&log), "--svg", text(&file)]);
    assert_eq!((done.code, &*done.out, &*done.err), (Some(0), "", ""));
    let whole = fs::read_to_string(&file).unwrap();
    assert!(whole.starts_with("<svg ") && whole.contains("over: limit"), "{whole}");
    // Record 2 is White's first move, b1 to a12.
    let second = run(&["show", text(&log), "--at", "2", "--svg", "-"]);
    assert_eq!(
        (second.code, second.out.contains("White is to move: 2 moves a Dabbabah</text>")),
        (Some(0), true),
        "{second:?}"
    );
    assert!(
        second.out.contains("<title>White Berlinpeono downwards a12</title>") && !second.out.contains(" b1</title>")
    );
    // The log may come from stdin, and an existing file is overwritten.
    let read = arbiter(&["show", "-", "--at", "2", "--svg", text(&file)], fs::read_to_string(&log).unwrap());
    assert_eq!((read.code, fs::read_to_string(&file).unwrap()), (Some(0), second.out));
}

#[test]
fn a_position_is_shown() {
    let board = "G".repeat(64);
    let (option, colours) = (format!("board={board}"), ["GGGGGGGG"; 8].join("/"));
    let position = format!("{colours} 8/8/8/3w4/8/8/w7/b6b 2 play 00 wb 3 9");
    let words = ["show", "--variant", "katarenga", "-o", &option, "--position", &position];
    let shown = run(&words);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert!(shown.out.contains("5  |G. G. G. Gw G. G. G. G. |\n"), "{}", shown.out);
    let drawn = run(&[&words[..], &["--svg", "-"]].concat());
    assert!(drawn.out.contains("<title>White pawn d5</title>") && drawn.out.contains("<title>Black pawn a1</title>"));
    let start = run(&["show", "--variant", "cat-chess", "--seats", "4", "--seed", "2a", "--svg", "-"]);
    assert!(start.out.contains("<title>Cat Chess: seat 1 is to put a Style counter into a grid</title>"), "{start:?}");
}

#[test]
fn what_show_cannot_do_it_says() {
    let folder = scratch("pictures-refused");
    let log = folder.join("m.jsonl");
    assert_eq!(play(GOOD, &["--log", text(&log)]).code, Some(0));
    for (words, code) in [
        (&["show"][..], 2),
        (&["show", text(&log), "--at", "99"], 2),
        (&["show", "--variant", "go"], 2),
        (&["show", "--variant", "orwell", "--svg", "board.png"], 2),
        (&["show", "--variant", "orwell", "--position", "x"], 2),
        (&["show", "/nowhere/log", "--svg", "-"], 4),
        (&["show", text(&log), "--svg", "/nowhere/m.svg"], 4),
        (&["show", text(&log), "--svg", text(&folder)], 4),
        (&["show", ARBITER, "--svg", "-"], 1),
    ] {
        let done = run(words);
        assert_eq!((done.code, &*done.out), (Some(code), ""), "{words:?}: {}", done.err);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
}

#[test]
fn a_picture_is_written_where_a_link_leads_and_into_what_is_no_file() {
    let folder = scratch("pictures-linked");
    let (file, link) = (folder.join("m.svg"), folder.join("link.svg"));
    fs::write(&file, "before").unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&["show", "--variant", "orwell", "--svg", text(&link)]).code, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    let piped = run(&["show", "--variant", "orwell", "--svg", "/dev/stdout"]);
    assert_eq!((piped.code, piped.out), (Some(0), fs::read_to_string(&file).unwrap()));
}

/// The output of the arbiter if stdout is a terminal.
fn at_terminal(words: &[&str], input: &str, no_colour: &str) -> String {
    let Terminal { ours, theirs, .. } = Terminal::new();
    let mut command = Command::new(ARBITER);
    command.args(words).env("TERM", "xterm").env("NO_COLOR", no_colour);
    let mut child = command.stdin(Stdio::piped()).stdout(theirs).stderr(Stdio::null()).spawn().unwrap();
    // This leaves the arbiter with the last open end of the terminal.
    drop(command);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut printed = Vec::new();
    // The end of a terminal is an error.
    let _ = File::from(ours).read_to_end(&mut printed);
    child.wait().unwrap();
    String::from_utf8(printed).unwrap()
}

#[test]
fn at_a_terminal_boards_are_in_colour() {
    let shown = at_terminal(&["show", "--variant", "chess"], "", "");
    assert!(shown.contains("\u{1b}["), "{shown}");
    let words = ["play", "isolation", "human", "human", "--seed", "1"];
    let played = at_terminal(&words, "stop\n", "");
    assert!(played.contains("\u{1b}["), "{played}");
    let plain = at_terminal(&words, "stop\n", "1");
    assert!(!plain.contains('\u{1b}') && plain.lines().count() > 5, "{plain}");
}
