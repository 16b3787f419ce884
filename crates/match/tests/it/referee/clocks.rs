//! Deadlines, clocks, and the limits that bots are told.

use std::time::Duration;

use proptest::prelude::*;
use uvi::{ClockWords, OnFault};
use uvi_match::record::{self, Clock, Record};

use super::{
    MOVE_500,
    bench::{Bench, Rules, refused},
    orwell,
};

#[test]
fn a_late_answer_forfeits_and_a_margin_forgives() {
    let mut bench = orwell(MOVE_500);
    bench.lapse(499);
    bench.told(&[]);
    bench.lapse(1);
    let told = bench.tell();
    assert_eq!(told[0], "fault m 1 timeout expected an answer within 500 ms, none came");

    let mut bench = orwell("movetime 500 margin 50");
    bench.lapse(540);
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 540 text c3-d4"]);
}

#[test]
fn an_answer_found_after_the_deadline_is_in_time_with_nothing_left() {
    let mut bench = orwell("time 1000 inc 100");
    bench.pass(1500);
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 1000 text c3-d4"]);
    assert_eq!(bench.last_heard(1), "go time 100 1000 1000 inc 100 100 100");
}

#[test]
fn the_clock_runs_from_the_write_of_go_and_the_increment_comes_after_the_answer() {
    let mut bench = orwell("time 1000 inc 100");
    assert_eq!(bench.last_heard(1), "go time 1000 1000 1000 inc 100 100 100");
    bench.pass(300);
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_heard(1), "go time 800 1000 1000 inc 100 100 100");
    bench.lapse(900);
    assert!(bench.tell().iter().any(|line| line.starts_with("fault m 1 timeout")));
    // A vacated seat has no clock.
    assert_eq!(bench.last_heard(2), "go time - 1000 1000 inc - 100 100");
}

#[test]
fn the_smaller_of_movetime_and_time_holds_and_without_either_there_is_no_deadline() {
    for (limits, go, within) in [
        ("movetime 200 time 1000 inc 0", "go movetime 200 time 1000 1000 1000 inc 0 0 0", Some(200)),
        ("none", "go", None),
        // Where something else is limited, ten minutes.
        ("nodes 5000 depth 3", "go nodes 5000 depth 3", Some(600_000)),
        ("nodes 5000 time 700", "go time 700 700 700 inc 0 0 0 nodes 5000", Some(700)),
    ] {
        let mut bench = orwell(limits);
        assert_eq!((bench.last_heard(1), bench.deadline().is_some()), (go, within.is_some()));
        bench.lapse(within.unwrap_or(10_000_000));
        let fault = within.map(|ms| format!("fault m 1 timeout expected an answer within {ms} ms, none came"));
        assert_eq!(bench.tell().first(), fault.as_ref());
    }
}

#[test]
fn moves_to_go_are_told_and_the_time_is_added_after_so_many_answers() {
    let mut bench = orwell("time 1000 inc 10 movestogo 2");
    assert_eq!(bench.last_heard(1), "go time 1000 1000 1000 inc 10 10 10 movestogo 2");
    bench.pass(300);
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_heard(1), "go time 710 1000 1000 inc 10 10 10 movestogo 1");
    bench.pass(100);
    bench.say(1, "bestmove d3c4");
    // Each seat counts its own answers.
    assert_eq!(bench.last_heard(2), "go time 1620 1000 1000 inc 10 10 10 movestogo 2");
    let clocks: Vec<_> = actions(&bench.log()).iter().map(|action| (action.clock, action.movestogo)).collect();
    assert_eq!(clocks, [(Some(710.0), Some(1)), (Some(1620.0), Some(2))]);
    bench.stop_and_verify();
}

#[test]
fn several_actions_at_once_are_one_answer_of_those_to_go() {
    let mut bench = orwell("time 1000 movestogo 2");
    bench.pass(300);
    bench.say(1, "bestmove c3d4 d3c4");
    assert_eq!(bench.last_heard(2), "go time 700 1000 1000 inc 0 0 0 movestogo 2");
    let clocks: Vec<_> = actions(&bench.log()).iter().map(|action| (action.clock, action.movestogo)).collect();
    assert_eq!(clocks, [(Some(700.0), Some(1)), (Some(700.0), Some(1))]);
    bench.stop_and_verify();
}

