//! With `onfault retry`, a bot is told why its answer was refused, and is asked again before the next refusal is a
//! fault.

use proptest::{collection::vec, prelude::*};
use testkit::boards::{self, Board};
use uvi::{InfoDetail, OnFault};
use uvi_games::games::REGISTRY;
use uvi_match::record::{self, InfoSummary, Record};

use super::{
    MOVE_500,
    bench::{Bench, Rules, refused},
    tampering::find,
};

const CLOCK: &str = "time 10000 inc 100";

fn orwell(retry: u32) -> Bench {
    Bench::start(Rules { retry: Some(retry), clock: CLOCK, ..Rules::default() })
}

/// Returns the recorded tries, one per line.
fn tries(bench: &Bench) -> Vec<String> {
    let shown = |record: &Record| match record {
        Record::Try(again) => {
            let (ms, clock) = (again.ms.unwrap_or_default(), again.clock.unwrap_or_default());
            Some(format!("{} {} {} left {} ms {ms} clock {clock}", again.seat, again.fault, again.line, again.left))
        }
        _ => None,
    };
    bench.records().iter().filter_map(shown).collect()
}

#[test]
fn a_refused_answer_is_explained_and_asked_for_again_on_the_same_clock() {
    let mut bench = orwell(2);
    let question = bench.heard(1);
    let position = question.iter().find(|line| line.starts_with("position ")).unwrap().clone();
    bench.pass(700);
    bench.say(1, "bestmove c3d5");
    let heard = bench.heard(1);
    let view = position.strip_prefix("position ").unwrap();
    assert!(heard[0].starts_with("error illegal: expected a legal action, found c3d5: "), "{heard:?}");
    assert!(heard[0].ends_with(&format!(", in position {view}")), "{heard:?}");
    assert_eq!(heard[1..], [position, "go time 9300 10000 10000 inc 100 100 100".to_owned()]);
    let told = bench.tell();
    assert!(
        told[0].starts_with("try m 1 illegal left 1 time 700 text expected a legal action, found c3d5"),
        "{told:?}"
    );
    assert_eq!(told.len(), 1, "{told:?}");
    for seat in [2, 3] {
        assert!(!bench.heard(seat).iter().any(|line| line.contains("c3d5")), "nobody else is told");
    }
    bench.pass(300);
    bench.say(1, "bestmove hello");
    assert!(bench.tell()[0].starts_with("try m 1 unreadable left 0 time 300 "));
    bench.pass(1000);
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 1000 text c3-d4"]);
    assert_eq!(bench.last_heard(1), "go time 8100 10000 10000 inc 100 100 100", "one increment for one decision");
    assert_eq!(
        tries(&bench),
        ["1 illegal bestmove c3d5 left 1 ms 700 clock 9300", "1 unreadable bestmove hello left 0 ms 300 clock 9000"]
    );
    bench.stop_and_verify();
}

#[test]
fn after_the_last_try_a_refused_answer_is_a_fault_as_without() {
    for (then, reason) in [(OnFault::Forfeit, "vacated m 1 reason unreadable"), (OnFault::Random, "played m 1 ")] {
        let rules = Rules { retry: Some(2), on_fault: then, clock: MOVE_500, ..Rules::default() };
        let mut bench = Bench::start(rules);
        bench.say(1, "bestmove a1a1");
        // The `bestmove` has no action.
        bench.say(1, "bestmove");
        bench.recorded_more(&["try", "try"]);
        bench.tell();
        bench.say(1, "bestmove hello");
        let told = bench.tell();
        assert!(told[0].starts_with("fault m 1 unreadable "), "{told:?}");
        assert!(told[1].starts_with(reason), "{told:?}");
        assert_eq!(bench.dismissed(1), then == OnFault::Forfeit);
        // Each seat has its own tries.
        if then == OnFault::Random {
            while bench.to_act().unwrap().0 == 1 {
                bench.answer();
            }
        }
        bench.tell();
        bench.say(2, "bestmove a1a1");
        assert!(bench.tell()[0].starts_with("try m 2 illegal left 1 "));
        bench.stop_and_verify();
    }
}

