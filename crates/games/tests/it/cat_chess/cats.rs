//! The powers of single cats.

use testkit::{
    cats::{hills, listed, progress, scene, state, word},
    typed::{after, play, set, why},
};
use uvi_games::games::cat_chess::{CatChess, Sheet};

fn turn(own: &str, rest: &str) -> CatChess {
    let cats = format!("{own} / speed:3:k22.4 darth:3:- setzer:3:-");
    set(&[], &scene(&hills(""), &cats, "", rest))
}

#[test]
fn fifteen_sheets_have_their_self_esteem() {
    let odd: Vec<(&str, u8, u8)> = Sheet::ALL
        .into_iter()
        .map(|sheet| (sheet.name(), sheet.esteem_at_start(), sheet.most_esteem()))
        .filter(|(_, start, most)| (*start, *most) != (3, 5))
        .collect();
    assert_eq!(odd, [("kero", 4, 5), ("lina", 3, 10), ("kiryuu", 3, 4)]);
}

#[test]
fn kiryuu_preens_once_a_turn_for_free_before_it_acts() {
    let own = "kiryuu:2:b11.0 tigger:3:a14.0 lucky:3:-";
    let mut game = turn(own, "1 turn 1 ... 4 00 -");
    assert_eq!((listed(&game, 1, "a*"), listed(&game, 1, "b*")), ("a*".to_owned(), String::new()));
    assert_eq!(why(&game, "b*"), "only kiryuu preens for free");
    play(&mut game, "a*");
    assert_eq!((state(&game, "1a"), progress(&game)), ("3:b11.0".to_owned(), "turn 1 ...* 4 00".to_owned()));
    assert_eq!(why(&game, "a*"), "kiryuu has preened for free in this turn");
    // The free preen was the first thing of the turn, so no cat comes back.
    assert_eq!(why(&game, "c=a11"), "cats come back only at the start of a turn");
    // Kiryuu acts as usual, and is turned unless it preens again.
    assert_eq!(progress(&after(&game, "b-a14 a-b11")), "face:ab 1 xx.* 4 00");
    let preened = after(&game, "a~ b-a14");
    assert_eq!((state(&preened, "1a"), progress(&preened)), ("4:b11.0".to_owned(), "face:b 1 px.* 4 00".to_owned()));
    assert_eq!(progress(&after(&preened, "^0")), "turn 2 ... 4 00");
    // Another cat may act first; after kiryuu's own act it is too late.
    assert_eq!(progress(&after(&turn(own, "1 turn 1 ... 4 00 -"), "b~ a*")), "turn 1 .p.* 4 00");
    assert_eq!(why(&after(&turn(own, "1 turn 1 ... 4 00 -"), "a-b11"), "a*"), "this cat has acted");
    // Kiryuu may preen at its limit, without effect.
    let full = turn("kiryuu:4:b11.0 tigger:3:a14.0 lucky:3:-", "1 turn 1 ... 4 00 -");
    assert_eq!(state(&after(&full, "a*"), "1a"), "4:b11.0");
}

#[test]
fn kiryuu_does_not_preen_where_a_higher_cat_observes_it() {
    let cats = "kiryuu:2:d11.3 tigger:3:- lucky:3:- / speed:3:f11.3 darth:3:- setzer:3:-";
    let game = set(&[], &scene(&hills(""), cats, "", "1 turn 1 ... 4 00 -"));
    assert_eq!(listed(&game, 1, "a*"), "");
    assert_eq!(why(&game, "a*"), "a higher cat observes it, so it cannot preen");
}

#[test]
fn misto_may_come_back_when_all_else_is_done() {
    let mut game = turn("sham:3:b11.0 misto:3:- kero:4:-", "1 turn 1 ... 4 00 -");
    play(&mut game, "a-b11 ^1");
    assert_eq!((progress(&game), word(&game, 3)), ("misto 1 x.. 4 00".to_owned(), "1".to_owned()));
    assert_eq!(listed(&game, 1, "").split(' ').count(), 271 + 1);
    assert_eq!(why(&game, "c=f11"), "only misto comes back now");
    assert_eq!(why(&game, "b=b11"), "a cat stands there");
    assert_eq!(progress(&after(&game, "done")), "turn 2 ... 4 00");
    play(&mut game, "b=f11");
    assert_eq!((state(&game, "1b"), progress(&game)), ("3:f11.0".to_owned(), "face:b 1 x.. 4 00".to_owned()));
    play(&mut game, "^4");
    // Misto stands on a peak when the turn ends.
    assert_eq!((state(&game, "1b"), progress(&game)), ("3:f11.4".to_owned(), "turn 2 ... 4 10".to_owned()));
    let preened = after(&turn("sham:3:b11.0 misto:3:- kero:4:-", "1 turn 1 ... 4 00 -"), "a~");
    assert_eq!(progress(&preened), "misto 1 p.. 4 00", "where nobody is turned, too");
}

#[test]
fn misto_comes_back_in_the_turn_in_which_it_went() {
    // 1b is misto. It challenges 2a, loses its last self-esteem, and is placed again.
    let cats = "sham:3:a14.0 misto:1:e11.0 kero:4:- / speed:3:f11.3 darth:3:- setzer:3:-";
    let mut game = set(&[], &scene(&hills(""), cats, "2a11S", "1 turn 1 ... 4 00 -"));
    play(&mut game, "b!2a spit ignore");
    assert_eq!((state(&game, "1b"), progress(&game)), ("3:-".to_owned(), "turn 1 .x. 4 00".to_owned()));
    let (preened, moved) = (after(&game, "a~ b=a11"), after(&game, "a-a14 ^0 b=a11"));
    assert_eq!(progress(&preened), "face:b 1 px. 4 00");
    assert_eq!(progress(&moved), "face:b 1 xx. 4 00");
    for game in [preened, moved] {
        assert_eq!(set::<CatChess>(&[], &game.to_string()), game);
        assert_eq!(progress(&after(&game, "^3")), "turn 2 ... 4 00");
    }
}
