//! Legal moves, and the reasons why others are illegal.

use testkit::typed::{after, describe, legal, read, start, why};
use uvi_games::games::chess::Chess;

use super::SHUFFLED;

fn fen(position: &str) -> Chess {
    read(&[], 2, position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

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
fn castling() {
    let home = "r3k2r/8/8/8/8/8/8/R3K2R";
    let game = fen(&format!("{home} w KQkq - 0 1"));
    assert_eq!(after(&game, "e1g1 e8c8").to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2 -");
    assert_eq!(after(&game, "a1a8").to_string(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1 -");
    assert_eq!((describe(&game, "e1g1"), describe(&game, "e1c1")), ("O-O".to_owned(), "O-O-O".to_owned()));
}

#[test]
fn castling_from_a_shuffled_start() {
    let game = |position: &str| read::<Chess>(SHUFFLED, 2, position).unwrap();
    // The rook jumps over the king; both change places; the king stays.
    for (position, action, wanted) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 -"),
        ("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1 -"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1 -"),
        ("1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2 -"),
    ] {
        assert_eq!(after(&game(position), action).to_string(), wanted);
    }
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

#[test]
fn captures_in_passing() {
    let game = after(&start::<Chess>(&[], "0"), "e2e4 a7a6 e4e5 d7d5");
    assert_eq!(game.to_string().split(' ').nth(3), Some("d6"));
    assert_eq!(describe(&game, "e5d6"), "exd6");
    let board = after(&game, "e5d6").to_string();
    assert_eq!(board, "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3 -");
    assert_eq!(why(&after(&game, "b1c3 a6a5"), "e5d6"), "the pawn on e5 cannot go to d6");
    // Both pawns leave the rank, and a rook then gives check.
    let rank = fen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert_eq!(rank.to_string().split(' ').nth(3), Some("-"));
    // If nobody can capture, the position does not name the square.
    assert_eq!(after(&start::<Chess>(&[], "0"), "e2e4").to_string().split(' ').nth(3), Some("-"));
}
