//! Logs cut off at any place, as a killed arbiter or a lost disk may leave them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arbiter::{games::REGISTRY, record};
use testkit::{
    boards::Board,
    processes::{eventually, scratch},
    program_word,
    session::{Session, faulty, verify},
};
use uvi::OnFault;

use super::{
    SEED, few_variants, finished,
    opening::{opening, random},
    play, run, seed_of, variants,
};

/// The whole log of a short game of these bots.
fn whole(board: &Board, bot: &str, on_fault: OnFault, dir: &Path) -> String {
    let log = dir.join("whole.jsonl");
    let opening = opening(board, SEED.parse().unwrap(), random);
    let policy = if on_fault == OnFault::Random { "random" } else { "forfeit" };
    let done = run(play(board, &opening, bot, &log).args(["--onfault", policy]));
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

#[test]
fn a_log_goes_on_from_every_line() {
    for board in few_variants() {
        let dir = scratch(&format!("lines-{}", board.variant.word()));
        let whole = whole(&board, &program_word("arbiter-random"), OnFault::Forfeit, &dir);
        goes_on(&whole, &line_ends(&whole), &dir);
    }
}

#[test]
fn a_torn_line_is_cut_off_wherever_it_is_torn() {
    for board in few_variants() {
        let dir = scratch(&format!("torn-{}", board.variant.word()));
        let whole = whole(&board, &program_word("arbiter-random"), OnFault::Forfeit, &dir);
        let ends = line_ends(&whole);
        let head = ends[0];
        for cut in head..whole.len() {
            let log = record::read(REGISTRY, &whole.as_bytes()[..cut]).unwrap();
            let expected = ends.iter().copied().filter(|&end| end <= cut).max().unwrap();
            assert_eq!((log.whole, log.complete()), (expected, false), "{}: {cut}", board.variant.word());
        }
        // Without its head it is no log.
        for cut in 0..head {
            assert!(record::read(REGISTRY, &whole.as_bytes()[..cut]).is_err(), "{}: {cut}", board.variant.word());
        }
        // Real matches resume from cuts at several places in the last lines. The last line, which is the result, is
        // also cut at both ends.
        let from = ends[ends.len().saturating_sub(3)];
        let mut cuts: Vec<usize> = (from..whole.len()).step_by(41).collect();
        cuts.extend([ends[ends.len() - 1] + 1, whole.len() - 2, whole.len() - 1]);
        cuts.sort_unstable();
        cuts.dedup();
        goes_on(&whole, &cuts, &dir);
    }
}

#[test]
fn a_log_with_faults_goes_on_from_every_line() {
    for board in few_variants() {
        let dir = scratch(&format!("faults-{}", board.variant.word()));
        let bot = faulty("word --action zz9", "faults");
        let whole = whole(&board, &bot, OnFault::Random, &dir);
        assert!(whole.contains("\"random\":true"), "{whole}");
        let mut ends = line_ends(&whole);
        // A fault at the first decision, without the action that was written with it, looks like the fault of a bot
        // that never got ready. When the match resumes, the seat is asked again, so the fault may occur twice. The log
        // is valid all the same.
        if whole.lines().nth(1).is_some_and(|line| line.starts_with("{\"type\":\"fault\"")) {
            let torn = gone_on(&whole, &[ends.remove(1)], &dir);
            assert_eq!(verify(&torn).0, Some(0), "{}", board.variant.word());
        }
        goes_on(&whole, &ends, &dir);
    }
}

#[test]
fn a_finished_log_is_left_as_it_is() {
    let board = variants()[0];
    let dir = scratch("finished");
    let text = whole(&board, &program_word("arbiter-random"), OnFault::Forfeit, &dir);
    let log = dir.join("whole.jsonl");
    fs::write(seed_of(&log), format!("{SEED}\n")).unwrap();
    let mut session = Session::start();
    session.say(format!("resume m {}", log.display()));
    let expected =
        format!("error cannot-start line 1: {}: the match is finished, so there is nothing to resume", log.display());
    assert_eq!(session.line(), expected);
    eventually("the seed is removed", || !seed_of(&log).exists());
    assert_eq!(fs::read_to_string(&log).unwrap(), text);
}
