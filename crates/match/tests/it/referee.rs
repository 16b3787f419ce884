//! The referee as a pure state machine: every fault, late answer and resignation, without a process, a pipe or a clock.
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod adjudication;
mod analysing;
pub(crate) mod bench;
mod clocks;
mod flaws;
mod hosts;
mod random;
mod resigning;
mod retelling;
mod retry;
mod starts;
mod tables;
mod takebacks;
mod tampering;
mod teaching;

use bench::{Bench, Rules};
use uvi::OnFault;

const MOVE_500: &str = "movetime 500";

/// Three seats of Orwell Chess. The seed 2a gives White 21 first, so White plays a Berlinpeono or a Dabbabah.
fn orwell(clock: &str) -> Bench {
    Bench::start(Rules { clock, ..Rules::default() })
}

fn two(clock: &str) -> Bench {
    Bench::start(Rules { variant: "toy", seats: 2, clock, ..Rules::default() })
}

#[test]
fn several_actions_are_played_for_as_long_as_the_seat_is_to_decide() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4 d3c4 a1a2");
    bench.told(&["played m 1 c3d4 time 0 text c3-d4", "played m 1 d3c4 time 0 text Dd3-c4", "chance m @51"]);
    assert_eq!(bench.last_heard(2), "go movetime 500");
}

#[test]
fn what_is_read_before_the_next_go_is_written_answers_nothing() {
    let mut bench = orwell(MOVE_500);
    bench.say_together(1, &["bestmove c3d4", "bestmove d3c4"]);
    bench.told(&["played m 1 c3d4 time 0 text c3-d4"]);
    bench.say(1, "bestmove d3e4");
    assert_eq!(bench.tell()[0], "played m 1 d3e4 time 0 text Dd3-e4");
}

/// Pairs of a line in place of an answer, and the fault; empty if there is none.
const LINES: &[(&str, &str)] = &[
    ("bestmove", "unreadable"),
    ("bestmove \u{1}", "unreadable"),
    ("resign now", "unreadable"),
    ("bestmove C3D4", "unreadable"),
    ("bestmove hello", "unreadable"),
    ("bestmove @21", "unreadable"),
    ("bestmove a1a2", "illegal"),
    ("bestmove pass", "illegal"),
    ("bestmove c3d5", "illegal"),
    ("info", ""),
    ("info depth x", ""),
    ("readyok junk", ""),
    ("uviok junk", ""),
    ("option name", ""),
    ("nonsense", ""),
    ("", ""),
];

#[test]
fn a_wrong_answer_is_a_named_fault_and_other_talk_is_not() {
    for (line, fault) in LINES {
        let mut bench = orwell(MOVE_500);
        bench.say(1, line);
        let told = bench.tell();
        if fault.is_empty() {
            assert!(told.is_empty(), "{line}: {told:?}");
            continue;
        }
        assert!(told[0].starts_with(&format!("fault m 1 {fault} ")), "{line}: {told:?}");
        assert_eq!(told[1], format!("vacated m 1 reason {fault}"), "{line}");
        assert!(bench.dismissed(1), "{line}");
    }
}

#[test]
fn a_crash_counts_at_once_where_the_bot_is_asked_and_later_where_it_is_not() {
    let mut bench = orwell(MOVE_500);
    bench.end(1, "the bot exited with status 3");
    bench.told_first(&["fault m 1 crash the bot exited with status 3", "vacated m 1 reason crash"]);

    let mut bench = orwell(MOVE_500);
    bench.end(2, "the bot exited with status 3");
    bench.told(&[]);
    bench.say(1, "bestmove c3d4 d3c4");
    let told = bench.tell();
    assert!(told[2].starts_with("chance m"), "{told:?}");
    assert_eq!(told[3], "fault m 2 crash the bot exited with status 3");
    assert!(!bench.heard(2).iter().any(|line| line.starts_with("go")), "a bot at fault is not asked");
}

#[test]
fn an_answer_before_the_end_of_output_counts() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4");
    bench.end(1, "the bot closed its output");
    bench.told_first(&["played m 1 c3d4 time 0 text c3-d4", "fault m 1 crash the bot closed its output"]);
}

#[test]
fn a_pipe_that_stays_full_is_deaf_when_the_time_is_over() {
    let mut bench = orwell(MOVE_500);
    bench.blocked(1);
    bench.lapse(500);
    bench.told_first(&["fault m 1 deaf the bot does not read its input: its pipe is full"]);
}

#[test]
fn too_much_talk_is_a_flood() {
    for (line, count) in [("info x".to_owned(), 10_001), ("y".repeat(60_000), 18)] {
        let mut bench = orwell("none");
        for _ in 0..count {
            bench.say(1, &line);
        }
        let said = bench.tell().remove(0);
        let expected = "fault m 1 flood expected at most 1048576 bytes and 10000 lines between a go and its bestmove";
        assert!(said.starts_with(expected), "{} bytes a line: {said}", line.len());
        assert!(bench.muted(1));
    }
}

