//! The effects of each option.

use testkit::typed::{after, describe, legal, over, set, start, why};
use uvi_games::{game::sense::Sense as _, games::french_revolution::FrenchRevolution};

const OFF: &[(&str, &str)] = &[("promotion", "off")];
const OPPONENT: &[(&str, &str)] = &[("pawns", "opponent")];
const TEN: &[(&str, &str)] = &[("ranks", "10")];

#[test]
fn a_start_is_even() {
    for options in [&[], TEN] {
        assert_eq!(start::<FrenchRevolution>(options, "1").judge().unwrap()[..2], [0.5, 0.5], "{options:?}");
    }
}

#[test]
fn without_promotion_a_pawn_stays_on_the_last_rank() {
    let game = set::<FrenchRevolution>(OFF, "r3k3/1P6/8/8/8/7p/8/4K3 w - pawn 9");
    assert_eq!(legal(&game), ["b7a8", "b7b8"]);
    assert_eq!(why(&game, "b7b8q"), "the pawn does not promote on b8");
    assert_eq!(describe(&game, "b7a8"), "bxa8");
    // The pawn cannot move, attacks nothing, blocks lines and can be captured.
    let there = set::<FrenchRevolution>(OFF, "rP2k3/8/8/P7/7p/8/8/4K3 b - piece 9");
    assert!(legal(&there).contains(&"a8b8".to_owned()));
    assert!(!legal(&there).contains(&"a8c8".to_owned()));
    let stuck = set::<FrenchRevolution>(OFF, "1P2k3/8/8/P7/7p/8/8/4K3 w - pawn 9");
    assert_eq!(legal(&stuck), ["a5a6"]);
    let beside = set::<FrenchRevolution>(OFF, "1P6/2k5/8/P7/7p/8/8/4K3 b - piece 9");
    assert!(legal(&beside).contains(&"c7c8".to_owned()));
}

#[test]
fn the_opponents_pawns_step_and_never_capture() {
    let game = start::<FrenchRevolution>(OPPONENT, "0");
    assert_eq!(legal(&game).join(" "), "a4a3 b4b3 c4c3 d4d3 e4e3 f4f3 g4g3 h4h3");
    assert_eq!(describe(&game, "a4a3"), "a3");
    let game = set::<FrenchRevolution>(OPPONENT, "4k3/8/8/P6p/1R5P/8/p7/4K3 w - pawn 9");
    assert_eq!(legal(&game), ["a2a1b", "a2a1n"], "a new queen or rook would check White");
    assert_eq!(why(&game, "a2a1q"), "your king would be in check after a2a1");
    assert_eq!(why(&game, "a5a6"), "this part moves a pawn of your opponent, and a5 has none");
    // The new man belongs to the owner of the pawn.
    assert!(after(&game, "a2a1n").to_string().starts_with("4k3/8/8/P6p/1R5P/8/8/n3K3 b "));
}

#[test]
fn the_opponents_pawns_still_attack() {
    // The pawn on d3 guards e2, and gives check from d2.
    let game = set::<FrenchRevolution>(OPPONENT, "4k3/8/8/8/8/3p3p/8/4K3 w - piece 9");
    assert_eq!(why(&game, "e1e2"), "your king would be in check after e1e2");
    let step = after(&game, "e1f1");
    assert!(legal(&step).contains(&"d3d2".to_owned()));
    let check = set::<FrenchRevolution>(OPPONENT, "4k3/8/8/8/8/3p3p/8/4K3 w - pawn 9");
    assert_eq!(why(&check, "d3d2"), "your king would be in check after d3d2");
    // The part may put the opponent in check: here his own pawn opens a line.
    let line = set::<FrenchRevolution>(OPPONENT, "8/8/8/8/R2p3k/8/8/4K3 w - pawn 9");
    assert_eq!(describe(&line, "d4d3"), "d3+");
}

#[test]
fn on_ten_ranks() {
    let game = start::<FrenchRevolution>(TEN, "0");
    assert_eq!(legal(&game).join(" "), "a6a7 b6b7 c6c7 d6d7 e6e7 f6f7 g6g7 h6h7");
    let castling = set::<FrenchRevolution>(TEN, "r3k2r/8/8/8/P7/p7/8/8/8/R3K2R b KQkq piece 3");
    for (text, people) in [("e10g10", "O-O"), ("e10c10", "O-O-O")] {
        assert!(legal(&castling).contains(&text.to_owned()));
        assert_eq!(describe(&castling, text), people);
    }
    assert!(after(&castling, "e10g10").to_string().starts_with("r4rk1/8/"));
    let promoting = set::<FrenchRevolution>(TEN, "4k3/P7/8/8/8/8/8/8/7p/4K3 w - pawn 9");
    assert_eq!(legal(&promoting), ["a9a10b", "a9a10n", "a9a10q", "a9a10r"]);
    // Pawns on ranks 5 and 6 may not be captured.
    let pawns = set::<FrenchRevolution>(TEN, "4k3/8/8/8/p6P/1p6/8/8/1R6/RK6 w - piece 9");
    assert!(why(&pawns, "b2b5").contains("middle rank") && why(&pawns, "a1a6").contains("middle rank"));
    let other = set::<FrenchRevolution>(TEN, "4k3/8/8/p6P/8/8/1p6/8/1R6/RK6 w - piece 9");
    assert!(legal(&other).contains(&"b2b4".to_owned()) && legal(&other).contains(&"a1a7".to_owned()));
}

#[test]
fn stalemate_may_be_a_weak_loss() {
    let text = "7k/8/8/8/p7/P7/8/4K3 w - piece 3";
    assert_eq!(over(&set::<FrenchRevolution>(&[], text)), "stalemate 1/2 1/2");
    assert_eq!(over(&set::<FrenchRevolution>(&[("stalemate", "weakloss")], text)), "stalemate 1/3 2/3");
    let black = text.replace(" w ", " b ");
    assert_eq!(over(&set::<FrenchRevolution>(&[("stalemate", "weakloss")], &black)), "stalemate 2/3 1/3");
}
