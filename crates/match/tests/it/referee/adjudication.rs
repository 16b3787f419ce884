//! Adjudication ends a game before its rules do, and the log verifies.

use uvi_games::games::REGISTRY;
use uvi_match::record;

use super::{Bench, Rules};

/// Plays two seats of Katarenga under these rules. `score` is the score of a seat before its n-th answer, from 1. Both
/// play the first listed action. Returns the result and the number of decisions.
#[track_caller]
fn play(rules: &str, score: impl Fn(u32, u32) -> Option<i32>) -> (String, u32) {
    let mut bench =
        Bench::start(Rules { variant: "katarenga", seats: 2, adjudication: Some(rules), ..Rules::default() });
    let mut answers = [0, 0];
    while let Some((seat, legal)) = bench.to_act() {
        let answer = &mut answers[seat as usize - 1];
        *answer += 1;
        if let Some(score) = score(seat, *answer) {
            bench.say(seat, &format!("info depth 3 score {score}"));
        }
        bench.say(seat, &format!("bestmove {}", legal[0]));
        assert!(answers[0] < 100, "the game is not ended");
    }
    bench.verifies();
    (bench.result(), answers[0] + answers[1])
}

#[test]
fn a_seat_that_calls_itself_lost_often_enough_has_lost() {
    let lost = |loser: u32| move |seat: u32, _: u32| Some(if seat == loser { -900 } else { 20 });
    // Black chooses its baseline first, so seat 2 answers first.
    assert_eq!(play("resign 900 3", lost(2)), ("adjudication 1 0 seat 2".to_owned(), 5));
    assert_eq!(play("resign 900 3", lost(1)), ("adjudication 0 1 seat 1".to_owned(), 6));
}

#[test]
fn a_better_score_in_between_begins_the_count_anew() {
    let (result, decisions) =
        play("resign 900 2", |seat, answer| Some(if seat == 2 && answer != 2 { -900 } else { 0 }));
    assert_eq!((result.as_str(), decisions), ("adjudication 1 0 seat 2", 7));
}

#[test]
fn an_answer_without_a_score_counts_for_nothing() {
    let (result, decisions) = play("resign 900 2", |seat, answer| (seat == 2 && answer != 2).then_some(-901));
    assert_eq!((result.as_str(), decisions), ("adjudication 1 0 seat 2", 5));
}

#[test]
fn both_must_agree_where_the_rule_says_so() {
    let (result, decisions) =
        play("max-decisions 20 resign 900 2 both", |seat, _| Some(if seat == 2 { -900 } else { 20 }));
    assert_eq!((result.as_str(), decisions), ("adjudication 1/2 1/2", 20));
    let (result, decisions) =
        play("resign 900 2 both", |seat, answer| Some(if seat == 2 { -900 } else { 900 * i32::from(answer > 3) }));
    assert_eq!((result.as_str(), decisions), ("adjudication 1 0 seat 2", 10));
}

#[test]
fn where_both_call_themselves_lost_nobody_is() {
    let (result, _) = play("max-decisions 9 resign 1 1 both", |_, _| Some(-5));
    assert_eq!(result, "adjudication 1/2 1/2");
}

#[test]
fn a_game_in_which_nothing_happens_is_drawn() {
    let (result, decisions) = play("draw 0 4 5", |_, answer| Some(if answer == 1 { 6 } else { -5 }));
    assert_eq!((result.as_str(), decisions), ("adjudication 1/2 1/2", 10));
    assert_eq!(play("draw 16 4 5", |_, _| Some(0)).1, 16, "not before its number of decisions");
}

#[test]
fn a_game_of_more_seats_is_shared_at_its_length() {
    let mut bench = Bench::start(Rules { adjudication: Some("max-decisions 6"), ..Rules::default() });
    bench.say(3, "resign");
    while let Some((seat, legal)) = bench.to_act() {
        bench.say(seat, &format!("bestmove {}", legal[0]));
    }
    let result = bench.result();
    assert!(result.starts_with("adjudication 1/3 1/3 1/3"), "{result}");
    bench.verifies();
}