#[test]
fn only_answers_are_tried_again() {
    let mut bench = orwell(5);
    bench.lapse(10_000);
    assert!(bench.tell()[0].starts_with("fault m 1 timeout "));
    bench.end(2, "the bot exited with status 3");
    assert!(bench.tell()[0].starts_with("fault m 2 crash "));
    bench.verifies();
}

#[test]
fn a_hard_limit_is_one_for_all_tries_of_a_decision() {
    let mut bench = Bench::start(Rules { retry: Some(5), clock: MOVE_500, ..Rules::default() });
    bench.pass(200);
    bench.say(1, "bestmove a1a1");
    assert_eq!(bench.last_heard(1), "go movetime 300");
    bench.pass(200);
    bench.say(1, "bestmove a1a1");
    assert_eq!(bench.last_heard(1), "go movetime 100");
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_heard(1), "go movetime 500", "the next decision has its own");
    bench.pass(450);
    bench.say(1, "bestmove a1a1");
    bench.tell();
    bench.lapse(50);
    assert!(bench.tell()[0].starts_with("fault m 1 timeout expected an answer within 50 ms"));
}

#[test]
fn of_an_answer_of_several_actions_what_was_played_stands() {
    let mut bench = orwell(3);
    bench.pass(500);
    bench.say(1, "bestmove c3d4 c3d4");
    bench.recorded_more(&["action", "try"]);
    assert_eq!(tries(&bench), ["1 illegal bestmove c3d4 c3d4 left 2 ms 0 clock 9500"], "the action has the time");
    let told = bench.tell();
    assert_eq!(told[0], "played m 1 c3d4 time 500 text c3-d4");
    assert!(told[1].starts_with("try m 1 illegal left 2 time 0 "), "{told:?}");
    assert!(told[1].contains("; it is action 2 of the answer; "), "{told:?}");
    assert_eq!(
        bench.last_heard(1),
        "go time 9500 10000 10000 inc 100 100 100",
        "an answer that is refused earns nothing"
    );
    bench.pass(500);
    bench.say(1, "bestmove d3c4");
    bench.told_first(&["played m 1 d3c4 time 500 text Dd3-c4"]);
    assert!(bench.last_heard(2).starts_with("go time 9100 10000 10000 "), "{}", bench.last_heard(2));
    bench.stop_and_verify();
}

