//! The facts gathered record by record are those of the whole log.

use uvi_cup::{LogFacts, RatedGame, SeatTimes};
use uvi_games::games::REGISTRY;
use uvi_match::record::{self, Log};

/// Logs with times, without them, with answers that were refused, and without a result.
const LOGS: [(&str, &str); 7] = [
    ("clocks", include_str!("../../../../tests/logs/v1/clocks.jsonl")),
    ("complete", include_str!("../../../../tests/logs/v1/complete.jsonl")),
    ("forfeit", include_str!("../../../../tests/logs/v1/forfeit.jsonl")),
    ("moves-to-go", include_str!("../../../../tests/logs/v1/moves-to-go.jsonl")),
    ("tries", include_str!("../../../../tests/logs/v1/tries.jsonl")),
    ("times-off", include_str!("../../../../tests/logs/v1/times-off.jsonl")),
    ("cut-off", include_str!("../../../../tests/logs/v1/cut-off.jsonl")),
];

/// The times of the standing actions and of refused answers, computed from the whole log.
fn times(log: &Log) -> Option<Vec<SeatTimes>> {
    let mut seats = vec![SeatTimes::default(); log.head.seats.len()];
    let actions = log.actions().filter_map(|action| Some((action.seat, action.ms?, 1)));
    let tries = log.tries().filter_map(|again| Some((again.seat, again.ms?, 0)));
    for (seat, ms, decisions) in actions.chain(tries) {
        let seat = &mut seats[seat as usize - 1];
        seat.decisions += decisions;
        seat.ms += ms;
        seat.longest = seat.longest.max(ms);
    }
    log.head.started.is_some().then_some(seats)
}

/// Checks that the times of a rated game are those of its whole log. `None` if the log has no result.
#[track_caller]
fn check(name: &str, text: &str) -> Option<Vec<SeatTimes>> {
    let log = record::read(REGISTRY, text.as_bytes()).unwrap();
    let game = RatedGame::of(&LogFacts::of(&log), 0)?;
    assert_eq!(game.times, times(&log), "{name}");
    game.times
}

#[test]
fn times_are_those_of_the_actions_that_stand() {
    let mut shorter = 0;
    for (name, text) in LOGS {
        let Some(whole) = check(name, text) else { continue };
        // The same game with a takeback before its end of all but the first action or event of chance.
        let (before, result) = text.trim_end().rsplit_once('\n').unwrap();
        let undone = format!("{before}\n{{\"type\":\"undo\",\"plies\":1,\"to\":1}}\n{result}\n");
        let standing = check(name, &undone).unwrap();
        let decisions = |times: &[SeatTimes]| times.iter().map(|seat| seat.decisions).sum::<u32>();
        assert!(decisions(&standing) <= 1, "{name}");
        shorter += u32::from(decisions(&standing) < decisions(&whole));
    }
    assert!(shorter > 3, "some logs have several actions with their times");
}
