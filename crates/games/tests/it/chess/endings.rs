//! The ends of games, with a row for each reason and each case that is close to one.

use testkit::typed::{after, over, play, read, set, start};
use uvi_games::{
    game::{Game, Turn},
    games::chess::Chess,
};

use super::{SHUFFLED, fen};

fn goes_on(game: &Chess) -> bool {
    matches!(game.turn(), Turn::Seats(_))
}

#[test]
fn dead_positions_are_found_by_the_men() {
    for (men, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kn2/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        // f1 and c8 are light; f8 is dark.
        ("2b1k3/8/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("2b1k3/8/8/8/4B3/3B4/8/4KB2", true),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4kb2/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("4k3/8/8/8/8/8/8/Q3K3", false),
        // Dead but not found: nobody can ever pass the pawns.
        ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3", false),
    ] {
        let game = fen(&format!("{men} w - - 0 1"));
        assert_eq!(goes_on(&game), !dead, "{men}");
        if dead {
            assert_eq!(over(&game), "dead-position 1/2 1/2");
        }
    }
    assert_eq!(over(&after(&fen("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"), "e1d2")), "dead-position 1/2 1/2");
}

#[test]
fn a_position_that_comes_up_for_the_third_time_is_drawn() {
    let knights = "g1f3 g8f6 f3g1 f6g8";
    let twice = after(&start::<Chess>(&[], "0"), knights);
    assert!(goes_on(&twice));
    assert_eq!(over(&after(&twice, knights)), "threefold-repetition 1/2 1/2");
    assert!(goes_on(&after(&twice, "g1f3 g8f6 f3g1")));
    // A position that was read goes on like a position that was played.
    let read = set::<Chess>(&[], &after(&twice, "g1f3 g8f6 f3g1").to_string());
    assert_eq!(over(&after(&read, "f6g8")), "threefold-repetition 1/2 1/2");
}

#[test]
fn another_right_or_capture_makes_another_position() {
    // The first time, White may still castle. His rook then moves, so the position needs three more occurrences.
    let mut rook = fen("r3k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut rook, "h1h2 a8a7 h2h1 a7a8 h1h2 a8a7 h2h1 a7a8");
    assert!(goes_on(&rook), "{rook}");
    assert_eq!(over(&after(&rook, "h1h2")), "threefold-repetition 1/2 1/2");
    // The first time, Black may capture in passing.
    let mut passing = fen("4k3/8/8/8/4p3/8/3P4/4K2R w - - 0 1");
    play(&mut passing, "d2d4 e8e7 h1h2 e7e8 h2h1 e8e7 h1h2 e7e8 h2h1");
    assert!(goes_on(&passing), "{passing}");
    assert_eq!(over(&after(&passing, "e8e7")), "threefold-repetition 1/2 1/2");
    // If the capture had left the king in check, it was not legal, so the position is the same.
    let mut pinned = fen("4k3/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1");
    play(&mut pinned, "d2d4 e8e7 g1g2 e7e8 g2g1 e8e7 g1g2 e7e8");
    assert_eq!(over(&after(&pinned, "g2g1")), "threefold-repetition 1/2 1/2");
}

/// With `draws claimed`, nobody claims: the game ends where it ends by itself.
#[test]
fn unclaimed_draws_end_at_five_times_and_seventy_five_moves() {
    let claimed = &[("draws", "claimed")];
    let knights = "g1f3 g8f6 f3g1 f6g8 ";
    let game = after(&start::<Chess>(claimed, "0"), &knights.repeat(3));
    assert!(goes_on(&game), "four times");
    assert_eq!(over(&after(&game, knights)), "fivefold-repetition 1/2 1/2");
    // Other rules read the same position as over.
    let text = game.to_string();
    assert_eq!(over(&fen(&text)), "threefold-repetition 1/2 1/2");
    assert_eq!(read::<Chess>(claimed, 2, &text).unwrap(), game);
    let quiet = read::<Chess>(claimed, 2, "8/5k2/8/8/3R4/2K5/8/8 w - - 148 90").unwrap();
    assert!(goes_on(&after(&quiet, "d4d5")));
    assert_eq!(over(&after(&quiet, "d4d5 f7e6")), "seventy-five-moves 1/2 1/2");
    let mate = read::<Chess>(claimed, 2, "7k/8/6K1/8/8/8/8/R7 w - - 149 90").unwrap();
    assert_eq!(over(&after(&mate, "a1a8")), "checkmate 1 0");
}

/// A position whose past has a third repetition is no draw if the last move made it another position.
#[test]
fn draws_before_the_last_move_do_not_end_a_position() {
    let claimed = after(&start::<Chess>(&[("draws", "claimed")], "0"), &"g1f3 g8f6 f3g1 f6g8 ".repeat(2));
    assert_eq!(over(&fen(&claimed.to_string())), "threefold-repetition 1/2 1/2");
    assert!(goes_on(&fen(&after(&claimed, "b1c3").to_string())));
}

#[test]
fn castling_of_a_shuffled_king_that_stays_cannot_be_taken_back() {
    let game: Chess = read(SHUFFLED, 2, "4k3/8/8/8/8/8/8/1RK5 w B - 5 9").unwrap();
    assert_eq!(after(&game, "c1b1").to_string(), "4k3/8/8/8/8/8/8/2KR4 b - - 6 9 -");
}