#[test]
fn where_time_is_added_after_so_many_answers_a_try_counts_as_none() {
    let clock = "time 10000 inc 100 movestogo 2";
    let mut bench = Bench::start(Rules { retry: Some(3), clock, ..Rules::default() });
    bench.pass(500);
    bench.say(1, "bestmove c3d4 c3d4");
    assert!(bench.last_heard(1).contains("movestogo 2"), "{}", bench.last_heard(1));
    bench.pass(500);
    bench.say(1, "bestmove d3c4");
    bench.pass(700);
    bench.say(bench.to_act().unwrap().0, "bestmove a1a1");
    bench.answer();
    bench.stop_and_verify();
    let log = bench.log();
    let (first, second) = (r#""ms":500.0,"clock":9500.0,"movestogo":2"#, r#""ms":500.0,"clock":9100.0,"movestogo":1"#);
    assert!(log.contains(first) && log.contains(second), "{log}");
    refused(&log.replace(second, r#""ms":500.0,"clock":9000.0,"movestogo":2"#), "movestogo: expected one answer less");
    refused(
        &log.replace(r#""ms":700.0,"clock":9300.0"#, r#""ms":600.0,"clock":9300.0"#),
        "clock: expected 9400, found 9300",
    );
}

#[test]
fn of_choices_made_at_the_same_time_nobody_else_hears_of_a_try_before_all_have_chosen() {
    let rules = Rules { variant: "toy", seats: 2, retry: Some(2), debug: true, ..Rules::default() };
    let mut bench = Bench::start(rules);
    for seat in [1, 2] {
        bench.heard(seat);
    }
    bench.say_together(2, &["info string I try nine", "bestmove c9"]);
    let heard = bench.heard(2);
    assert!(heard[0].starts_with("error "), "{heard:?}");
    assert_eq!(heard.last().map(String::as_str), Some("go"));
    bench.told(&[]);
    bench.recorded_more(&[]);
    assert_eq!(bench.heard(1), [""; 0]);
    bench.say(2, "bestmove c2");
    bench.say(1, "bestmove c8");
    bench.told(&[]);
    bench.recorded_more(&[]);
    bench.say(1, "bestmove c1");
    let told = bench.tell();
    let verbs: Vec<_> = told.iter().map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(verbs[..5], ["info m 2", "try m 1", "try m 2", "played m 1", "played m 2"], "in seat order");
    bench.say(1, "bestmove x");
}

#[test]
fn no_clock_tells_of_a_try_of_another_seat() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 2, retry: Some(1), clock: CLOCK, ..Rules::default() });
    bench.pass(300);
    bench.say(2, "bestmove c9");
    assert_eq!(bench.last_heard(2), "go time 10000 9700 inc 100 100");
    bench.pass(700);
    bench.say(1, "bestmove c9");
    assert_eq!(bench.last_heard(1), "go time 9000 10000 inc 100 100");
    bench.say(2, "bestmove c2");
    bench.say(1, "bestmove c1");
    let (seat, _) = bench.to_act().unwrap();
    assert_eq!(bench.last_heard(seat), "go time 9099 9100 inc 100 100", "all have decided");
}

/// A log of more than 128 MiB could not be read.
#[test]
fn a_log_keeps_a_part_of_the_info_of_bots_that_say_too_much() {
    let rules = Rules { retry: Some(9), info: InfoDetail::All, ..Rules::default() };
    let mut bench = Bench::start(rules);
    // Each byte is 7 in the log.
    let line = format!("info string {}", "\u{1b}".repeat(60_000));
    let lines: Vec<_> = (0..8).map(|_| line.as_str()).collect();
    for answer in ["bestmove a1a1", "bestmove c3d4"] {
        bench.say_together(1, &[&lines[..], &[answer]].concat());
    }
    bench.stop().unwrap();
    let length = bench.log().len();
    // The share of one of the three seats.
    assert!((5 << 20..6 << 20).contains(&length), "{length}");
    bench.verifies();
}

#[test]
fn tries_are_not_given_back_when_decisions_are() {
    let mut bench = Bench::start(Rules { retry: Some(2), takebacks: true, ..Rules::default() });
    bench.say(1, "bestmove a1a1");
    bench.say(1, "bestmove c3d4");
    bench.undo(1).unwrap();
    bench.tell();
    bench.say(1, "readyok");
    bench.say(1, "bestmove a1a1");
    assert!(bench.tell()[0].starts_with("try m 1 illegal left 0 "));
    bench.stop_and_verify();
    let log = record::read(REGISTRY, bench.log().as_bytes()).unwrap();
    assert_eq!(log.tries().count(), 2);
    // The same for a simultaneous choice that is withdrawn before all seats have chosen.
    let mut bench =
        Bench::start(Rules { variant: "toy", seats: 2, retry: Some(1), takebacks: true, ..Rules::default() });
    bench.say(1, "bestmove c1");
    bench.say(2, "bestmove c2");
    let (seat, _) = bench.to_act().unwrap();
    bench.say(seat, "bestmove none");
    bench.tell();
    bench.say(2, "bestmove c9");
    bench.undo(9).unwrap_err();
    bench.told(&[]);
    bench.undo(1).unwrap();
    let told = bench.tell();
    assert!(told[0].starts_with("try m 2 ") && told[1].starts_with("undone m 1 "), "{told:?}");
}

#[test]
fn an_end_that_comes_before_all_have_chosen_hides_no_try() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 2, retry: Some(1), hosts: &[1], ..Rules::default() });
    bench.say(2, "bestmove c9");
    bench.told(&[]);
    bench.resign(1).unwrap();
    bench.say(2, "bestmove c2");
    assert!(bench.tell()[0].starts_with("try m 2 "));
    let mut bench = Bench::start(Rules { variant: "toy", seats: 2, retry: Some(1), ..Rules::default() });
    bench.say(2, "bestmove c9");
    bench.stop().unwrap();
    assert!(bench.tell()[0].starts_with("try m 2 "));
}

