//! The dialogue of a seat, told again from the log: in every variant, with answers, faults and takebacks at random.

use std::time::Duration;

use testkit::boards;
use uvi::OnFault;
use uvi_games::{
    game::{Seat, Seed, Stream},
    games::REGISTRY,
};
use uvi_match::{
    record::{self, Log},
    referee::{BotDeed, Cue, retell},
};

use super::bench::{Bench, Rules};

/// The number of events in a game, after which the host stops it.
const EVENTS: u32 = 60;

/// Something happens to a seat that is asked.
fn happens(bench: &mut Bench, draw: &mut impl FnMut(u32) -> u32, number: u32, legal: &[String], rules: Rules<'_>) {
    let action = |draw: &mut dyn FnMut(u32) -> u32| legal[draw(u32::try_from(legal.len()).unwrap()) as usize].clone();
    bench.wait(Duration::from_nanos(u64::from(draw(40_000_000)) + 1300));
    let alone = bench.all_to_act().len() == 1;
    match draw(24) {
        0 => bench.say(number, "bestmove zz9!"),
        1 => bench.say(number, "bestmove"),
        2 => {
            let (first, second) = (action(draw), action(draw));
            bench.say(number, &format!("bestmove {first} {second} {second}"));
        }
        3 => bench.say(number, &format!("bestmove {} zz9!", action(draw))),
        4 if rules.on_fault == OnFault::Random => {
            bench.lapse(100_000);
        }
        5 => bench.say(number, &"x".repeat(uvi::MAX_LINE + 1)),
        6 if draw(4) == 0 => bench.end(number, "the bot exited with status 3"),
        7 if draw(4) == 0 => bench.say(number, "resign"),
        8 if draw(4) == 0 => bench.closed(number),
        9 | 10 if alone && rules.takebacks => drop(bench.undo(draw(3) + 1)),
        _ => bench.say(number, &format!("bestmove {}", action(draw))),
    }
}

/// Plays a game in which things happen at random, with another seed if `RETELL_SEED` has one. Returns its bench and its
/// log.
fn game(rules: Rules<'_>, name: &str) -> (Bench, Log) {
    let seed: u8 = std::env::var("RETELL_SEED").map_or(7, |seed| seed.parse().unwrap());
    let mut stream = Stream::new(&Seed([seed; 16]), name);
    let mut draw = |below: u32| stream.below(below);
    let mut bench = Bench::start(rules);
    for _ in 0..EVENTS {
        if let Some(seat) = bench.owes_ready() {
            if draw(5) > 0 {
                bench.say(seat, "readyok");
            } else {
                bench.lapse(20_000);
            }
            continue;
        }
        let waiting = bench.all_to_act();
        if waiting.is_empty() {
            break;
        }
        let (number, legal) = &waiting[draw(u32::try_from(waiting.len()).unwrap()) as usize];
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        happens(&mut bench, &mut draw, *number, &legal, rules);
        if bench.deadline().is_some_and(|_| bench.all_to_act().is_empty()) {
            bench.tick();
        }
    }
    // A log does not tell that a bot was about to be asked when the host stopped the match.
    while let Some(seat) = bench.owes_ready() {
        bench.say(seat, "readyok");
    }
    drop(bench.stop());
    bench.verifies();
    let log = record::read(REGISTRY, bench.log().as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
    (bench, log)
}

/// The messages to the bot.
fn said<T>(cues: Vec<(T, Cue)>) -> Vec<String> {
    let message = |(_, cue)| if let Cue::Say(message) = cue { Some(message.to_string()) } else { None };
    cues.into_iter().filter_map(message).collect()
}

/// Compares what each seat heard with what the log tells, and counts the lines.
#[track_caller]
fn check(rules: Rules<'_>, name: &str) -> usize {
    let (mut bench, log) = game(rules, name);
    let mut lines = 0;
    for number in 1..=u32::from(rules.seats) {
        let told = retell(&log, Seat::new(number).unwrap(), log.seed().as_ref());
        let told = told.unwrap_or_else(|error| panic!("{name}: {error}\n{}", bench.log())).cues;
        let gone = matches!(told.last(), Some((_, Cue::Hear(BotDeed::Fault(..)))));
        let told = said(told);
        let mut heard = bench.heard(number);
        if gone && heard.last().is_some_and(|line| line.starts_with("error ")) {
            // A bot that has ended or does not read cannot be told.
            heard.pop();
        }
        let differs = told.iter().zip(&heard).position(|(told, heard)| told != heard);
        let at = differs.unwrap_or_else(|| told.len().min(heard.len()));
        assert!(
            told == heard,
            "{name}, seat {number}, line {at}: told {:#?}, heard {:#?}\n{}",
            &told[at.saturating_sub(3)..told.len().min(at + 2)],
            &heard[at.saturating_sub(3)..heard.len().min(at + 2)],
            bench.log()
        );
        lines += told.len();
    }
    lines
}

#[test]
fn a_seat_is_told_again_what_it_was_told() {
    for board in boards::all() {
        let variant = board.variant.word();
        let together = board.variant.word() == "cat-chess";
        for (number, on_fault) in (0..8).zip([OnFault::Forfeit, OnFault::Random].into_iter().cycle()) {
            // The log does not have the order of answers that seats give at the same time.
            let clocks = ["movetime 50000", "time 60000 inc 70 movestogo 4", "time 30000 movestogo 1 margin 5"];
            let clock = clocks[if together { 0 } else { number % 3 }];
            let rules = Rules {
                variant,
                seats: board.seats,
                clock,
                on_fault,
                retry: (number % 4 > 1).then_some(3),
                set: if number == 5 { &[("legal", "off")] } else { &[] },
                bot_options: if number == 6 { &[("seed", "7")] } else { &[] },
                tells_lots: number != 7,
                takebacks: number % 4 != 1,
                features: "legal history",
                ..Rules::default()
            };
            let lines = check(rules, &format!("{variant} {} {number}", board.seats));
            assert!(lines > 5 * usize::from(board.seats), "{variant}: {lines}");
        }
    }
}

#[test]
fn a_bot_that_failed_before_the_game_is_told_as_far_as_is_known() {
    for (lines, known) in [(0, 1), (3, 2), (4, 4)] {
        let rules = Rules { on_fault: OnFault::Random, ..Rules::default() };
        let mut bench = Bench::ungreeted(rules);
        for seat in [2, 3] {
            bench.greet(seat);
        }
        for line in ["id name bot", "option name seed type spin", "uviok", "readyok"].into_iter().take(lines) {
            bench.say(1, line);
        }
        bench.lapse(20_000);
        drop(bench.stop());
        let log = record::read(REGISTRY, bench.log().as_bytes()).unwrap();
        let told = retell(&log, Seat::ONE, log.seed().as_ref()).unwrap();
        assert!(!told.stays);
        let heard = bench.heard(1);
        let told = said(told.cues);
        assert_eq!(heard[..known], told[..known], "{lines}");
        assert_eq!(heard.last(), told.last(), "the fault");
    }
}
