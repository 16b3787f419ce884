//! A turn: returns, acts, turning, and the end of the turn.

use testkit::{
    cats::{hills, listed, progress, scene, state, word},
    typed::{after, legal, play, set, why},
};
use uvi_games::games::cat_chess::CatChess;

const AWAY: &str = "speed:3:k22.3 darth:3:- setzer:3:-";

fn turn(own: &str, rest: &str) -> CatChess {
    set(&[], &scene(&hills(""), &format!("{own} / {AWAY}"), "", rest))
}

const THREE: &str = "sham:3:b11.0 lina:3:a12.0 vision:3:a14.0";

#[test]
fn each_cat_acts_once_in_any_order() {
    let mut game = turn(THREE, "1 turn 1 ... 4 00 -");
    play(&mut game, "c-a15");
    assert_eq!(progress(&game), "turn 1 ..x 4 00");
    assert_eq!((listed(&game, 1, "c"), why(&game, "c~")), (String::new(), "this cat has acted".to_owned()));
    assert!(listed(&game, 1, "a=").is_empty());
    play(&mut game, "a~");
    assert_eq!(progress(&game), "turn 1 p.x 4 00");
    play(&mut game, "b-a12");
    // The cat that preened is not turned.
    assert_eq!((progress(&game), word(&game, 3)), ("face:bc 1 pxx 4 00".to_owned(), "1".to_owned()));
    assert_eq!(legal(&game).len(), 36);
    assert_eq!(why(&game, "^123"), "each cat to be turned gets one direction");
    play(&mut game, "^35");
    assert_eq!([state(&game, "1a"), state(&game, "1b"), state(&game, "1c")], ["4:b11.0", "3:a12.3", "3:a15.5"]);
    assert_eq!(progress(&game), "turn 2 ... 4 00");
}

#[test]
fn peaks_are_noted_at_the_end_of_the_turn_and_anew() {
    let game = turn("sham:3:e11.0 lina:3:q6.0 vision:3:a14.0", "1 turn 1 ... 4 20 -");
    let game = after(&game, "a-f11 b-p6 c~");
    // A move is noted only when the turn ends.
    assert_eq!(progress(&game), "face:ab 1 xxp 4 20");
    assert_eq!(progress(&after(&game, "^00")), "turn 2 ... 4 10");
}

#[test]
fn cats_come_back_as_the_first_thing_of_a_turn() {
    let own = "sham:3:b11.0 kero:4:- misto:3:-";
    let mut game = turn(own, "1 turn 1 ... 4 00 -");
    // Any height, if free and unobserved: the cat of seat 2 sees three spaces of the board.
    assert_eq!(listed(&game, 1, "b=").split(' ').count(), 273 - 2 - 3);
    assert_eq!(listed(&game, 1, "c=").split(' ').count(), 268);
    assert_eq!(why(&game, "b=j22"), "an opponent observes this space");
    assert_eq!(why(&game, "done"), "the phase is turn");
    assert_eq!(why(&game, "a=b12"), "this cat is in play");
    assert_eq!(why(&game, "b=b11"), "a cat stands there");
    assert_eq!(why(&game, "b~"), "this cat is out of play");
    play(&mut game, "b=f11");
    assert_eq!(progress(&game), "face:b 1 ... 4 00");
    play(&mut game, "^2");
    assert_eq!((state(&game, "1b"), progress(&game)), ("4:f11.2".to_owned(), "return 1 ... 4 00".to_owned()));
    assert_eq!(why(&game, "a~"), "the phase is return");
    // The player may stop or place another cat. The turn ends either way, and he is not asked about misto again.
    assert_eq!(progress(&after(&game, "done")), "turn 2 ... 4 10");
    let game = after(&game, "c=q6 ^5");
    assert_eq!((state(&game, "1c"), progress(&game)), ("3:q6.5".to_owned(), "turn 2 ... 4 30".to_owned()));
}

#[test]
fn nobody_comes_back_once_a_cat_has_acted() {
    let game = after(&turn("sham:3:b11.0 kero:4:- lina:3:a14.0", "1 turn 1 ... 4 00 -"), "a~");
    assert_eq!((listed(&game, 1, "b"), listed(&game, 1, "c~")), (String::new(), "c~".to_owned()));
    assert_eq!(why(&game, "b=f11"), "cats come back only at the start of a turn");
}

#[test]
fn who_has_no_cat_in_play_must_place_one() {
    let mut game = turn("sham:3:- kero:4:- lina:3:-", "1 turn 1 ... 4 00 -");
    assert_eq!(legal(&game).len(), 3 * 269);
    play(&mut game, "a=f11 ^0");
    assert_eq!(legal(&game).len(), 2 * 268 + 1);
    assert_eq!(progress(&game), "return 1 ... 4 00");
}
