//! `--debug`: the traffic on the pipes of the bots, line by line.

use std::process::Command;

use uvi::{FromBot, ToBot};

use super::{ARBITER, GOOD, bot, play};

/// A line of the traffic: its time, its mark, the seat, and the text.
fn line(text: &str) -> (f64, &str, u32, &str) {
    let (time, rest) = text.trim_start().split_once(' ').unwrap_or_else(|| panic!("{text}"));
    let (mark, rest) = rest.split_once(" seat ").unwrap_or_else(|| panic!("{text}"));
    let (seat, said) = rest.split_once(": ").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(time.split_once('.').map(|(_, digits)| digits.len()), Some(3), "{text}");
    (time.parse().unwrap(), mark, seat.parse().unwrap(), said)
}

#[test]
fn both_sides_of_the_talk_are_printed_with_times() {
    let quiet = play(GOOD, &["--quiet"]);
    let done = play(GOOD, &["--quiet", "--debug"]);
    assert_eq!((done.code, &done.out), (Some(0), &quiet.out), "stdout is the same");
    let lines: Vec<_> = done.err.lines().map(line).collect();
    assert!(lines.is_sorted_by_key(|&(time, ..)| time), "{}", done.err);
    for seat in 1..=3 {
        let talk: Vec<(&str, &str)> =
            lines.iter().filter(|line| line.2 == seat).map(|&(_, mark, _, said)| (mark, said)).collect();
        assert_eq!(talk[..2], [(">", "uvi 1"), ("<", "id name Faulty")]);
        assert_eq!(talk[talk.len() - 2..], [(">", "gameover reason limit score 1/3 1/3 1/3"), (">", "quit")]);
        let answers = talk.windows(2).filter(|pair| pair[0].1.starts_with("go ")).map(|pair| pair[1]);
        assert!(
            answers.clone().count() >= 1
                && answers.clone().all(|(mark, said)| mark == "<" && said.starts_with("bestmove "))
        );
        for (mark, said) in talk {
            let read = if mark == ">" { said.parse::<ToBot>().is_ok() } else { said.parse::<FromBot>().is_ok() };
            assert!(read, "{mark} {said}");
        }
    }
}

#[test]
fn a_last_line_without_its_end_is_printed_too() {
    let broken = "bot:sh -c 'printf \"one\\ntwo\" >&2'";
    let mut command = Command::new(ARBITER);
    command.args(["play", "orwell", broken, "bot:random", "bot:random", "-o", "maxrounds=1", "--debug"]);
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    let heard: Vec<_> = err.lines().map(line).filter(|line| line.1 == "!").map(|line| (line.2, line.3)).collect();
    assert_eq!(heard, [(1, "one"), (1, "two")], "{err}");
}

#[test]
fn the_log_of_all_names_the_match() {
    let seats = GOOD.map(|mode| bot(mode, "debug"));
    let mut command = Command::new(ARBITER);
    command.args(["play", "orwell"]).args(seats).args(["-o", "maxrounds=1", "--seed", "1", "--games", "2"]);
    let output = command.env("ARBITER_LOG", "arbiter::talk=debug").output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    for game in ["arbiter::talk::game-1] ", "arbiter::talk::game-2] "] {
        assert_eq!(err.matches(&format!("{game}> seat 3: newgame ")).count(), 1, "{err}");
    }
    assert!(!err.contains("arbiter::driver"), "{err}");
}