#[test]
fn what_may_be_said_is_counted_anew_for_each_question_and_behind_its_answer() {
    let mut bench = orwell("none");
    for action in ["c3d4", "d3c4"] {
        for _ in 0..9_999 {
            bench.say(1, "info x");
        }
        bench.say(1, &format!("bestmove {action}"));
        assert!(bench.tell()[0].starts_with(&format!("played m 1 {action}")));
    }
    for _ in 0..9_999 {
        bench.say(1, "info x");
    }
    while bench.to_act().is_some_and(|(seat, _)| seat != 1) {
        bench.answer();
    }
    assert!(bench.to_act().is_some() && !bench.log().contains("\"fault\""), "{}", bench.log());
}

#[test]
fn what_is_said_behind_an_answer_that_cannot_be_read_is_counted_anew_too() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    let talk = |bench: &mut Bench| (0..9_999).for_each(|_| bench.say(1, "info x"));
    while bench.to_act().is_some_and(|(seat, _)| seat == 1) {
        talk(&mut bench);
        bench.say(1, "bestmove");
    }
    talk(&mut bench);
    while bench.to_act().is_some_and(|(seat, _)| seat != 1) {
        bench.answer();
    }
    assert!(bench.to_act().is_some() && !bench.log().contains("flood"), "{}", bench.log());
}

#[test]
fn a_flood_while_not_asked_counts_when_asked() {
    let mut bench = orwell("none");
    for _ in 0..10_001 {
        bench.say(2, "info x");
    }
    bench.told(&[]);
    bench.say(1, "bestmove c3d4 d3c4");
    let expected = "fault m 2 flood expected at most 1048576 bytes and 10000 lines while it is not asked, found more";
    assert!(bench.tell()[3].starts_with(expected));
}

/// The answers of seats that choose at the same time, the last message to the host, and the result.
#[test]
fn the_last_seat_that_is_left_wins_and_if_all_fail_nobody_does() {
    for (variant, answers, told, result) in [
        ("toy", &[(1, "resign"), (2, "c1")][..], "resign score 0 1", "resign 0 1 seat 1"),
        ("toy", &[(1, "resign"), (3, "hello"), (2, "c1")], "unreadable score 0 1 0", "unreadable 0 1 0 seat 3"),
        ("toy", &[(3, "hello"), (2, "hello"), (1, "hello")], "unreadable score 0 0 0", "unreadable 0 0 0"),
        ("toy", &[(2, "hello"), (1, "hello")], "unreadable score 0 0", "unreadable 0 0"),
        ("toy-shared", &[(1, "hello"), (2, "c1")], "unreadable shared 0", "unreadable seat 1"),
    ] {
        let mut bench = Bench::start(Rules { variant, seats: answers.len() as u8, ..Rules::default() });
        for &(seat, answer) in answers {
            bench.say(seat, &if answer == "resign" { answer.to_owned() } else { format!("bestmove {answer}") });
        }
        bench.told_last(&format!("over m reason {told}"));
        assert_eq!(bench.result(), result);
    }
}

#[test]
fn nothing_of_a_simultaneous_choice_is_shown_before_all_have_chosen() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 3, debug: true, ..Rules::default() });
    let before = bench.everything_shown();
    bench.say(2, "info score 5");
    bench.say(2, "bestmove c2");
    bench.told(&[]);
    bench.recorded_more(&[]);
    assert_eq!(bench.everything_shown(), before);
    bench.say(3, "bestmove c1");
    bench.told(&[]);
    bench.say(1, "bestmove c1");
    let told = bench.tell();
    assert_eq!(told[0], "info m 2 score 5");
    let seats: Vec<_> = told[1..4].iter().map(|line| line.split(' ').nth(2).unwrap()).collect();
    assert_eq!(seats, ["1", "2", "3"], "answers are applied in seat order: {told:?}");
}

#[test]
fn with_three_seats_the_faulty_are_vacated_and_the_other_answers_stand() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 4, ..Rules::default() });
    bench.say(4, "bestmove c2");
    bench.say(2, "bestmove hello");
    bench.say(3, "bestmove c1");
    bench.end(1, "gone");
    let told = bench.tell();
    assert_eq!(told[0], "fault m 1 crash gone");
    assert_eq!(told[1], "vacated m 1 reason crash");
    assert!(told[2].starts_with("fault m 2 unreadable"));
    assert_eq!(told[3], "vacated m 2 reason unreadable");
    assert!(told[4].starts_with("played m 3 c1"), "{told:?}");
    assert!(told[5].starts_with("played m 4 c2"), "{told:?}");
    assert!(bench.history().contains("!1 !2 c1 c2"), "{}", bench.history());
}

#[test]
fn a_bot_that_resigns_stays_and_hears_the_end() {
    let mut bench = orwell("none");
    bench.say(1, "resign");
    bench.told_first(&["vacated m 1 reason resign"]);
    assert!(!bench.dismissed(1));
    bench.say(2, "resign");
    bench.told_last("over m reason resign score 0 0 1");
    for seat in 1..=3 {
        assert_eq!(bench.last_heard(seat), "gameover reason resign score 0 0 1");
    }
    bench.verifies();
}

#[test]
fn a_bot_that_was_thinking_at_the_end_plays_no_other_match() {
    let mut bench = orwell(MOVE_500);
    bench.stop().unwrap();
    assert!(!bench.can_play_again(1), "its answer may still come");
    assert!(bench.can_play_again(2));
}
