//! Takebacks by the host: decisions and all their consequences, and nothing else.

use testkit::{boards, walk};
use uvi::OnFault;
use uvi_games::{
    game::{Seed, Stream},
    games::REGISTRY,
};
use uvi_match::record::{self, Record};

use super::{
    bench::{Bench, Rules, refused},
    resigning::challenge,
};

fn hosts(variant: &str, seats: u8) -> Bench {
    let all: Vec<u32> = (1..=u32::from(seats)).collect();
    Bench::start(Rules { variant, seats, hosts: &all, ..Rules::default() })
}

#[test]
fn a_decision_is_taken_back_with_what_followed_and_the_same_luck_comes_again() {
    let mut bench = hosts("orwell", 3);
    let before = bench.history();
    bench.play(1, "c3d4 d3c4").unwrap();
    let after = bench.history();
    let told = bench.tell();
    assert_eq!(bench.undo(1), Ok(()));
    bench.told(&["undone m 1 to 2", "turn m 1"]);
    assert_eq!(bench.history(), format!("{before} c3d4"));
    bench.play(1, "d3c4").unwrap();
    assert_eq!(bench.history(), after);
    assert_eq!(bench.tell(), told[1..]);
    assert_eq!(bench.undo(2), Ok(()));
    bench.told(&["undone m 2 to 1", "turn m 1"]);
    assert_eq!(bench.history(), before);
    bench.stop_and_verify();
}

#[test]
fn more_than_there_was_is_not_taken_back() {
    let mut bench = hosts("orwell", 3);
    let no = |plies: u32| Err(format!("cannot-undo expected at most {plies} decisions to take back"));
    assert_eq!(bench.undo(1), no(0));
    bench.play(1, "c3d4 d3c4").unwrap();
    assert_eq!(bench.undo(3), no(2));
    bench.stop().unwrap();
    assert_eq!(bench.undo(1), Err("not-running the match is not running".to_owned()));
    bench.verifies();
}

#[test]
fn a_seat_that_has_left_does_not_come_back() {
    let mut bench = hosts("orwell", 3);
    bench.play(1, "c3d4 d3c4").unwrap();
    bench.resign(3).unwrap();
    let (seat, legal) = bench.to_act().unwrap();
    bench.play(seat, legal[0].as_str()).unwrap();
    assert_eq!(bench.undo(2), Err("cannot-undo seat 3 has left the game since then".to_owned()));
    bench.stop_and_verify();
}

#[test]
fn what_is_taken_back_is_named_by_what_stands_too() {
    let mut bench = hosts("orwell", 3);
    bench.play(1, "c3d4 d3c4").unwrap();
    bench.tell();
    assert_eq!(bench.undo_to(9), Err("cannot-undo expected a number below 4, the actions that stand".to_owned()));
    // The throw before the first decision always stays.
    assert_eq!(bench.undo_to(0), Err("cannot-undo expected at most 2 decisions to take back".to_owned()));
    // The throw after a decision is taken back with the decision.
    assert_eq!(bench.undo_to(3), Ok(()));
    bench.told(&["undone m 1 to 2", "turn m 1"]);
    bench.play(1, "d3c4").unwrap();
    bench.tell();
    assert_eq!(bench.undo_to(1), Ok(()));
    bench.told(&["undone m 2 to 1", "turn m 1"]);
    bench.stop().unwrap();
    assert_eq!(bench.undo_to(0), Err("not-running the match is not running".to_owned()));
    bench.verifies();
    let none = "cannot-undo expected an action that stands, found none";
    assert_eq!(hosts("congress", 2).undo_to(0), Err(none.to_owned()));
}