#[test]
fn who_may_not_hear_what_is_legal_gets_no_list_and_no_hint() {
    for (set, hears) in
        [(&[][..], true), (&[("legal", "off")][..], false), (&[("legal", "off"), ("legal", "on")], true)]
    {
        let rules = Rules { set, retry: Some(9), clock: MOVE_500, features: "legal", ..Rules::default() };
        let mut bench = Bench::start(rules);
        let asked = bench.heard(1);
        assert_eq!(asked.iter().any(|line| line.starts_with("legal ")), hears, "{asked:?}");
        let legal = bench.to_act().unwrap().1;
        for line in ["bestmove c3d5", "bestmove c3d44", "bestmove", "bestmove c3d4 a1a1"] {
            bench.say(1, line);
            let heard = bench.heard(1);
            let error = heard.iter().find(|line| line.starts_with("error ")).unwrap();
            let without = error.replace(line.strip_prefix("bestmove ").unwrap_or(line), "");
            let text = without.split(", in position ").next().unwrap();
            let named = text.split([' ', ';', '?']).any(|word| legal.iter().any(|action| action.as_str() == word));
            assert_eq!(named || text.contains("legal actions: "), hears && line != "bestmove", "{error}");
            assert_eq!(text.contains("are legal"), named, "{error}");
        }
        let (set_in_head, log) = (r#""set":[["legal","off"]"#, bench.log());
        assert_eq!(log.contains(set_in_head), !set.is_empty(), "the head says it");
    }
}

/// Returns the records of a decision, of a seat that leaves and of the result, with what they keep of `info`.
fn infos(bench: &Bench) -> Vec<String> {
    let shown = |record: &Record| {
        let (kind, info) = match record {
            Record::Action(action) => ("action", &action.info),
            Record::Try(again) => ("try", &again.info),
            Record::Fault(fault) => ("fault", &fault.info),
            Record::Vacated(vacated) if vacated.reason == "resign" => ("resigned", &vacated.info),
            Record::Result(result) => ("result", &result.info),
            _ => return None,
        };
        Some(format!("{kind} {}", serde_json::to_string(info).unwrap()))
    };
    bench.records().iter().filter_map(shown).collect()
}

#[test]
fn tokens_are_kept_of_every_answer_and_of_faults() {
    let rules = Rules { retry: Some(1), info: InfoDetail::All, ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.say_together(1, &["info tokens 900 20 cost 0.5 score 3", "info tokens 1000 30", "bestmove a1a1"]);
    bench.say_together(1, &["info tokens 1100 31 nodes 4", "info cost -1", "bestmove c3d4 d3c4"]);
    bench.say_together(2, &["info tokens 7", "info string tokens 5 6", "bestmove a1a1"]);
    bench.say_together(2, &["info score 7 tokens 10 20", "bestmove a1a1"]);
    bench.say_together(3, &["info score 7", "bestmove a1a1"]);
    bench.say_together(3, &["info score 7", "bestmove a1a1"]);
    let expected = [
        r#"try {"score":3,"tokens":[1000,30],"cost":0.5}"#,
        r#"action {"nodes":4,"tokens":[1100,31]}"#,
        "action null",
        "try null",
        r#"fault {"tokens":[10,20]}"#,
        r#"try {"score":7}"#,
        "fault null",
        "result null",
    ];
    assert_eq!(infos(&bench), expected);
    let Some(Record::Try(first)) = bench.records().iter().find(|record| matches!(record, Record::Try(_))) else {
        panic!("a try stands in the log")
    };
    assert_eq!(first.infos, ["tokens 900 20 cost 0.5 score 3", "tokens 1000 30"]);
    bench.verifies();
}

#[test]
fn tokens_are_kept_of_those_who_resign() {
    let rules = Rules { retry: Some(1), info: InfoDetail::All, ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.say_together(1, &["info tokens 900 20 cost 0.5 score 3", "resign"]);
    // Tokens that were counted for an answer are not counted again.
    bench.say_together(2, &["info tokens 10 20", "bestmove a1a1"]);
    bench.say_together(2, &["info string tokens 5 6", "resign"]);
    let expected = [r#"resigned {"tokens":[900,20],"cost":0.5}"#, r#"try {"tokens":[10,20]}"#, "result null"];
    assert_eq!(infos(&bench), expected);
    bench.verifies();
    // With two seats, the result has the tokens of the resigning bot.
    let mut bench = Bench::start(Rules { variant: "chess", seats: 2, ..Rules::default() });
    bench.say_together(1, &["info tokens 7 8 cost 0.25 nodes 3", "resign"]);
    assert_eq!(
        (bench.result(), infos(&bench)),
        ("resign 0 1 seat 1".to_owned(), vec![r#"result {"tokens":[7,8],"cost":0.25}"#.to_owned()],)
    );
    bench.verifies();
}

#[test]
fn a_try_that_was_changed_deleted_doubled_or_invented_is_found_out() {
    let mut bench = orwell(3);
    bench.say(1, "bestmove a1a1");
    bench.say(1, "bestmove hello");
    bench.say(1, "bestmove c3d4 a1a1");
    bench.say(1, "bestmove d3c4");
    bench.stop_and_verify();
    let (lines, places) = find(&bench.log(), r#""type":"try""#);
    let [illegal, unreadable, second] = places[..] else { panic!("{lines:?}") };
    let with = |place: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[place].contains(from), "{}", lines[place]);
        lines[place] = lines[place].replacen(from, to, 1);
        lines.concat()
    };
    let without = |place: usize| {
        let mut lines = lines.clone();
        lines.remove(place);
        lines.concat()
    };
    let doubled = |place: usize, times: usize| {
        let mut lines = lines.clone();
        lines.splice(place..place, std::iter::repeat_n(lines[place].clone(), times).collect::<Vec<_>>());
        lines.concat()
    };
    refused(&without(illegal), "left: expected 2, found 1");
    refused(&doubled(illegal, 1), "left: expected 1, found 2");
    let moved = with(second, r#""seat":1"#, r#""seat":2"#);
    refused(&moved, "expected a try of a seat that is to decide, found a try record");
    let column = "line: expected one with an action at its column";
    for (place, from, to, expected) in [
        (0, r#""retry":3"#, r#""retry":2"#, "left: expected 1, found 2"),
        (0, r#""retry":3,"#, "", "expected at most 0 tries of seat 1 in the game, found one more"),
        (0, r#""player":"bot""#, r#""player":"host""#, "seat: expected one with a bot, found 1"),
        (illegal, r#""left":2"#, r#""left":1"#, "left: expected 2, found 1"),
        (illegal, r#":"illegal""#, r#":"unreadable""#, "fault: expected illegal, found unreadable"),
        (illegal, r#":"illegal""#, r#":"crash""#, "fault: expected illegal or unreadable, found crash"),
        (unreadable, r#":"unreadable""#, r#":"illegal""#, "fault: expected unreadable"),
        (illegal, "bestmove a1a1", "bestmove c3d4", "line: expected an action that is refused, found bestmove c3d4"),
        (illegal, "bestmove a1a1", "readyok", "line: expected an answer that is refused, found readyok"),
        (illegal, r#""position":""#, r#""position":"1"#, "position: expected "),
        (illegal, r#""column":10"#, r#""column":11"#, column),
        (second, r#""column":15"#, r#""column":16"#, column),
    ] {
        refused(&with(place, from, to), expected);
    }
    // A further try at the end of the game, of a seat that could still try.
    let mut lines = lines.clone();
    let last = lines.len() - 1;
    let invented = lines[second].replace(r#""left":0"#, r#""left":2"#).replace(r#""seat":1"#, r#""seat":3"#);
    lines.insert(last, invented);
    refused(&lines.concat(), "expected a try of a seat that is to decide");
}

#[test]
fn a_fault_before_the_last_try_is_found_out() {
    for then in [OnFault::Random, OnFault::Forfeit] {
        let mut bench = Bench::start(Rules { retry: Some(3), on_fault: then, clock: CLOCK, ..Rules::default() });
        for line in ["bestmove a1a1", "bestmove hello", "bestmove", "bestmove c3d5"] {
            bench.say(1, line);
        }
        bench.stop_and_verify();
        let (mut lines, places) = find(&bench.log(), r#""type":"try""#);
        for (left, place) in (1..).zip(places.into_iter().rev()) {
            lines.remove(place);
            let error = format!("fault: expected a try, of which the seat still has {left}, found illegal");
            refused(&lines.concat(), &error);
        }
    }
}

#[test]
fn a_log_that_was_cut_off_goes_on_with_the_tries_that_are_left() {
    let mut bench = orwell(3);
    bench.pass(400);
    bench.say(1, "bestmove a1a1");
    bench.say(1, "bestmove hello");
    let log = record::read(REGISTRY, bench.log().as_bytes()).unwrap();
    let left = log.clock(uvi_games::game::Seat::ONE).unwrap().left();
    assert_eq!(left.as_micros(), 9_599_999, "the time that each try took is gone");
    let seed = "2a".parse().unwrap();
    let course = record::Walk::new(&log, Some(&seed)).unwrap().to_end().unwrap();
    let left = uvi_games::game::Seat::all(3).map(|seat| course.tries_left(seat)).collect::<Vec<_>>();
    assert_eq!(left, [1, 3, 3]);
}

fn info_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "(score|mate|nodes|depth|string|pv|time|tokens|cost)",
        "-?[0-9]{1,4}(\\.[0-9])?",
        "[ \\t\u{7}\u{2028}]{1,2}",
        "[!-~]{1,6}",
        Just("x".repeat(6000)),
    ];
    vec(word, 0..9).prop_map(|words| words.join(" "))
}

/// Returns the course of a bench's game: decisions, chance events, faults, and the result without its hash.
fn game(bench: &Bench) -> Vec<String> {
    let kept = |record: &Record| match record.clone() {
        Record::Try(_) | Record::Match(_) => None,
        Record::Result(mut result) => {
            result.sha256 = None;
            Some(Record::Result(result).to_line())
        }
        record => Some(record.without_times().to_line()),
    };
    bench.records().iter().filter_map(kept).collect()
}

/// Plays a game in which the picks choose the answers. A seat may first send a refused answer, while it has tries left.
fn play(rules: Rules<'_>, picks: &[u16], slips: &[u8]) -> Bench {
    let most = rules.retry.unwrap_or_default() as usize;
    let mut tried = vec![0; usize::from(rules.seats) + 1];
    let mut bench = Bench::start(rules);
    let (mut picks, mut slips) = (picks.iter().copied(), slips.iter().copied());
    loop {
        let asked = bench.all_to_act();
        if asked.is_empty() {
            return bench;
        }
        let alone = asked.len() == 1;
        for (seat, legal) in asked {
            let Some(pick) = picks.next() else {
                bench.stop().unwrap();
                return bench;
            };
            let action = legal[usize::from(pick) % legal.len()].as_str();
            let slip = slips.next().unwrap_or_default();
            let tried = &mut tried[seat as usize];
            for slip in [slip & 3, slip >> 2 & 3, slip >> 4 & 3] {
                let line = ["", "bestmove", "bestmove zz9zz", "resign now"][usize::from(slip)];
                if *tried < most && !line.is_empty() {
                    bench.say(seat, line);
                    *tried += 1;
                }
            }
            // If the seat decides again, the second action is refused.
            let more = if slip >= 64 && alone && *tried < most { " zz9zz" } else { "" };
            let before = tries(&bench).len();
            bench.say(seat, &format!("bestmove {action}{more}"));
            if alone {
                *tried += tries(&bench).len() - before;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Lines are parsed only when their figures are wanted, the last one first.
    #[test]
    fn the_last_figures_are_those_of_all_lines(lines in vec(info_line(), 1..12)) {
        let mut bench = Bench::start(Rules { info: InfoDetail::All, ..Rules::default() });
        let mut all = InfoSummary::default();
        for line in &lines {
            bench.say(1, &format!("info {line}"));
        }
        bench.say(1, "bestmove c3d4");
        let action = bench.records().iter().find_map(Record::action).expect("an action");
        for info in &action.infos {
            all.hear(info);
        }
        prop_assert_eq!(action.info.clone().unwrap_or_default(), all);
    }

    /// A bot that errs no more often than it may try again ends the same game as a bot that never errs.
    #[test]
    fn tries_change_no_game(
        variant in 0..boards::all().len(),
        retry in 1..4u32,
        picks in vec(any::<u16>(), 0..120),
        slips in vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 120),
    ) {
        let Board { variant, seats } = boards::all()[variant];
        let rules = Rules { variant: variant.word(), seats, retry: Some(retry), ..Rules::default() };
        let (plain, erring) = (play(rules, &picks, &[]), play(rules, &picks, &slips));
        prop_assert_eq!(game(&plain), game(&erring));
        prop_assert_eq!(plain.position(), erring.position());
        for bench in [&plain, &erring] {
            bench.verifies();
        }
        prop_assert!(!erring.log().contains("\"type\":\"fault\""));
    }
}
