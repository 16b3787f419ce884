//! Actions, positions, notation and drawings as text.

use testkit::typed::{describe, no_actions, read, refused, set, start, unreadable};
use uvi_games::{
    game::{Game, Style},
    games::chess::Chess,
};

use super::SHUFFLED;

#[test]
fn words_that_are_no_action() {
    no_actions::<Chess>("|e2|e2e9|e7e8k|e7e8Q|O-O|e2-e4|i1a1|0000|(none)|e2e4 ");
}

#[test]
fn men_are_told_apart_among_the_legal_moves() {
    for (position, action, text) in [
        ("4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1", "a4d4", "Rad4"),
        ("4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1", "a4a2", "R4a2"),
        ("4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1", "h4h1", "Rh1"),
        ("1k6/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"),
        ("1k6/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "h4d4", "Qhd4"),
        // The knight on e2 is pinned and does not count.
        ("4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("6k1/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("1r4k1/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
    ] {
        assert_eq!(describe(&read::<Chess>(&[], 2, position).unwrap(), action), text, "{position}");
    }
}

#[test]
fn fen_is_read_as_programs_write_it() {
    for (text, wanted) in [
        ("4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 7", "4k3/8/8/8/8/8/4P3/4K3 b - - 7 1 -"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 0", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 -"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - - -", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 -"),
        // Rights that no rook has, twice the same right, and rights by files of the usual rooks.
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkqk - 0 1", "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1 -"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -"),
        ("r6r/4k3/8/8/8/8/8/R3K2R w KQkq - 0 1", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1 -"),
        // Squares that no pawn has just passed, and a count that forgets the pawn's move.
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1 -"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 -"),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1 -"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 1 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 -"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - -", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 -"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 7 30", "4k3/8/8/8/8/8/4P3/4K3 b - - 7 30 -"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 -"),
    ] {
        assert_eq!(read::<Chess>(&[], 2, text).unwrap().to_string(), wanted);
    }
    set::<Chess>(&[], "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 -");
    let inner = set::<Chess>(SHUFFLED, "4k3/8/8/8/8/8/8/4KRRR w G - 0 1 -");
    assert_ne!(inner, read(SHUFFLED, 2, "4k3/8/8/8/8/8/8/4KRRR w K - 0 1").unwrap());
}

#[test]
fn setposition_refuses() {
    let knights = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - ";
    for (position, error) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, not one"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 10 men, 9 of them pawns"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on a8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check and not to move"),
    ] {
        assert_eq!(refused::<Chess>(&[], position).to_string(), error, "{position}");
    }
    for (rest, error) in [
        ("3 2 g1f3,g8f6,g1f3", "g1f3 cannot be taken back"),
        ("3 2 g1f3,g8f6,f3g1q", "f3g1q cannot be taken back"),
        ("2 2 g1f3,g8f6,f3g1", "3 moves are more than quiet or turn counts"),
        ("3 1 g1f3,g8f6,f3g1", "3 moves are more than quiet or turn counts"),
        ("3 2 g1e2,g8f6,e2g1", "e2g1 cannot be taken back"),
        ("3 2 g1e4,g8f6,e4g1", "g1e4 was not legal: the knight on g1 cannot go to e4"),
    ] {
        assert_eq!(refused::<Chess>(&[], &format!("{knights}{rest}")).to_string(), error, "{rest}");
    }
    // A right that was lost on the way cannot have been there before.
    let rook = "4k3/8/8/8/8/8/8/4K2R w K - 4 9 h1h2,e8e7,h2h1,e7e8";
    assert_eq!(refused::<Chess>(&[], rook).to_string(), "one of the past moves cannot be taken back");
}

#[test]
fn unreadable_positions_name_the_column() {
    let board = "4k3/8/8/8/8/8/8/4K2R";
    let at = board.len() + 2;
    for (rest, column, expected) in [
        ("x - - 0 1", at, "the side to move, w or b"),
        ("w x - 0 1", at + 2, "the rights to castle, such as KQkq or by files HAha, or -"),
        ("w K\u{e9} - 0 1", at + 3, "the rights to castle, such as KQkq or by files HAha, or -"),
        ("w K e9 0 1", at + 4, "the square that a pawn has just passed, or -"),
        ("w K - x 1", at + 6, "the moves since the last capture or move of a pawn"),
        ("w K - 0 x", at + 8, "the turn"),
        ("w K - 4294967296 1", at + 6, "the moves since the last capture or move of a pawn"),
        ("w K - 0 1 ", at + 10, "the moves since the last one that cannot be taken back, such as g1f3,g8f6, or -"),
        ("w K - 0 1 -,", at + 11, "the end"),
        ("w K - 0,", at + 7, "a space"),
    ] {
        unreadable::<Chess>(&[], &format!("{board} {rest}"), column, expected);
    }
    let elsewhere = "a right whose king and rook are at home; where they start elsewhere, the option is start shuffled";
    for position in ["4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"] {
        unreadable::<Chess>(&[], position, 25, elsewhere);
        assert!(read::<Chess>(SHUFFLED, 2, position).is_ok());
    }
}

#[test]
fn the_board_for_people() {
    let game = set::<Chess>(&[], "4k3/8/8/8/3pP3/8/4r3/4K2R w K - 4 20 -");
    assert_eq!(
        game.board(Style::Plain),
        [
            "8  | .  .  .  .  k  .  .  . |  White is to move",
            "7  | .  .  .  .  .  .  .  . |  turn 20",
            "6  | .  .  .  .  .  .  .  . |  White may castle on the king's side",
            "5  | .  .  .  .  .  .  .  . |  check",
            "4  | .  .  .  p  P  .  .  . |",
            "3  | .  .  .  .  .  .  .  . |",
            "2  | .  .  .  .  r  .  .  . |",
            "1  | .  .  .  .  K  .  .  R |",
            "--   a  b  c  d  e  f  g  h",
        ]
    );
    for (letters, told) in [
        ("KQkq", "both may castle"),
        ("KQk", "White may castle, Black on the king's side"),
        ("Kq", "White may castle on the king's side, Black on the queen's side"),
        ("Qkq", "White may castle on the queen's side, Black on both"),
        ("Kk", "both may castle on the king's side"),
        ("q", "Black may castle on the queen's side"),
        ("-", ". |"),
    ] {
        let game = set::<Chess>(&[], &format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1 -"));
        assert!(game.board(Style::Plain)[2].ends_with(told), "{letters}");
    }
    assert!(start::<Chess>(&[], "0").board(Style::Colour)[0].contains("\u{1b}[30;48;5;"));
}