#[test]
fn choices_made_at_the_same_time_are_taken_back_together() {
    let mut bench = hosts("toy", 2);
    bench.play(1, "c1").unwrap();
    // Nothing has been decided yet.
    assert!(bench.undo(1).unwrap_err().starts_with("cannot-undo "));
    bench.play(2, "c2").unwrap();
    assert_eq!(bench.tell().len(), 3);
    bench.undo(1).unwrap();
    bench.told(&["undone m 1 to 1", "turn m 1", "turn m 2"]);
    // Either of the two stands for both.
    for to in [1, 2] {
        bench.play(1, "c1").unwrap();
        bench.play(2, "c2").unwrap();
        bench.tell();
        bench.undo_to(to).unwrap();
        bench.told(&["undone m 1 to 1", "turn m 1", "turn m 2"]);
    }
    // A choice that was made but not announced is taken back too.
    bench.play(1, "c1").unwrap();
    bench.play(2, "c2").unwrap();
    let (seat, legal) = bench.to_act().unwrap();
    bench.play(seat, legal[0].as_str()).unwrap();
    bench.play(1, "c2").unwrap();
    bench.tell();
    bench.undo(1).unwrap();
    bench.told(&["undone m 1 to 3", &format!("turn m {seat}")]);
}

#[test]
fn where_a_bot_plays_the_host_must_have_said_so() {
    let mut bench = Bench::start(Rules { hosts: &[1], ..Rules::default() });
    bench.play(1, "c3d4").unwrap();
    let no = "cannot-undo expected a match in which only the host plays, or takebacks on";
    assert_eq!(bench.undo(1), Err(no.to_owned()));
}

#[test]
fn a_bot_that_thinks_is_stopped_and_its_answer_counts_for_nothing() {
    let mut bench = Bench::start(Rules { hosts: &[1], takebacks: true, clock: "time 1000", ..Rules::default() });
    bench.play(1, "c3d4 d3c4").unwrap();
    assert!(bench.last_heard(2).starts_with("go "));
    bench.heard(2);
    bench.pass(300);
    bench.undo(1).unwrap();
    bench.said(2, &["stop"]);
    bench.say(2, "bestmove a1a2");
    bench.play(1, "d3c4").unwrap();
    bench.said(2, &["isready"]);
    bench.tell();
    // An answer to the withdrawn question may arrive this late.
    bench.say(2, "bestmove a1a2");
    bench.told(&[]);
    bench.say(2, "readyok");
    // The time for a withdrawn question is not charged.
    assert_eq!(bench.last_heard(2), "go time - 1000 1000 inc - 0 0");
    bench.stop_and_verify();
}

/// A bot that was interrupted and misses its `readyok`, or ends, is at fault like any other, and the log says so.
#[test]
fn a_bot_that_a_takeback_has_stopped_and_that_is_not_ready_is_at_fault() {
    let late: fn(&mut Bench) = |bench| {
        bench.lapse(20_000);
    };
    let ends: fn(&mut Bench) = |bench| bench.end(2, "the bot exited with status 3");
    let no_ready = "timeout expected readyok within 10000 ms of isready, none came";
    let crash = "crash the bot exited with status 3";
    for on_fault in [OnFault::Random, OnFault::Forfeit] {
        for (fails, asked, fault) in
            [(late, true, no_ready), (late, false, no_ready), (ends, true, crash), (ends, false, crash)]
        {
            let rules = Rules { hosts: &[1, 3], takebacks: true, on_fault, ..Rules::default() };
            let mut bench = Bench::start(rules);
            bench.play(1, "c3d4 d3c4").unwrap();
            bench.undo(1).unwrap();
            bench.play(1, "d3c4").unwrap();
            assert_eq!(bench.last_heard(2), "isready");
            if !asked {
                bench.undo(1).unwrap();
                fails(&mut bench);
                bench.play(1, "d3c4").unwrap();
            } else {
                fails(&mut bench);
            }
            let told = bench.tell();
            assert!(told.contains(&format!("fault m 2 {fault}")), "{on_fault:?} {asked}: {told:#?}");
            let heard = bench.heard(2);
            let error = format!("error {}, in position ", fault.replacen(' ', ": ", 1));
            assert!(heard.iter().any(|line| line.starts_with(&error)), "{heard:#?}");
            bench.stop_and_verify();
        }
    }
}

