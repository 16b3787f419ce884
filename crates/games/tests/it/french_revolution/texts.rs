//! Actions, positions, notation and drawings as text.

use testkit::typed::{describe, no_actions, refused, set, unreadable};
use uvi_games::{
    game::{Game, Style},
    games::french_revolution::FrenchRevolution,
};

#[test]
fn words_that_are_no_action() {
    no_actions::<FrenchRevolution>("|e2|e2e11|e2e4k|e2e4Q|O-O|e2-e4|i1a1|a01a2");
}

#[test]
fn men_are_told_apart_among_the_legal_actions() {
    // A rook whose move would leave no pawn part does not count.
    let game = set::<FrenchRevolution>(&[], "1n1R3R/8/4kB2/3qP3/8/4p3/4K1pR/rr4r1 b - piece 19");
    assert_eq!(describe(&game, "g1c1"), "Rc1");
    let rooks = set::<FrenchRevolution>(&[], "4k3/8/8/P7/R6R/8/8/R3K3 w - piece 3");
    assert_eq!(describe(&rooks, "a4d4"), "Rad4");
    assert_eq!(describe(&rooks, "a4a2"), "R4a2");
    assert_eq!(describe(&rooks, "h4h1"), "Rh1");
    let queens = set::<FrenchRevolution>(&[], "1k6/8/8/P7/Q6Q/8/8/Q3K3 w - piece 3");
    assert_eq!(describe(&queens, "a4d4"), "Qa4d4");
    assert_eq!(describe(&queens, "h4d4"), "Qhd4");
    assert_eq!(describe(&queens, "a1d4"), "Q1d4");
}

#[test]
fn a_piece_part_may_give_check() {
    let game = set::<FrenchRevolution>(&[], "4k3/8/8/P7/8/8/8/R3K3 w Q piece 3");
    assert_eq!(describe(&game, "e1c1"), "O-O-O");
    let game = set::<FrenchRevolution>(&[], "3k4/8/8/P7/8/8/8/R3K3 w Q piece 3");
    assert_eq!(describe(&game, "e1c1"), "O-O-O+");
}

#[test]
fn setposition_refuses() {
    for (position, error) in [
        ("8/8/8/P7/p7/8/8/4K3 w - piece 3", "Black has 0 kings, not one"),
        ("4k3/8/8/P7/p7/8/8/K3K3 w - piece 3", "White has 2 kings, not one"),
        ("P3k3/8/8/P7/p7/8/8/4K3 w - piece 3", "White has a pawn on his last rank"),
        ("4k3/8/8/P7/p7/8/8/p3K3 w - piece 3", "Black has a pawn on his last rank"),
        ("4k2r/8/8/P7/p7/8/8/4K3 w K piece 3", "castling K: king or rook is not at home"),
        ("3k3r/8/8/P7/p7/8/8/4K3 w k piece 3", "castling k: king or rook is not at home"),
        ("4k3/8/8/P7/p7/8/8/4K2R w KQ piece 3", "castling Q: king or rook is not at home"),
        ("4k3/8/8/P7/p7/8/8/4K3 b KQ piece 3", "castling K: king or rook is not at home"),
        ("4k3/8/8/P7/p7/8/4R3/4K3 w - piece 3", "Black is in check and not to act"),
        ("3k4/2P5/8/8/8/4p3/8/R3K3 w - pawn 2", "Black is in check by a pawn and not to act"),
        ("8/2k5/1P6/8/8/4p3/8/R3K3 w - pawn 2", "Black is in check by a pawn and not to act"),
        ("4k3/8/8/4P3/4p3/3K4/8/8 b - pawn 2", "White is in check by a pawn and not to act"),
    ] {
        assert_eq!(refused::<FrenchRevolution>(&[], position).to_string(), error, "{position}");
    }
    // With `pawns opponent`, no pawn captures the king.
    set::<FrenchRevolution>(&[("pawns", "opponent")], "8/2k5/1P6/8/8/4p3/8/R3K3 w - pawn 2");
    // After a piece part, the opponent may be in check. Without promotion, a pawn may stay on its last rank.
    set::<FrenchRevolution>(&[], "4k3/8/8/P7/p7/8/4R3/4K3 w - pawn 3");
    set::<FrenchRevolution>(&[("promotion", "off")], "P3k3/8/8/P7/p7/8/8/4K3 w - piece 3");
}

#[test]
fn unreadable_positions_name_the_column() {
    let board = "4k3/8/8/P7/p7/8/8/4K3";
    let at = board.len() + 2;
    for (rest, column, expected) in [
        ("x - piece 3", at, "the side to act, w or b"),
        ("w x piece 3", at + 2, "the rights to castle, such as KQkq, or -"),
        ("w qK piece 3", at + 3, "the rights to castle in the order KQkq, each once"),
        ("w kqKQ piece 3", at + 4, "the rights to castle in the order KQkq, each once"),
        ("w - king 3", at + 4, "the part that is due, piece or pawn"),
        ("w - piece 0", at + 10, "the turn, from 1"),
        ("w - piece 3 ", at + 11, "the end"),
    ] {
        unreadable::<FrenchRevolution>(&[], &format!("{board} {rest}"), column, expected);
    }
    for (board, column, expected) in [
        ("4k3/44/8/P7/p7/8/8/4K3", 6, "a man, not a second digit"),
        ("4k3/9/8/P7/p7/8/8/4K3", 5, "no more empty squares than the rank has left"),
        ("4x3/8/8/P7/p7/8/8/4K3", 2, "a man, one of KQRBNP or kqrbnp, or a digit for empty squares"),
    ] {
        unreadable::<FrenchRevolution>(&[], &format!("{board} w - piece 3"), column, expected);
    }
    // A board of eight ranks is refused with ten ranks.
    refused::<FrenchRevolution>(&[("ranks", "10")], &format!("{board} w - piece 3"));
}

#[test]
fn the_board_for_people() {
    let game = set::<FrenchRevolution>(&[], "4k3/8/8/P7/p7/8/4r3/R3K3 w Q piece 3");
    assert_eq!(
        game.board(Style::Plain),
        [
            "8  | .  .  .  .  k  .  .  . |  White is to move a piece",
            "7  | .  .  .  .  .  .  .  . |  turn 3",
            "6  | .  .  .  .  .  .  .  . |  White may castle on the queen's side",
            "5  | P  .  .  .  .  .  .  . |  check",
            "4  | p  .  .  .  .  .  .  . |",
            "3  | .  .  .  .  .  .  .  . |",
            "2  | .  .  .  .  r  .  .  . |",
            "1  | R  .  .  .  K  .  .  . |",
            "--   a  b  c  d  e  f  g  h",
        ]
    );
    assert!(game.board(Style::Colour)[0].contains("\u{1b}[30;48;5;"));
}
