//! Congress: groups, captures of Canadian Congress, the ends.

use testkit::typed::{after, describe, legal, over, set, why};
use uvi_games::games::katarenga::Congress;

use super::play::colours;

fn position(colours: &str, rest: &str) -> Congress {
    set(&[], &format!("{colours} {rest}"))
}

#[test]
fn pawns_move_and_do_not_capture() {
    let board = colours('G', "Ra1");
    let rest = "b7/8/7b/8/8/2w5/8/w6b 1 1";
    let game = position(&board, rest);
    let moves: Vec<String> = legal(&game).into_iter().filter(|go| go.starts_with("a1")).collect();
    assert_eq!(moves.join(" "), "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1b1 a1c1 a1d1 a1e1 a1f1 a1g1");
    assert_eq!(why(&game, "a1a8"), "nobody captures in Congress");
    let canadian = set::<Congress>(&[("capture", "on")], &format!("{board} {rest}"));
    assert!(legal(&canadian).contains(&"a1a8".to_owned()));
    assert_eq!(describe(&canadian, "a1a8"), "a1xa8");
    assert_eq!(describe(&canadian, "a1a7"), "a1-a7");
    assert!(after(&canadian, "a1a8").to_string().ends_with(" w7/8/7b/8/8/2w5/8/7b 2 1"));
}

#[test]
fn one_group_joined_through_orthogonal_neighbours_wins() {
    let game = position(&colours('G', ""), "b6b/8/8/8/8/1w6/8/1w1w4 1 7");
    // Diagonal neighbours are not joined.
    assert!(!legal(&after(&game, "d1c3")).is_empty());
    let game = position(&colours('G', ""), "b6b/8/8/3w4/8/1w6/1w6/8 1 7");
    assert_eq!(over(&after(&game, "d5c3")), "congress 1 0");
    let game = position(&colours('G', ""), "2b5/8/b7/8/8/8/8/w6w 2 7");
    assert_eq!(over(&after(&game, "c8a7")), "congress 0 1");
}

#[test]
fn the_mover_is_looked_at_before_the_opponent() {
    let canadian = |rest: &str| set::<Congress>(&[("capture", "on")], &format!("{} {rest}", colours('G', "")));
    // White's capture joins his pawns and leaves Black one pawn, which is a group by itself.
    assert_eq!(over(&after(&canadian("8/8/8/2w5/8/1b6/w7/7b 1 7"), "c5b3")), "congress 0 1");
    assert_eq!(over(&after(&canadian("8/8/8/2w5/8/1b6/1w6/7b 1 7"), "c5b3")), "congress 1 0");
    // The opponent can also win by the mover's move: here he loses the pawn that stood apart.
    assert_eq!(over(&after(&canadian("8/8/w7/2w5/8/1b6/7b/7b 1 7"), "c5b3")), "congress 0 1");
}

#[test]
fn after_maxturns_of_each_it_is_a_draw() {
    let limited = |rest: &str| set::<Congress>(&[("maxturns", "9")], &format!("{} {rest}", colours('G', "")));
    let game = after(&limited("b6b/8/8/8/8/8/8/w6w 1 9"), "a1b3");
    assert!(game.to_string().ends_with(" 2 9"));
    let last = after(&game, "a8b6");
    assert!(last.to_string().ends_with(" 1 10"));
    assert_eq!(over(&last), "limit 1/2 1/2");
    // A win by the last move counts, and `blocked` comes before the limit.
    assert_eq!(over(&after(&limited("2b5/8/b7/8/8/8/8/w6w 2 9"), "c8a7")), "congress 0 1");
    let blocked =
        set::<Congress>(&[("maxturns", "9")], &format!("{} 8/8/8/8/6b1/8/b7/wb4bw 2 9", colours('G', "Ra1 Rh1")));
    assert_eq!(over(&after(&blocked, "g4h2")), "blocked 0 1");
}
