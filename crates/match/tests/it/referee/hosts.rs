//! A host that plays, resigns and stops, and the ends of its games.

use uvi::OnFault;
use uvi_games::{game::Variant, games::REGISTRY};

use super::{
    MOVE_500,
    bench::{Bench, Rules},
    orwell,
};

#[test]
fn a_host_seat_is_told_its_turn_and_plays() {
    let mut bench = Bench::start(Rules { hosts: &[1], ..Rules::default() });
    assert_eq!(bench.play(2, "c3d4"), Err("not-your-turn expected a host seat, but a bot plays seat 2".to_owned()));
    assert_eq!(bench.play(9, "c3d4"), Err("bad-seat expected a seat from 1 to 3, found 9".to_owned()));
    let refused = bench.play(1, "c3d4 d4d5").unwrap_err();
    assert!(refused.starts_with("illegal-action d4d5 is not legal: "), "{refused}");
    let refused = bench.play(1, "hello").unwrap_err();
    assert!(refused.starts_with("bad-argument "), "{refused}");
    bench.told(&[]);
    bench.play(1, "c3d4 d3c4 whatever").unwrap();
    bench.told_first(&["played m 1 c3d4 time 0 text c3-d4", "played m 1 d3c4 time 0 text Dd3-c4"]);
    assert!(bench.play(1, "c4d5").unwrap_err().starts_with("not-your-turn"));
}

#[test]
fn a_host_seat_has_a_clock_only_of_its_own() {
    let mut bench = Bench::ungreeted(Rules { hosts: &[1], clock: MOVE_500, ..Rules::default() });
    [2, 3].into_iter().for_each(|seat| bench.greet(seat));
    bench.told_last("turn m 1");
    assert_eq!(bench.deadline(), None);
}

#[test]
fn a_host_resigns_in_turn_and_out_of_turn() {
    let mut bench = Bench::start(Rules { hosts: &[1, 2], ..Rules::default() });
    bench.resign(2).unwrap();
    bench.told(&[]);
    assert!(bench.resign(2).unwrap_err().starts_with("not-your-turn"));
    bench.play(1, "c3d4 d3c4").unwrap();
    let told = bench.tell();
    assert!(told[2].starts_with("chance m"), "{told:?}");
    assert!(told.contains(&"vacated m 2 reason resign".to_owned()), "it leaves when that is decided: {told:?}");
    assert!(bench.last_heard(3).starts_with("go"));

    let mut bench = Bench::start(Rules { variant: "toy", seats: 2, hosts: &[1], ..Rules::default() });
    bench.say(2, "bestmove c1");
    bench.resign(1).unwrap();
    bench.told_last("over m reason resign score 0 1");
}

#[test]
fn a_resignation_that_ends_the_game_does_not_wait_for_who_is_thinking() {
    let mut bench = Bench::start(Rules { hosts: &[2, 3], ..Rules::default() });
    bench.resign(2).unwrap();
    bench.told(&[]);
    bench.resign(3).unwrap();
    bench.told_last("over m reason resign score 1 0 0");
    assert_eq!(bench.last_heard(1), "gameover reason resign score 1 0 0");
    bench.say(1, "bestmove c3d4");
    bench.told(&[]);
}

#[test]
fn an_abort_has_no_score() {
    let mut bench = orwell(MOVE_500);
    bench.stop().unwrap();
    bench.told_last("over m reason abort");
    assert_eq!(bench.last_heard(1), "gameover reason abort");
    assert_eq!(bench.result(), "abort");
    assert!(bench.stop().unwrap_err().starts_with("not-running"));
    bench.verifies();
}

#[test]
fn a_game_of_absent_bots_can_be_stopped() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    for seat in 1..=3 {
        bench.end(seat, "gone");
    }
    assert!(bench.deadline().is_some(), "it is played in one go");
    assert_eq!(bench.stop(), Ok(()));
    bench.told_last("over m reason abort");
    assert_eq!(bench.deadline(), None);
    bench.verifies();
}

/// Checks the log of a match that is stopped after `greeted` bots have greeted. If `is_gone`, the next one has ended.
#[track_caller]
fn stopped_verifies(variant: &'static dyn Variant, on_fault: OnFault, greeted: u32, is_gone: bool) {
    let seats = *variant.seats().last().unwrap();
    let mut bench = Bench::ungreeted(Rules { variant: variant.word(), seats, on_fault, ..Rules::default() });
    (1..=greeted).for_each(|seat| bench.greet(seat));
    if is_gone {
        bench.end(greeted + 1, "gone");
    }
    // The fault of the last bot can end the match.
    let _ = bench.stop();
    bench.verifies();
}

#[test]
fn a_match_that_is_stopped_while_bots_greet_has_a_log_that_verifies() {
    for variant in REGISTRY.iter() {
        for greeted in 0..u32::from(*variant.seats().last().unwrap()) {
            for on_fault in [OnFault::Forfeit, OnFault::Random] {
                stopped_verifies(variant, on_fault, greeted, false);
                stopped_verifies(variant, on_fault, greeted, true);
            }
        }
    }
}
