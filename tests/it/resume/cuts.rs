//! Logs cut off at any place, as a killed arbiter or a lost disk may leave them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arbiter::{games::REGISTRY, record};
use testkit::{
    boards::Board,
    processes::{put_program, scratch},
    program_word,
    session::{Session, faulty, verify},
    word,
};
use uvi::OnFault;

use super::{SEED, finished, go_on, play, run, seed_of, short_boards};

/// The whole log of a short game of these bots.
fn whole(board: &Board, bot: &str, on_fault: OnFault, dir: &Path) -> String {
    let log = dir.join("whole.jsonl");
    let policy = if on_fault == OnFault::Random { "random" } else { "forfeit" };
    let done = run(play(board, bot, &log).args(["--onfault", policy]));
    assert_eq!(done, (Some(0), String::new()), "{}", board.variant.word());
    finished(&log)
}

/// Resumes each of these beginnings of a log, at once in one daemon. Returns the paths of the resulting logs.
#[track_caller]
fn gone_on(whole: &str, cuts: &[usize], dir: &Path) -> Vec<PathBuf> {
    let mut session = Session::start();
    let log = |cut: usize| dir.join(format!("{cut}.jsonl"));
    for &cut in cuts {
        fs::write(log(cut), &whole.as_bytes()[..cut]).unwrap();
        fs::write(seed_of(&log(cut)), format!("{SEED}\n")).unwrap();
    }
    // With this many bots at once, none is late.
    for some in cuts.chunks(40) {
        for &cut in some {
            session.say(format!("resume c{cut} {}\nstart c{cut}", log(cut).display()));
        }
        for _ in some {
            session.until("over ");
        }
    }
    assert_eq!(session.ask(""), Vec::<String>::new());
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
    cuts.iter().map(|&cut| log(cut)).collect()
}

/// Checks that each of these beginnings becomes the whole log.
#[track_caller]
fn goes_on(whole: &str, cuts: &[usize], dir: &Path) {
    let wrong: Vec<PathBuf> = gone_on(whole, cuts, dir).into_iter().filter(|log| finished(log) != whole).collect();
    assert_eq!(wrong, Vec::<PathBuf>::new());
}

/// The ends of all lines except the last. After the last line a log is finished.
fn line_ends(text: &str) -> Vec<usize> {
    let mut ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    ends.pop();
    ends
}

/// The log of random bots, and that of bots that are at fault at each decision.
#[test]
fn a_log_goes_on_from_lines_and_wherever_one_is_torn() {
    for board in short_boards() {
        for (bot, on_fault) in [
            (program_word("arbiter-random"), OnFault::Forfeit),
            (faulty("word --action zz9", "faults"), OnFault::Random),
        ] {
            let word = board.variant.word();
            let dir = scratch(&format!("cuts-{word}"));
            let whole = whole(&board, &bot, on_fault, &dir);
            assert_eq!(whole.contains("\"random\":true"), on_fault == OnFault::Random, "{whole}");
            let mut ends = line_ends(&whole);
            is_read_from_anywhere(&whole, &ends);
            // A fault at the first decision, without the action that was written with it, looks like the fault of a bot
            // that never got ready. When the match resumes, the seat is asked again, so the fault may occur twice. The
            // log is valid all the same.
            if whole.lines().nth(1).is_some_and(|line| line.starts_with("{\"type\":\"fault\"")) {
                let torn = gone_on(&whole, &[ends.remove(1)], &dir);
                assert_eq!(verify(&torn).0, Some(0), "{word}");
            }
            // Real matches resume from some lines, and from cuts at several places in the last lines; `simulation` resumes
            // from every one. The last line, which is the result, is also cut at both ends.
            let from = ends[ends.len().saturating_sub(3)];
            let mut cuts: Vec<usize> =
                ends.iter().copied().step_by(8).chain((from..whole.len()).step_by(197)).collect();
            cuts.extend([ends[ends.len() - 1] + 1, whole.len() - 2, whole.len() - 1]);
            cuts.sort_unstable();
            cuts.dedup();
            goes_on(&whole, &cuts, &dir);
        }
    }
}

/// Checks that a log that is cut anywhere is read up to its last whole line.
#[track_caller]
fn is_read_from_anywhere(whole: &str, ends: &[usize]) {
    let head = ends[0];
    for cut in head..whole.len() {
        let log = record::read(REGISTRY, &whole.as_bytes()[..cut]).unwrap();
        let expected = ends.iter().copied().filter(|&end| end <= cut).max().unwrap();
        assert_eq!((log.whole, log.complete()), (expected, false), "{cut}");
    }
    // Without its head it is no log.
    for cut in 0..head {
        assert!(record::read(REGISTRY, &whole.as_bytes()[..cut]).is_err(), "{cut}");
    }
}

/// A bot that greeted when the match began, and cannot now, is not at fault: the match waits.
#[test]
fn a_match_whose_bot_greets_no_more_stays_as_it_is() {
    let board = short_boards()[0];
    let dir = scratch("mute");
    let random = program_word("arbiter-random");
    put_program(dir.join("bot"), format!("#!/bin/sh\ntest -e \"${{0%/*}}/lib\" || exit 1\nexec {random}\n"));
    fs::write(dir.join("lib"), "").unwrap();
    let text = whole(&board, &word(dir.join("bot")), OnFault::Forfeit, &dir);
    let ends = line_ends(&text);
    let cut = &text[..ends[ends.len() / 2]];
    let log = dir.join("cut.jsonl");
    fs::write(&log, cut).unwrap();
    fs::write(seed_of(&log), format!("{SEED}\n")).unwrap();
    fs::remove_file(dir.join("lib")).unwrap();
    let (code, err) = run(&mut go_on(&log));
    assert!(code == Some(4) && err.contains("does not greet, as it did when the match began"), "{code:?} {err}");
    let mut session = Session::start();
    session.say(format!("resume m {}\nstart m", log.display()));
    session.until("error cannot-start line 2: the bot of seat ");
    session.say("quit");
    assert_eq!((session.exit(), fs::read_to_string(&log).unwrap().as_str()), (Some(0), cut));
    fs::write(dir.join("lib"), "").unwrap();
    assert_eq!(run(&mut go_on(&log)).0, Some(0));
    assert_eq!(finished(&log), text);
}