#[test]
fn what_is_played_for_a_late_bot_is_one_of_those_to_go() {
    let rules = Rules { on_fault: OnFault::Random, clock: "time 1000 inc 70 movestogo 2", ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.lapse(1000);
    bench.say(1, "readyok");
    assert_eq!(bench.last_heard(1), "go time 70 1000 1000 inc 70 70 70 movestogo 1");
    bench.lapse(70);
    assert_eq!(bench.last_heard(2), "go time 1070 1000 1000 inc 70 70 70 movestogo 2");
    bench.stop_and_verify();
}

#[test]
fn what_is_taken_back_stays_counted() {
    let clock = "time 1000 movestogo 3";
    let mut bench = Bench::start(Rules { hosts: &[2, 3], takebacks: true, clock, ..Rules::default() });
    bench.pass(200);
    bench.say(1, "bestmove c3d4");
    bench.undo(1).unwrap();
    bench.say(1, "readyok");
    assert_eq!(bench.last_heard(1), "go time 800 - - inc 0 - - movestogo 2");
    bench.pass(200);
    bench.undo(1).unwrap_err();
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_heard(1), "go time 600 - - inc 0 - - movestogo 1");
    bench.say(1, "bestmove d3c4");
    bench.stop_and_verify();
    let clock = actions(&bench.log()).last().map(|action| (action.clock, action.movestogo));
    // An answer that is there at once costs a microsecond.
    assert_eq!(clock, Some((Some(1599.999), Some(3))));
}

#[test]
fn a_time_that_was_not_added_is_found_out() {
    let mut bench = orwell("time 1000 movestogo 2");
    for action in ["c3d4", "d3c4"] {
        bench.pass(7);
        bench.say(1, &format!("bestmove {action}"));
    }
    bench.stop_and_verify();
    let log = bench.log();
    let second = r#""clock":1986.0,"movestogo":2"#;
    for (from, to, expected) in [
        (second, r#""clock":986.0,"movestogo":2"#, "clock: expected 1986, found 986"),
        (second, r#""clock":986.0,"movestogo":1"#, "movestogo: expected 2, found 1"),
        (second, r#""clock":993.0,"movestogo":1"#, "movestogo: expected 2, found 1"),
        (second, r#""clock":1986.0"#, "movestogo: expected how many answers it is until time is added, found none"),
        (second, r#""movestogo":2"#, "clock: expected what is left on it, found none"),
        (second, r#""clock":-1.0,"movestogo":2"#, "clock: expected milliseconds from 0, found -1"),
        (r#""clock":993.0,"movestogo":1"#, r#""clock":1993.0,"movestogo":2"#, "movestogo: expected 1, found 2"),
        ("movestogo 2\"", "movestogo 3\"", "movestogo: expected 2, found 1"),
        (" movestogo 2\"", "\"", "movestogo: expected none, since no time is added again, found 1"),
    ] {
        let changed = log.replace(from, to);
        assert_ne!(changed, log, "{from}");
        refused(&changed, expected);
    }
}

fn actions(log: &str) -> Vec<record::ActionRecord> {
    let records = log.lines().map(|line| serde_json::from_str::<Record>(line).unwrap());
    records.filter_map(|record| record.action().cloned()).collect()
}

#[test]
fn a_clock_goes_on_where_it_was() {
    let clock = Clock::new(&"time 1000 movestogo 4".parse().unwrap()).unwrap();
    let left = Duration::from_millis(5);
    for (found, expected) in [(Some(3), 3), (None, 4), (Some(0), 4), (Some(5), 4)] {
        assert_eq!((clock.at(left, found).left(), clock.at(left, found).movestogo()), (left, Some(expected)));
    }
}

proptest! {
    /// The full time comes back exactly at the end of each cycle, whatever the answers use.
    #[test]
    fn time_is_kept(time in 0..100_000_u64, inc in 0..1000_u64, cycle in 1..9_u64, used in prop::collection::vec(0..40_000_u64, 0..60)) {
        let words = ClockWords { time: Some(time), inc: Some(inc), movestogo: Some(cycle), ..ClockWords::default() };
        let (mut clock, mut left) = (Clock::new(&words).unwrap(), time);
        for (number, used) in (1..).zip(used) {
            prop_assert_eq!(clock.movestogo(), Some(cycle - (number - 1) % cycle));
            clock.answered(Duration::from_millis(used));
            left -= used.min(left);
            left += inc + if number % cycle == 0 { time } else { 0 };
            prop_assert_eq!(clock.left(), Duration::from_millis(left));
        }
    }
}
