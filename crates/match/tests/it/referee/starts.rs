//! The greeting of bots, and the failures before the game.

use uvi_match::record::Record;

use super::bench::{Bench, Rules};

/// A match of the toy, in which the bot of seat 2 has to greet.
fn half_greeted() -> Bench {
    let mut bench = Bench::ungreeted(Rules { variant: "toy", seats: 2, ..Rules::default() });
    bench.greet(1);
    bench
}

#[test]
fn bots_are_greeted_configured_seated_and_asked_in_order() {
    let mut bench = Bench::ungreeted(Rules { bot_options: &[("seed", "7")], ..Rules::default() });
    bench.said(1, &["uvi 1"]);
    bench.say(1, "id name A");
    bench.say(1, "option name seed type spin default 0");
    bench.say(1, "feature legal history");
    bench.say(1, "uviok");
    bench.said(1, &["setoption name seed value 7", "isready"]);
    bench.say(1, "readyok");
    bench.said(1, &["newgame variant orwell seats 3 seat 1 lots 7182e7f96bb0e393", "isready"]);
    bench.say(1, "readyok");
    bench.said(1, &[]);
    for seat in [2, 3] {
        bench.said(seat, &["uvi 1"]);
        for line in ["option name seed type string", "uviok", "readyok", "readyok"] {
            bench.say(seat, line);
        }
    }
    let asked = bench.heard(1);
    let verbs: Vec<_> = asked.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(verbs, ["position", "history", "legal", "go"]);
    assert!(asked[1].ends_with(" moves @21"), "{}", asked[1]);
    assert_eq!(asked[3], "go");
    bench.told(&[
        "ready m 1 name A",
        "ready m 2 name",
        "ready m 3 name",
        &format!("started m commitment {} position {}", bench.commitment(), bench.start_position()),
        "chance m @21",
    ]);
    bench.recorded(&["match", "chance"]);
}

/// The numbers are those of UVI 6 for the seed 2a.
#[test]
fn each_bot_is_told_its_own_number_for_its_lots_and_the_result_names_all() {
    let golden = ["7182e7f96bb0e393", "ed2a9fa410286902", "a2a08bcbed6ebc92"];
    for tells_lots in [true, false] {
        let mut bench = Bench::ungreeted(Rules { hosts: &[2], tells_lots, ..Rules::default() });
        for number in [1, 3] {
            bench.greet(number);
            let heard = bench.heard(number);
            let told = heard.iter().find(|line| line.starts_with("newgame")).unwrap();
            let lots = if tells_lots { format!(" lots {}", golden[number as usize - 1]) } else { String::new() };
            assert_eq!(*told, format!("newgame variant orwell seats 3 seat {number}{lots}"));
        }
        bench.stop().unwrap();
        let records = bench.records();
        let (Some(Record::Match(head)), Some(Record::Result(result))) = (records.first(), records.last()) else {
            panic!("{records:?}");
        };
        let named = result.lots.as_ref().map(|lots| lots.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!((head.lots, named), (tells_lots, tells_lots.then(|| golden.map(str::to_owned).to_vec())));
        // No record before the result has the lots numbers.
        let before: String = records[..records.len() - 1].iter().map(Record::to_line).collect();
        assert!(golden.iter().all(|lots| !before.contains(lots)), "{before}");
    }
}

#[test]
fn bots_that_fail_before_the_game_are_faults_after_the_head() {
    let mut bench = Bench::ungreeted(Rules::default());
    bench.not_started(2, "there is no file x");
    for seat in [1, 3] {
        bench.greet(seat);
    }
    bench.told_first(&["ready m 1 name bot", "ready m 3 name bot"]);
    bench.recorded(&["match", "fault", "vacated", "chance"]);

    let mut bench = half_greeted();
    bench.lapse(10_000);
    let told = bench.tell();
    assert!(told.iter().any(|line| line == "fault m 2 no-greeting expected uviok within 10000 ms of uvi, none came"));
    assert_eq!(told.last().unwrap(), "over m reason no-greeting score 1 0");
    assert_eq!(bench.last_heard(1), "gameover reason no-greeting score 1 0");
}

#[test]
fn a_bot_that_floods_before_the_game_is_told_of_that_span() {
    let mut bench = half_greeted();
    for _ in 0..10_001 {
        bench.say(2, "x");
    }
    let told = bench.tell();
    let expected =
        "fault m 2 flood expected at most 1048576 bytes and 10000 lines until it is ready for a game, found more";
    assert!(told.iter().any(|line| line.starts_with(expected)), "{told:?}");
}

#[test]
fn a_bot_that_misses_readyok_is_late_and_one_that_greets_wrongly_unreadable() {
    let mut bench = half_greeted();
    for line in ["hello", "uviok", "readyko"] {
        bench.say(2, line);
    }
    bench.lapse(10_000);
    bench.told_last("over m reason timeout score 1 0");
    let told = "error timeout: expected readyok within 10000 ms of isready, none came; the arbiter ignored: readyko \
                (column 1: unknown verb \"readyko\"; did you mean readyok?)";
    assert!(bench.heard(2).iter().any(|line| line == told));

    // It does not read.
    let mut bench = half_greeted();
    bench.say(2, "uviok");
    bench.blocked(2);
    bench.lapse(10_000);
    bench.told_last("over m reason deaf score 1 0");

    let mut bench = half_greeted();
    bench.say(2, "option name x type nonsense");
    bench.told_last("over m reason unreadable score 1 0");
}

#[test]
fn a_bot_of_another_variant_or_without_an_option_cannot_start() {
    let mut bench = Bench::ungreeted(Rules::default());
    bench.say(2, "variant chess go");
    bench.say(2, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 2 does not play orwell, only chess, go");
    bench.recorded(&[]);
    // The first reason stays.
    bench.cannot_be_started(1, "no memory");
    bench.say(1, "variant go");
    bench.say(1, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 2 does not play orwell, only chess, go");

    let mut bench = Bench::ungreeted(Rules { bot_options: &[("depth", "3")], ..Rules::default() });
    bench.say(1, "option name seed type spin");
    bench.say(1, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 1 has no option depth; it has seed");
}

#[test]
fn an_option_outside_its_range_cannot_start() {
    for (declared, expected) in [
        ("type spin default 0 min 0 max 9", "a number from 0 to 9"),
        ("type spin min 0", "a number from 0 to any"),
        ("type check default true", "true or false"),
        ("type combo default a var a var b", "a or b"),
    ] {
        let mut bench = Bench::ungreeted(Rules { bot_options: &[("seed", "-7")], ..Rules::default() });
        bench.say(1, &format!("option name seed {declared}"));
        bench.say(1, "uviok");
        let text = format!("option seed of the bot of seat 1: expected {expected}, found -7");
        assert_eq!(bench.cannot_start(), text, "{declared}");
    }
}
