//! Legal moves, and the reasons why others are illegal.

use testkit::typed::{after, describe, legal, read, start, why};
use uvi_games::games::chess::Chess;

use super::{SHUFFLED, fen};

#[test]
fn a_move_that_is_refused_names_its_rule() {
    let game = after(&start::<Chess>(&[], "0"), "e2e4 e7e5");
    for (action, reason) in [
        ("e3e4", "no man stands on e3"),
        ("e5e4", "the man on e5 is Black's"),
        ("g1e2", ""),
        ("g1g3", "the knight on g1 cannot go to g3"),
        ("d1d3", "the queen on d1 cannot go to d3"),
        ("a1a2", "a man of your own stands on a2"),
        ("e4e5", "the pawn on e4 cannot go to e5"),
        ("e1g1", "the king cannot castle from e1 to g1"),
        ("d2d3q", "the pawn does not promote on d3"),
        ("g1f3n", "only a pawn promotes"),
    ] {
        if reason.is_empty() {
            assert!(legal(&game).contains(&action.to_owned()));
        } else {
            assert_eq!(why(&game, action), reason, "{action}");
        }
    }
    let promotion = fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(why(&promotion, "a7a8"), "the pawn promotes on a8: add q, r, b or n");
    let pinned = fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(why(&pinned, "e2c3"), "your king would be in check after e2c3");
}

#[test]
fn castling_from_a_shuffled_start() {
    let game = |position: &str| read::<Chess>(SHUFFLED, 2, position).unwrap();
    // The rook shields the king: after castling, the king would be in check.
    let shielded = game("4k3/8/8/8/8/8/8/rRK5 w B - 0 1");
    assert_eq!(why(&shielded, "c1b1"), "the king cannot castle from c1 to b1");
    // The king's two squares are not castling here; without the option, a king that takes his rook is not.
    let usual = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(usual.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 -");
    assert_eq!(why(&usual, "e1g1"), "the king on e1 cannot go to g1");
    assert_eq!(describe(&usual, "e1h1"), "O-O");
    assert_eq!(why(&fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "e1h1"), "a man of your own stands on h1");
}
