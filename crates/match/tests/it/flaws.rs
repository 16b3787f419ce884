//! The mistakes in what a bot says of its play, as values.

#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use uvi_games::{
    game::{OptionValues, Seat, Turn},
    games::REGISTRY,
};
use uvi_match::record::flaws;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
/// White allows a fool's mate by g2g4.
const FOOL: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2 -";
/// Black mates by d8h4.
const MATED: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -";
/// Two moves before fifty quiet ones, and one before a stalemate.
const QUIET: &str = "7k/8/5K2/8/8/8/8/6Q1 w - - 98 90 -";

/// Checks the flaws of a bot that says these lines and gives this answer.
#[track_caller]
fn check(position: &str, infos: &str, answer: &str, expected: &str) {
    let chess = REGISTRY.find("chess").unwrap();
    let table = chess.read(&OptionValues::defaults(chess.options()), 2, position).unwrap();
    let Turn::Seats(seats) = table.turn() else { panic!("{position} is over") };
    let infos: Vec<String> = infos.split(" / ").filter(|info| !info.is_empty()).map(str::to_owned).collect();
    let found = flaws(&*table, seats.single().unwrap(), &infos, Some(answer));
    let shown = found.iter().map(|flaw| {
        let word = serde_json::to_value(flaw.flaw).unwrap().as_str().unwrap().to_owned();
        [Some(word), flaw.action.clone(), flaw.reason.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    assert_eq!(shown.collect::<Vec<_>>().join(", "), expected, "{infos:?}");
}

#[test]
fn a_line_is_legal_and_ends_with_the_game() {
    check(START, "score 1 pv e2e4 e7e5 g1f3", "e2e4", "");
    check(START, "score 1 pv e2e4 e7e4 nodes 5", "e2e4", "illegal-line e7e4");
    check(START, "score 1 pv e2e4 O-O", "e2e4", "illegal-line O-O");
    check(START, "score 1 pv e2e5 / pv e2e4 e7e4 / score 2 pv e2e4", "e2e4", "illegal-line e2e5");
    check(MATED, "score 5 pv d8h4 a2a3", "d8h4", "beyond-end a2a3 checkmate");
    check(QUIET, "score 5 pv g1g2 h8h7 g2g3 h7h8", "g1g2", "beyond-end g2g3 fifty-moves");
    check(QUIET, "score 5 pv g1g6 h8h7", "g1g6", "beyond-end h8h7 stalemate");
    check(START, "string pv e2e5", "e2e4", "no-score");
}

#[test]
fn an_answer_begins_the_last_line() {
    check(START, "score 1 pv d2d4 / score 1 pv e2e4", "e2e4", "");
    check(START, "score 1 pv e2e4", "d2d4", "other-answer d2d4");
    check(START, "score 1 pv e2e4 / string done / nodes 5", "d2d4", "other-answer d2d4");
    // A bound may be of another action, and so may a line that is not the best one. Both are legal.
    check(START, "score 1 pv e2e4 / bound", "d2d4", "");
    check(START, "score 1 pv e2e4 / bound pv d2d4 d7d4", "d2d4", "illegal-line d7d4");
    check(START, "score 1 multipv 1 pv e2e4 / multipv 2 pv d2d5", "e2e4", "illegal-line d2d5");
}

#[test]
fn a_line_shows_the_mate_of_its_score() {
    check(MATED, "score 29999 mate 1 pv d8h4", "d8h4", "");
    check(MATED, "score 29998 mate 2 pv d8h4", "d8h4", "short-mate");
    check(MATED, "score 29999 mate 1 pv b8c6 b1c3 d8h4", "b8c6", "long-mate");
    check(MATED, "score 29999 mate 1 pv d8g5", "d8g5", "no-mate");
    check(MATED, "score 29999 mate 1", "d8g5", "");
    check(FOOL, "score -29999 mate -1 pv g2g4 d8h4", "g2g4", "");
    check(FOOL, "score -29999 mate -1 pv g2g4", "g2g4", "short-mate");
    check(FOOL, "score -29999 mate -1 pv g2g4 d8g5", "g2g4", "no-mate");
    // The wrong side would be mated.
    check(FOOL, "score 29998 mate 2 pv g2g4 d8h4", "g2g4", "short-mate");
    // A later score of the same line is no mate.
    check(MATED, "score 29999 mate 1 score 5 pv b8c6", "b8c6", "");
}

#[test]
fn a_score_comes_before_the_answer() {
    check(START, "depth 3 pv e2e4", "e2e4", "no-score");
    check(START, "depth 3 pv e2e5", "e2e4", "illegal-line e2e5, other-answer e2e4, no-score");
    check(START, "", "e2e4", "");
    // A bound is one too.
    check(START, "bound", "e2e4", "");
    let chess = REGISTRY.find("chess").unwrap();
    let table = chess.read(&OptionValues::defaults(chess.options()), 2, START).unwrap();
    assert_eq!(flaws(&*table, Seat::ONE, &["depth 3".to_owned()], None), [], "a seat that resigns owes no score");
}
