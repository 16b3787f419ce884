//! Simultaneous resignations that end the game: only the result names the seats and the tokens of their bots.

use serde_json::Value;
use testkit::cats::{hills, scene};
use uvi::OnFault;
use uvi_games::games::REGISTRY;
use uvi_match::record::{self, Record};

use super::bench::{Bench, Rules, refused};

/// 2a has challenged 1a, and both seats choose at the same time. Seat 2 has this second cat.
pub(super) fn challenge(cat: &str, seats: u8, rules: Rules<'_>) -> Bench {
    let third = if seats == 3 { " / tigger:3:- lucky:3:- kiryuu:3:-" } else { "" };
    let cats = format!("kero:3:f11.3 lina:3:- misto:3:- / sham:3:e11.0 {cat} vision:3:-{third}");
    let rest = format!("2 turn 2 ... 7 {} -", "0".repeat(seats.into()));
    let position = scene(&hills(""), &cats, "1a11S 1a22P 2a11P 2a23P", &rest);
    let mut bench = Bench::start(Rules { variant: "cat-chess", seats, position: Some(&position), ..rules });
    bench.say_together(2, &["info tokens 1 2", "bestmove a!1a"]);
    bench
}

/// The challenge with the other cats out of play.
fn alone(seats: u8, on_fault: OnFault) -> Bench {
    challenge("ispex:3:-", seats, Rules { on_fault, ..Rules::default() })
}

/// The other cat of the challenger acts in the same turn, so its seat decides at once again. Its answer in the challenge
/// has no record.
#[test]
fn a_log_goes_on_after_a_challenge_that_a_seat_voids_by_leaving() {
    for last in ["bestmove nonsense", "resign"] {
        let mut bench = challenge("ispex:3:k17.0", 3, Rules::default());
        bench.say(2, "bestmove spit");
        bench.say(1, last);
        let (seat, _) = bench.to_act().expect("the game goes on");
        assert_eq!(seat, 2, "{}", bench.log());
        bench.answer();
        assert!(bench.log().contains("\"vacated\""), "{}", bench.log());
        bench.stop_and_verify();
    }
}

/// Returns the facts of the result record.
fn ended(bench: &Bench) -> String {
    let Some(Record::Result(result)) = bench.records().last() else { panic!("the game is over") };
    assert_eq!(result.info, None);
    format!("{}: {}", bench.result(), serde_json::to_string(&result.resigned).unwrap())
}

/// Returns the seats with token counts, in the order of the log.
fn counted(bench: &Bench) -> Vec<(u32, u64)> {
    let told = |of: &Value| Some((u32::try_from(of["seat"].as_u64()?).unwrap(), of["info"]["tokens"][0].as_u64()?));
    let records: Vec<Value> = bench.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let together = |record: &Value| record["resigned"].as_array().cloned().unwrap_or_default();
    records
        .iter()
        .flat_map(|record| [record.clone()].into_iter().chain(together(record)))
        .filter_map(|of| told(&of))
        .collect()
}

