//! Isolation: the squares where a pawn may be placed, and the end.

use testkit::typed::{after, describe, legal, over, refused, set, start, why};
use uvi_games::games::katarenga::Isolation;

use super::play::colours;

#[test]
fn white_places_first_on_an_empty_board() {
    let game = start::<Isolation>(&[], "0");
    assert!(game.to_string().ends_with(" 8/8/8/8/8/8/8/8 1"));
    assert_eq!(legal(&game).len(), 64);
    let next = after(&game, "d4");
    assert!(next.to_string().ends_with(" 8/8/8/8/3w4/8/8/8 2"));
    assert_eq!(describe(&game, "d4"), "d4");
    assert_eq!(why(&next, "d4"), "d4 is occupied");
}

#[test]
fn no_pawn_may_reach_another_in_either_direction() {
    // Kings everywhere except rooks on a1 and a6. A rook reaches pawns on its lines that do not reach it.
    let game = set::<Isolation>(&[], &format!("{} 8/8/8/8/3w4/8/8/8 2", colours('B', "Ra1 Ra6")));
    assert_eq!(why(&game, "e5"), "a pawn on e5 would reach the one on d4");
    assert!(legal(&game).contains(&"d6".to_owned()));
    let rook = after(&game, "a1");
    // The rook on a1 reaches a2 to a6 and b1 to h1. A rook on a6 would reach a1.
    assert_eq!(why(&rook, "h1"), "a pawn on the board reaches h1");
    assert_eq!(why(&rook, "a6"), "a pawn on a6 would reach the one on a1");
    assert!(legal(&rook).contains(&"a7".to_owned()));
}

#[test]
fn own_pawns_count_unless_the_rule_is_opposite() {
    let rest = "8/8/8/8/3w4/8/8/7b 1";
    let any = set::<Isolation>(&[], &format!("{} {rest}", colours('B', "")));
    assert_eq!(why(&any, "d5"), "a pawn on d5 would reach the one on d4");
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
fn who_cannot_place_has_lost() {
    // Rooks on a diagonal see every square, because the other squares have another colour.
    let rooks = "Ra1 Rb2 Rc3 Rd4 Re5 Rf6 Rg7 Rh8";
    let diagonal = set::<Isolation>(&[], &format!("{} 7w/6b1/5w2/4b3/3w4/2b5/1w6/b7 1", colours('Y', rooks)));
    assert_eq!(over(&diagonal), "isolated 0 1");
    assert!(diagonal.to_string().ends_with(" 1"));
}

#[test]
fn who_has_placed_all_his_pawns_has_lost_too() {
    let opposite = [("rule", "opposite")];
    let board = colours('B', "");
    let game = set::<Isolation>(&opposite, &format!("{board} bbbbbbb1/8/8/8/8/8/8/wwwwwwww 2"));
    let last = after(&game, "h8");
    assert_eq!(over(&last), "isolated 0 1");
}

#[test]
fn setposition_refuses() {
    let board = colours('B', "");
    for (rest, rule, error) in [
        ("8/8/8/8/3wb3/8/8/8 1", "any", "the pawn on d4 reaches the one on e4"),
        ("8/8/8/8/3ww3/8/8/8 1", "any", "the pawn on d4 reaches the one on e4"),
        ("8/8/8/8/3wb3/8/8/8 1", "opposite", "the pawn on d4 reaches the one on e4"),
        ("8/8/8/8/8/8/w7/wwwwwwww 1", "opposite", "White has more than eight pawns"),
    ] {
        let refused = refused::<Isolation>(&[("rule", rule)], &format!("{board} {rest}"));
        assert_eq!(refused.to_string(), error);
    }
    set::<Isolation>(&[("rule", "opposite")], &format!("{board} 8/8/8/8/3ww3/8/8/8 1"));
}