/// A fault beside a choice that is taken back has no record. So if its bot is not ready later, that is a fault.
#[test]
fn a_fault_that_a_takeback_forgets_does_not_make_the_next_one_silent() {
    let rules = Rules { on_fault: OnFault::Random, takebacks: true, ..Rules::default() };
    let mut bench = challenge("ispex:3:-", 2, rules);
    assert_eq!(bench.all_to_act().len(), 2);
    bench.say(1, &"x".repeat(uvi::MAX_LINE + 1));
    bench.undo(1).unwrap();
    bench.say(2, "readyok");
    bench.say(2, "bestmove a!1a");
    assert_eq!(bench.last_heard(1), "isready");
    bench.tell();
    bench.lapse(20_000);
    let legal = bench.all_to_act().remove(1).1;
    bench.say(2, &format!("bestmove {}", legal[0]));
    bench.told_first(&["fault m 1 timeout expected readyok within 10000 ms of isready, none came"]);
    bench.stop_and_verify();
}

/// After any takeback the game is as it was at that ply. Its log verifies, can be shown, and can be resumed from every
/// line.
#[test]
fn random_games_with_things_taken_back_verify() {
    for (number, board) in (0..).zip(boards::all()) {
        let mut bench = hosts(board.variant.word(), board.seats);
        let mut luck = Stream::new(&Seed([3; 16]), &format!("takebacks {number}"));
        // The history before each decision that stands.
        let mut plies = Vec::new();
        // The first is taken back in each game, because a game may be short.
        let mut is_first = true;
        for _ in 0..60 {
            let Some((seat, legal)) = bench.to_act() else { break };
            if !plies.is_empty() && (std::mem::take(&mut is_first) || luck.below(4) == 0) {
                let back = 1 + luck.below(plies.len().min(5) as u32);
                bench.undo(back).unwrap();
                let history: String = plies.split_off(plies.len() - back as usize).swap_remove(0);
                assert_eq!(bench.history(), history, "{}", board.variant.word());
                continue;
            }
            let before = bench.history();
            let action = walk::choose(&walk::seed(number), seat, &before, &legal);
            bench.play(seat, action.as_str()).unwrap();
            if bench.history() != before {
                plies.push(before);
            }
        }
        if bench.to_act().is_some() {
            bench.stop().unwrap();
        }
        bench.verifies();
        let text = bench.log();
        assert!(text.contains(r#""type":"undo""#), "{}", board.variant.word());
        let log = record::read(REGISTRY, text.as_bytes()).unwrap();
        let shown = record::show(&log, None, uvi_games::game::Style::Plain).unwrap();
        assert!(shown.iter().any(|line| line.contains("taken back: ")), "{shown:#?}");
        assert_eq!(record::picture(&log, None).unwrap(), bench.picture());
        // The history consists of the actions that stand.
        let stands: Vec<&str> = log.actions().map(|action| action.action.as_str()).collect();
        let history = bench.history();
        let acted: Vec<&str> = history.split_whitespace().filter(|word| !word.starts_with(['@', '!'])).collect();
        assert_eq!(stands, acted);
        for cut in 1..text.lines().count() {
            let part: String = text.split_inclusive('\n').take(cut).collect();
            record::verify(REGISTRY, part.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{part}"));
        }
    }
}

#[test]
fn a_record_of_what_was_taken_back_that_was_changed_does_not_verify() {
    let mut bench = hosts("orwell", 3);
    bench.play(1, "c3d4 d3c4").unwrap();
    bench.undo(1).unwrap();
    bench.play(1, "d3c4").unwrap();
    bench.stop().unwrap();
    assert!(matches!(bench.records()[5], Record::Undo(_)), "{:?}", bench.records());
    let log = bench.log();
    let undo = r#"{"type":"undo","plies":1,"to":2}"#;
    for (other, error) in [
        (r#"{"type":"undo","plies":1,"to":1}"#, "to"),
        (r#"{"type":"undo","plies":2,"to":1}"#, "n"),
        (r#"{"type":"undo","plies":0,"to":3}"#, "cannot take back: expected at most 2 decisions to take back"),
        (r#"{"type":"undo","plies":3,"to":0}"#, "cannot take back: expected at most 2 decisions to take back"),
    ] {
        assert_eq!(log.matches(undo).count(), 1, "{log}");
        refused(&log.replace(undo, other), error);
    }
    // If a bot plays, the head must allow takebacks.
    let changed = log.replacen(r#""player":"host""#, r#""player":"bot""#, 1);
    refused(&changed, "expected a match in which only the host plays, or takebacks on");
}
