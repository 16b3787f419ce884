//! Parts of a turn: pieces, castling, protected pawns, promotion, and the ends.

use testkit::typed::{after, describe, legal, over, set, why};
use uvi_games::games::french_revolution::FrenchRevolution;

fn position(text: &str) -> FrenchRevolution {
    set(&[], text)
}

#[test]
fn a_turn_is_a_piece_then_a_pawn() {
    let game = position("4k3/8/8/P7/p7/8/8/4K3 w - piece 3");
    assert_eq!(legal(&game), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    assert_eq!(why(&game, "a5a6"), "this part moves a piece of your own, and a5 has none");
    let pawn = after(&game, "e1e2");
    assert_eq!(pawn.to_string(), "4k3/8/8/P7/p7/8/4K3/8 w - pawn 3");
    assert_eq!(legal(&pawn), ["a5a6"]);
    assert_eq!(why(&pawn, "e2e3"), "this part moves a pawn of your own, and e2 has none");
    let black = after(&pawn, "a5a6");
    assert_eq!(black.to_string(), "4k3/8/P7/8/p7/8/4K3/8 b - piece 3");
    assert!(after(&black, "e8e7 a4a3").to_string().ends_with(" w - piece 4"));
}

#[test]
fn rights_are_lost() {
    let rooks = "r3k2r/8/8/P7/p7/8/8/R3K2R w KQkq piece 3";
    for (actions, rights) in [
        ("e1e2", "kq"),
        ("a1b1", "Kkq"),
        ("h1g1", "Qkq"),
        // A rook captures the other rook at home: each side loses a right.
        ("h1h8", "Qq"),
    ] {
        let game = after(&position(rooks), actions);
        assert!(game.to_string().ends_with(&format!(" w {rights} pawn 3")), "{actions}: {game}");
    }
    // A pawn captures a rook at home.
    let game = position("r3k2r/1P6/8/8/p7/8/8/R3K2R w KQkq pawn 3");
    assert!(after(&game, "b7a8q").to_string().ends_with(" b KQk piece 3"));
}

#[test]
fn pawns_on_the_middle_ranks_may_not_be_captured() {
    let rook = position("4k3/8/3p4/P2p4/p2r4/8/3R4/4K3 w - piece 3");
    assert!(legal(&rook).contains(&"d2d4".to_owned()), "pieces may be");
    let guarded = position("4k3/8/8/P2p4/p7/8/3R4/4K3 w - piece 3");
    assert_eq!(why(&guarded, "d2d5"), "the pawn on d5 stands on a middle rank and may not be captured");
    assert!(legal(&guarded).contains(&"d2d4".to_owned()));
    assert!(!legal(&guarded).contains(&"d2d6".to_owned()), "it blocks the line");
    // Nor may a pawn or the king capture it. On another rank a capture is allowed.
    let pawns = position("4k3/8/8/1p6/P7/8/8/4K3 w - pawn 3");
    assert_eq!(why(&pawns, "a4b5"), "the pawn on a4 cannot go to b5");
    let king = position("4k3/8/8/3pK3/8/8/P7/8 w - piece 3");
    assert!(why(&king, "e5d5").contains("middle rank"));
    let other = position("4k3/8/3p4/P7/8/8/3R4/4K3 w - piece 3");
    assert!(legal(&other).contains(&"d2d6".to_owned()));
    // The pawn still attacks: the king may not go beside it.
    let attacked = position("4k3/8/8/3p4/8/4K3/P7/8 w - piece 3");
    assert_eq!(why(&attacked, "e3e4"), "your king would be in check after e3e4");
}

#[test]
fn pawns_promote_and_must() {
    let game = position("r3k3/1P6/8/8/8/7p/8/4K3 w - pawn 9");
    assert_eq!(legal(&game), ["b7a8b", "b7a8n", "b7a8q", "b7a8r", "b7b8b", "b7b8n", "b7b8q", "b7b8r"]);
    assert_eq!(why(&game, "b7a8"), "the pawn promotes on a8: add q, r, b or n");
    assert_eq!(describe(&game, "b7a8q"), "bxa8=Q+");
    assert_eq!(describe(&game, "b7b8n"), "b8=N");
    assert!(after(&game, "b7a8r").to_string().starts_with("R3k3/8/8/8/8/7p/8/4K3 b "));
    let game = position("4k3/8/8/8/P7/8/7p/4K3 b - pawn 9");
    assert_eq!(legal(&game), ["h2h1b", "h2h1n", "h2h1q", "h2h1r"]);
    let early = position("4k3/8/8/P7/8/8/7p/4K3 w - pawn 9");
    assert_eq!(why(&early, "a5a6q"), "the pawn does not promote on a6");
}

#[test]
fn the_ends_in_their_order() {
    // In check, the king cannot flee, and there is no pawn: checkmate, not stalemate.
    assert_eq!(over(&position("7k/8/8/8/8/8/r7/r3K3 w - piece 3")), "checkmate 0 1");
    // In check, the king can flee, but no pawn part is left: stalemate while in check.
    assert_eq!(over(&position("7k/8/8/8/8/3n4/r1P5/r3K3 w - piece 3")), "stalemate 1/2 1/2");
    assert_eq!(over(&position("7k/8/8/8/8/8/8/r3K3 w - piece 3")), "stalemate 1/2 1/2");
    // Not in check, no pawn part: stalemate.
    assert_eq!(over(&position("7k/8/8/8/p7/P7/8/4K3 w - piece 3")), "stalemate 1/2 1/2");
    // Not in check, no piece part: stalemate.
    assert_eq!(over(&position("7k/8/8/8/8/1q5p/7P/K7 w - piece 3")), "stalemate 1/2 1/2");
    // A pawn part is due, and none is legal.
    assert_eq!(over(&position("7k/8/8/8/8/8/8/4K3 w - pawn 1")), "stalemate 1/2 1/2");
    assert_eq!(over(&position("4r2k/8/8/8/8/8/8/4K3 w - pawn 1")), "checkmate 0 1");
    assert_eq!(over(&position("4r2k/8/8/8/8/7P/8/4K3 w - pawn 1")), "checkmate 0 1");
}