#[test]
fn a_cooperative_game_keeps_its_score_at_its_length() {
    let rules = Rules { variant: "catalonia", seats: 2, adjudication: Some("max-decisions 6"), ..Rules::default() };
    let mut bench = Bench::start(rules);
    while let Some((seat, legal)) = bench.to_act() {
        bench.say(seat, &format!("bestmove {}", legal[0]));
    }
    assert!(bench.result().starts_with("adjudication"), "{}", bench.result());
    bench.verifies();
}

#[test]
fn a_log_whose_scores_do_not_bear_the_result_does_not_verify() {
    let rules = Rules { variant: "katarenga", seats: 2, adjudication: Some("resign 900 2"), ..Rules::default() };
    let mut bench = Bench::start(rules);
    while let Some((seat, legal)) = bench.to_act() {
        bench.say(seat, if seat == 2 { "info score -950" } else { "info score 0" });
        bench.say(seat, &format!("bestmove {}", legal[0]));
    }
    let log = bench.log();
    assert!(record::verify(REGISTRY, log.as_bytes(), None).is_ok());
    for (from, to) in [("-950", "-850"), ("resign 900 2", "resign 900 3"), (r#""seat":2}"#, r#""seat":1}"#)] {
        let changed = log.replacen(from, to, 1);
        assert_ne!(changed, log);
        assert!(record::verify(REGISTRY, changed.as_bytes(), None).is_err(), "{from} became {to}");
    }
}

/// The quiet moves of White and of Black. No position comes three times in them.
const QUIET: [&str; 2] =
    ["g1f3 f3h4 b1c3 c3a4 a1b1 h1g1 b1a1 g1h1 h4f3 a4c3", "g8f6 f6h5 b8c6 c6a5 a8b8 h8g8 b8a8 g8h8 h5f6 a5c6"];

/// Plays chess from this move number under these rules. A word of `plies` is the score of a ply, `-` for none, after
/// its move and `=` unless the move is quiet. Returns the number of plies and the points, or `open`, and the log.
#[track_caller]
fn chess(rules: &str, number: u32, plies: &str) -> (String, String) {
    let position = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
    let rules =
        Rules { variant: "chess", seats: 2, adjudication: Some(rules), position: Some(&position), ..Rules::default() };
    let mut bench = Bench::start(rules);
    let mut quiet = QUIET.map(str::split_whitespace);
    for (ply, word) in (1..).zip(plies.split_whitespace()) {
        let (seat, _) = bench.to_act().expect("the game is not over");
        let (action, score) = word.split_once('=').unwrap_or_else(|| (quiet[seat as usize - 1].next().unwrap(), word));
        if score != "-" {
            bench.say(seat, &format!("info depth 3 score {score}"));
        }
        bench.say(seat, &format!("bestmove {action}"));
        if bench.to_act().is_none() {
            bench.verifies();
            return (bench.result().replace("adjudication", &ply.to_string()), bench.log());
        }
    }
    ("open".to_owned(), bench.log())
}

/// Checks the ends of the same plies in our own manner and in those of cutechess and fastchess. All were worked out by
/// hand, from the sources of both programs: `GameAdjudicator`, `DrawTracker`, `ResignTracker`.
#[track_caller]
fn ends(rules: &str, plies: &str, expected: [&str; 3]) {
    let found = ["", " like cutechess", " like fastchess"].map(|manner| chess(&format!("{rules}{manner}"), 1, plies).0);
    assert_eq!(found, expected, "{rules}: {plies}");
}

#[test]
fn each_manner_ends_a_game_where_its_program_does() {
    // A draw: scores of both sides in a row, which a capture or a pawn move begins again.
    ends("draw 6 3 10", "0 0 0 0 0 0", ["6 1/2 1/2"; 3]);
    ends("draw 6 3 10", "0 0 0 d7d6=0 0 0 0 0 0", ["6 1/2 1/2", "9 1/2 1/2", "9 1/2 1/2"]);
    ends("draw 4 2 10", "e2e3=99 0 b1c3=0 0 d1h5=0 0 0 0", ["5 1/2 1/2", "8 1/2 1/2", "8 1/2 1/2"]);
    ends("draw 2 2 10", "0 0 - 0 0 0 0", ["5 1/2 1/2", "7 1/2 1/2", "7 1/2 1/2"]);
    ends("draw 2 1 10", "29995 -29996 0 0", ["4 1/2 1/2"; 3]);
    ends("draw 0 1 10", "0 0 0 0", ["2 1/2 1/2", "open", "2 1/2 1/2"]);
    // A loss that one side sees.
    ends("resign 600 2", "-600 0 -600", ["3 0 1 seat 1"; 3]);
    ends("resign 600 2", "-600 0 - 0 -600 0 -600", ["5 0 1 seat 1", "7 0 1 seat 1", "7 0 1 seat 1"]);
    ends("resign 600 1", "29995 -29996", ["2 1 0 seat 2"; 3]);
    ends("resign 0 1", "0 -5", ["1 0 1 seat 1", "1 0 1 seat 1", "2 1 0 seat 2"]);
    ends("resign 5 1 draw 2 1 10", "0 -6", ["2 1 0 seat 2", "2 1/2 1/2", "2 1 0 seat 2"]);
    // A loss that both sides see.
    ends("resign 600 2 both", "-700 700 -700 700 -700", ["4 0 1 seat 1", "5 0 1 seat 1", "5 0 1 seat 1"]);
    ends("resign 600 2 both", "-700 - -700 700 -700 700 -700", ["6 0 1 seat 1", "7 0 1 seat 1", "7 0 1 seat 1"]);
    ends("resign 600 2 both", "700 700 700 -700 700 -700", ["6 1 0 seat 2", "6 1 0 seat 2", "4 1 0 seat 2"]);
    ends(
        "max-decisions 6 resign 600 1 both",
        "-900 -900 -900 -900 -900 -900",
        ["6 1/2 1/2", "6 1/2 1/2", "2 1 0 seat 2"],
    );
    // The length.
    ends("max-decisions 3", "0 0 - 0", ["3 1/2 1/2", "4 1/2 1/2", "3 1/2 1/2"]);
}

#[test]
fn only_fastchess_takes_the_number_of_the_move_from_the_position() {
    let ends = ["draw 8 3 10", "draw 8 3 10 like cutechess", "draw 8 3 10 like fastchess"]
        .map(|rules| chess(rules, 30, "11 0 0 0 0 0 0 0").0);
    assert_eq!(ends, ["8 1/2 1/2", "8 1/2 1/2", "7 1/2 1/2"]);
}

#[test]
fn scores_end_no_game_of_more_seats_in_any_manner() {
    for manner in ["", " like cutechess", " like fastchess"] {
        let rules = format!("max-decisions 6 resign 1 1 draw 1 1 9{manner}");
        let mut bench = Bench::start(Rules { adjudication: Some(&rules), ..Rules::default() });
        while let Some((seat, legal)) = bench.to_act() {
            bench.say(seat, "info score -5");
            bench.say(seat, &format!("bestmove {}", legal[0]));
        }
        assert!(bench.result().starts_with("adjudication 1/3 1/3 1/3"), "{manner}: {}", bench.result());
        bench.verifies();
    }
}

#[test]
fn a_log_of_another_manner_does_not_verify() {
    let (_, log) = chess("resign 600 2 both like fastchess", 1, "700 700 700 -700");
    for manner in [" like cutechess", ""] {
        let changed = log.replacen(" like fastchess", manner, 1);
        assert!(record::verify(REGISTRY, changed.as_bytes(), None).is_err(), "{manner}");
    }
}
