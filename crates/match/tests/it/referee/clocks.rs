//! Deadlines, clocks, and what is passed on of limits.

use super::{MOVE_500, orwell};

#[test]
fn a_late_answer_forfeits_and_a_margin_forgives() {
    let mut bench = orwell(MOVE_500);
    bench.pass(499);
    bench.tick();
    bench.told(&[]);
    bench.pass(1);
    bench.tick();
    let told = bench.tell();
    assert_eq!(told[0], "fault m 1 timeout expected an answer within 500 ms, none came");

    let mut bench = orwell("movetime 500 margin 50");
    bench.pass(540);
    bench.tick();
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
    bench.pass(900);
    bench.tick();
    assert!(bench.tell().iter().any(|line| line.starts_with("fault m 1 timeout")));
    // A vacated seat has no clock any more.
    assert_eq!(bench.last_heard(2), "go time - 1000 1000 inc - 100 100");
}

#[test]
fn the_smaller_of_movetime_and_time_holds() {
    let mut bench = orwell("movetime 200 time 1000 inc 0");
    assert_eq!(bench.last_heard(1), "go movetime 200 time 1000 1000 1000 inc 0 0 0");
    bench.pass(200);
    bench.tick();
    assert!(bench.tell()[0].starts_with("fault m 1 timeout expected an answer within 200 ms"));
}

#[test]
fn without_limits_there_is_no_deadline() {
    let mut bench = orwell("none");
    assert_eq!(bench.last_heard(1), "go");
    assert_eq!(bench.deadline(), None);
    bench.pass(10_000_000);
    bench.tick();
    bench.told(&[]);
}

#[test]
fn nodes_and_depth_are_passed_on() {
    let bench = orwell("nodes 5000 depth 3");
    assert_eq!(bench.last_heard(1), "go nodes 5000 depth 3");
}