#[test]
fn the_result_has_what_each_bot_counted() {
    let mut bench = alone(2, OnFault::Forfeit);
    bench.say_together(2, &["info tokens 10 20 nodes 5", "resign"]);
    bench.say_together(1, &["info tokens 7 8 cost 0.25", "resign"]);
    let resigned = r#"[{"seat":1,"info":{"tokens":[7,8],"cost":0.25}},{"seat":2,"info":{"tokens":[10,20]}}]"#;
    assert_eq!(ended(&bench), format!("resign 0 0: {resigned}"));
    assert_eq!(counted(&bench), [(2, 1), (1, 7), (2, 10)]);
    bench.verifies();
    // Each forgery, with the error.
    let [one, two] = [r#"{"seat":1,"info":{"tokens":[7,8],"cost":0.25}}"#, r#"{"seat":2,"info":{"tokens":[10,20]}}"#];
    for (forged, expected) in [
        (format!("[{one}]"), "score: expected 0 1, found 0 0"),
        (format!("[{two},{one}]"), "resigned: expected 1 2, found 2 1"),
        (format!("[{one},{two},{two}]"), "resigned: expected 1 2, found 1 2 2"),
        (r#"[{"seat":3}]"#.to_owned(), "seat: expected 1 to 2, found 3"),
        ("[]".to_owned(), "expected a decision of a seat that is to act, found a result record"),
    ] {
        refused(&bench.log().replace(resigned, &forged), expected);
    }
}

#[test]
fn a_fault_at_the_same_time_has_a_record_and_the_resignation_stands_in_the_result() {
    for (fault, resigns) in [(1, 2), (2, 1)] {
        let mut bench = alone(2, OnFault::Forfeit);
        bench.say_together(resigns, &["info tokens 10 20", "resign"]);
        bench.say_together(fault, &["info tokens 7 8", "bestmove hello hello"]);
        let reason = if fault == 1 { "unreadable" } else { "resign" };
        let told = format!(r#"{reason} 0 0: [{{"seat":{resigns},"info":{{"tokens":[10,20]}}}}]"#);
        assert_eq!(ended(&bench), told);
        assert_eq!(counted(&bench), [(2, 1), (fault, 7), (resigns, 10)]);
        bench.verifies();
    }
}

#[test]
fn a_resignation_that_is_recorded_elsewhere_is_not_told_twice() {
    let mut bench = alone(2, OnFault::Forfeit);
    bench.say(1, "resign");
    bench.say(2, "bestmove stalk");
    assert_eq!(ended(&bench), "resign 0 1 seat 1: []");
    assert!(!bench.log().contains("resigned"));
    bench.verifies();
}

#[test]
fn a_fault_at_the_same_time_that_is_played_at_random_verifies_too() {
    for (fault, resigns) in [(1, 2), (2, 1)] {
        for seats in [2, 3] {
            let mut bench = alone(seats, OnFault::Random);
            bench.say_together(resigns, &["info tokens 10 20", "resign"]);
            bench.say_together(fault, &["info tokens 7 8", "bestmove hello hello"]);
            assert_eq!(counted(&bench), [(2, 1), (fault, 7), (resigns, 10)], "{}", bench.log());
            let is_over = matches!(bench.records().last(), Some(Record::Result(_)));
            assert_eq!(is_over, seats == 2, "two are left of three");
            let verified = record::verify(REGISTRY, bench.log().as_bytes(), None).unwrap();
            assert_eq!(verified.result.is_some(), is_over);
        }
    }
}

/// 3a challenges 1a. Whatever both do, and whoever decides after them, the log tells what was at once and what came later.
#[test]
fn a_log_verifies_whoever_leaves_in_a_challenge_and_after_it() {
    let deeds = ["bestmove spit", "resign", "bestmove nonsense"];
    let fourth = " / hotohori:3:- speed:3:- tugger:3:-";
    let cats =
        "kero:3:f11.3 lina:3:- misto:3:- / sham:3:- ispex:3:- vision:3:- / tigger:3:e11.0 lucky:3:k17.0 kiryuu:3:-";
    let mut two_faults = 0;
    for (seats, more, on_fault) in [
        (3, "", OnFault::Forfeit),
        (3, "", OnFault::Random),
        (4, fourth, OnFault::Forfeit),
        (4, fourth, OnFault::Random),
    ] {
        let rest = format!("3 turn 3 ... 7 {} -", "0".repeat(seats.into()));
        let position = scene(&hills(""), &format!("{cats}{more}"), "1a11S 1a22P 3a11P 3a23P", &rest);
        for choice in 0..deeds.len().pow(4) {
            let deed = |place: u32| deeds[choice / deeds.len().pow(place) % deeds.len()];
            let rules = Rules { variant: "cat-chess", seats, position: Some(&position), on_fault, ..Rules::default() };
            let mut bench = Bench::start(rules);
            bench.say(3, "bestmove a!1a");
            bench.say(3, deed(0));
            bench.say(1, deed(1));
            for place in 2..4 {
                match (bench.to_act(), deed(place)) {
                    (Some(_), "bestmove spit") => _ = bench.answer(),
                    (Some((seat, _)), deed) => bench.say(seat, deed),
                    (None, _) => {}
                }
            }
            two_faults += u32::from(bench.log().matches("\"fault\"").count() > 1);
            if bench.to_act().is_some() {
                bench.stop().unwrap();
            }
            bench.verifies();
        }
    }
    assert!(two_faults > 40, "{two_faults}");
}
