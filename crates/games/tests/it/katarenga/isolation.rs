//! Isolation: the squares where a pawn may be placed, and the end.

use testkit::typed::{after, legal, over, set, why};
use uvi_games::games::katarenga::Isolation;

use super::play::colours;

#[test]
fn own_pawns_count_unless_the_rule_is_opposite() {
    let rest = "8/8/8/8/3w4/8/8/7b 1";
    let any = set::<Isolation>(&[], &format!("{} {rest}", colours('B', "")));
    assert_eq!(why(&any, "d5"), "a pawn on d5 would reach the one on d4");
    assert_eq!(why(&any, "d4"), "d4 is occupied");
    let opposite = set::<Isolation>(&[("rule", "opposite")], &format!("{} {rest}", colours('B', "")));
    assert!(legal(&opposite).contains(&"d5".to_owned()));
    assert_eq!(why(&opposite, "g1"), "a pawn on g1 would reach the one on h1");
}

#[test]
fn own_pawns_block() {
    // The white rook on a1 does not see beyond White's pawn on c1.
    let board = colours('G', "Ra1");
    let game = set::<Isolation>(&[("rule", "opposite")], &format!("{board} 8/8/8/8/8/8/8/w1w5 2"));
    assert!(legal(&game).contains(&"d1".to_owned()));
    assert_eq!(why(&game, "b1"), "a pawn on the board reaches b1");
}

#[test]
fn who_has_placed_all_his_pawns_has_lost_too() {
    let opposite = [("rule", "opposite")];
    let board = colours('B', "");
    let game = set::<Isolation>(&opposite, &format!("{board} bbbbbbb1/8/8/8/8/8/8/wwwwwwww 2"));
    let last = after(&game, "h8");
    assert_eq!(over(&last), "isolated 0 1");
}
