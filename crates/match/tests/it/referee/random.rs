//! On fault `random`: the arbiter plays for a bot at fault.

use uvi::OnFault;

use super::{
    MOVE_500,
    bench::{Bench, Rules},
};

#[test]
fn with_random_the_arbiter_plays_a_listed_action_and_the_bot_is_asked_again() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, clock: MOVE_500, ..Rules::default() });
    bench.say(1, "bestmove hello");
    let told = bench.tell();
    assert!(told[0].starts_with("fault m 1 unreadable"));
    assert!(told[1].starts_with("played m 1 ") && told[1].contains(" time 0 "), "{told:?}");
    assert!(bench.is_random(2), "the second record is drawn");
    assert_eq!(bench.last_heard(1), "go movetime 500", "it is in step, and asked at once");
}

#[test]
fn with_random_a_late_bot_synchronises_before_it_is_asked_again() {
    let rules = Rules { on_fault: OnFault::Random, clock: "time 1000 inc 70", ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.lapse(1000);
    assert!(bench.tell()[0].starts_with("fault m 1 timeout"));
    assert_eq!(bench.last_heard(1), "isready");
    bench.say(1, "bestmove c3d4");
    bench.told(&[]);
    bench.say(1, "readyok");
    assert_eq!(bench.last_heard(1), "go time 70 1000 1000 inc 70 70 70");

    let mut bench = Bench::start(rules);
    bench.lapse(1000);
    bench.tell();
    bench.lapse(10_000);
    assert!(bench.dismissed(1), "who misses that readyok is stopped");
    assert!(bench.tell()[0].starts_with("played m 1 "), "and the arbiter plays on without a further fault");
}

#[test]
fn with_random_a_game_of_absent_bots_is_played_to_its_end() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    for seat in 1..=3 {
        bench.end(seat, "gone");
    }
    // The match pauses now and then, so that the host can stop it.
    let mut stretches = 0;
    while bench.deadline().is_some() {
        bench.tick();
        stretches += 1;
    }
    assert!(stretches > 1, "it is played in one go");
    let told = bench.tell();
    assert_eq!(told.iter().filter(|line| line.starts_with("fault")).count(), 3, "one fault a bot");
    assert!(told.last().unwrap().starts_with("over m reason "), "{:?}", told.last());
    bench.verifies();
}

#[test]
fn with_random_a_late_bot_that_then_ends_has_one_fault() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, clock: MOVE_500, ..Rules::default() });
    bench.lapse(500);
    bench.end(1, "the bot exited with status 3");
    let told = bench.tell();
    assert_eq!(told.iter().filter(|line| line.starts_with("fault")).count(), 1, "{told:?}");
    assert!(bench.dismissed(1));
}
