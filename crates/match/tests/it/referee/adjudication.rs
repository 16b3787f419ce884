//! Adjudication ends a game before its rules do, and the log verifies.

use uvi_games::games::REGISTRY;
use uvi_match::record::{self, Adjudication, AdjudicationError};

use super::{Bench, Rules};

#[test]
fn a_cooperative_game_keeps_its_score_at_its_length() {
    let rules = Rules { variant: "catalonia", seats: 2, adjudication: Some("max-decisions 6"), ..Rules::default() };
    let mut bench = Bench::start(rules);
    while bench.answer() {}
    assert!(bench.result().starts_with("adjudication"), "{}", bench.result());
    bench.verifies();
}

#[test]
fn a_log_whose_scores_do_not_bear_the_result_does_not_verify() {
    let rules = Rules { variant: "katarenga", seats: 2, adjudication: Some("resign 900 2"), ..Rules::default() };
    let mut bench = Bench::start(rules);
    while let Some((seat, _)) = bench.to_act() {
        bench.say(seat, if seat == 2 { "info score -950" } else { "info score 0" });
        bench.answer();
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
    ends("draw 8 2 10", "0 0 0 0 0 0 0 0", ["8 1/2 1/2"; 3]);
    ends("draw 6 3 10", "0 0 0 d7d6=0 0 0 0 0 0", ["6 1/2 1/2", "9 1/2 1/2", "9 1/2 1/2"]);
    ends("draw 4 2 10", "e2e3=99 0 b1c3=0 0 d1h5=0 0 0 0", ["5 1/2 1/2", "8 1/2 1/2", "8 1/2 1/2"]);
    ends("draw 2 2 10", "0 0 - 0 0 0 0", ["5 1/2 1/2", "7 1/2 1/2", "7 1/2 1/2"]);
    ends("draw 2 1 10", "29995 -29996 0 0", ["4 1/2 1/2"; 3]);
    ends("draw 0 1 10", "0 0 0 0", ["2 1/2 1/2", "open", "2 1/2 1/2"]);
    // A loss that one side sees.
    ends("resign 600 2", "-600 0 -600", ["3 0 1 seat 1"; 3]);
    ends("resign 600 2", "-600 0 - 0 -600 0 -600", ["5 0 1 seat 1", "7 0 1 seat 1", "7 0 1 seat 1"]);
    ends("resign 600 2", "-600 0 0 0 -600 0 -600", ["7 0 1 seat 1"; 3]);
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
        bench.say(3, "resign");
        while let Some((seat, _)) = bench.to_act() {
            bench.say(seat, "info score -5");
            bench.answer();
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

#[test]
fn every_rule_reads_back_and_nothing_else_is_one() {
    for text in [
        "max-decisions 400 resign 900 4 both draw 40 8 5.25",
        "resign 0.5 1",
        "draw 0 8 0",
        "max-decisions 0",
        "draw 80 8 10 like cutechess",
        "tables 7",
        "draw 80 8 10 tables 5 ignore50 wins like fastchess",
        "tables 3 draws",
    ] {
        assert_eq!(text.parse::<Adjudication>().map(|read| read.to_string()).as_deref(), Ok(text));
    }
    for text in "| |resign|resign 900|resign -1 4|resign nan 4|resign 900 0|draw 1 2 inf|draw 40 8 5 resign 900 4|\
                 max-decisions -1|max-decisions 4 max-decisions 4|resign 9 4  |tables|tables 1|tables 5 losses|\
                 tables 5 wins ignore50|tables 5 draw 1 2 3|like fastchess|resign 9 4 like|resign 9 4 like arena|\
                 like fastchess resign 9 4"
        .split('|')
    {
        assert_eq!(text.parse::<Adjudication>(), Err(AdjudicationError), "{text:?}");
    }
}
