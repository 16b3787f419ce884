//! The ends of games, and the positions after them.

use testkit::{
    cats::{hills, progress, scene, set, word},
    typed::{after, over},
};
use uvi_games::games::cat_chess::CatChess;

const CONTESTED: [(&str, &str); 1] = [("peaks", "contested")];

/// Seat 1 on two peaks, its third cat elsewhere; seat 2 is to act with `rival`, its other cats out of play.
fn held(rules: &[(&str, &str)], rival: &str, held: &str) -> CatChess {
    let cats = format!("sham:3:f11.0 lina:3:q6.0 misto:3:a14.0 / {rival} darth:3:- setzer:3:-");
    set(rules, &scene(&hills(""), &cats, "", &format!("2 turn 2 ... 8 {held} -")))
}

#[test]
fn two_peaks_held_since_the_last_turn_win_at_the_start_of_the_next() {
    for rules in [&[], &CONTESTED[..]] {
        let game = held(rules, "speed:3:k22.4", "30");
        let won = after(&game, "a~");
        assert_eq!(over(&won), "peaks 1 0");
        assert_eq!((word(&won, 3), progress(&won)), ("-".to_owned(), "turn 1 ... 9 30".to_owned()));
        assert_eq!(set(rules, &won.to_string()), won);
    }
}

#[test]
fn one_peak_is_not_enough_nor_are_two_that_were_not_held() {
    for noted in ["00", "10", "20"] {
        let game = after(&held(&[], "speed:3:k22.4", noted), "a~");
        assert_eq!((word(&game, 3), progress(&game)), ("1".to_owned(), format!("turn 1 ... 9 {noted}")));
        // The peaks are noted at the end of this turn.
        assert_eq!(progress(&after(&game, "a~ b~ c~")), "turn 2 ... 9 30");
    }
}

#[test]
fn a_contested_peak_that_an_opponent_observes_does_not_count() {
    // 2a is just below the peak, lower than it, and looks at q6 or away.
    for (facing, counts) in [(0, false), (1, true)] {
        let rival = format!("speed:3:o6.{facing}");
        assert_eq!(over(&after(&held(&[], &rival, "30"), &format!("a-o6 ^{facing}"))), "peaks 1 0");
        let game = after(&held(&CONTESTED, &rival, "30"), &format!("a-o6 ^{facing}"));
        if counts {
            assert_eq!(over(&game), "peaks 1 0");
        } else {
            assert_eq!((word(&game, 3), progress(&game)), ("1".to_owned(), "turn 1 ... 9 30".to_owned()));
        }
    }
    // Of three peaks, one may be observed.
    let cats = "sham:3:f11.0 lina:3:q6.0 misto:3:k17.0 / speed:3:o6.0 darth:3:- setzer:3:-";
    let game = set(&CONTESTED, &scene(&hills(""), cats, "", "2 turn 2 ... 8 70 -"));
    assert_eq!(over(&after(&game, "a-o6 ^0")), "peaks 1 0");
}

#[test]
fn a_peak_that_was_lost_and_come_back_to_does_not_count() {
    // 2a drives 1b from q6, so only f11 is left at the start of seat 1's turn.
    let cats = "sham:3:f11.0 lina:3:q6.0 misto:3:a14.0 / speed:3:p6.0 darth:3:- setzer:3:-";
    let game = set(&[], &scene(&hills(""), cats, "2a11P", "2 turn 2 ... 8 30 -"));
    let game = after(&game, "a!1b ignore spit");
    assert_eq!(progress(&game), "step:1b:2a 2 x.. 8 30");
    let game = after(&game, ">r6 ^0");
    assert_eq!(progress(&game), "turn 1 ... 9 10");
}

#[test]
fn the_turn_that_would_open_one_round_more_does_not_start() {
    let short = [("maxrounds", "8")];
    let game = after(&held(&short, "speed:3:k22.4", "00"), "a~");
    assert_eq!(over(&game), "limit 1/2 1/2");
    assert_eq!((word(&game, 3), progress(&game)), ("-".to_owned(), "turn 1 ... 9 00".to_owned()));
    assert_eq!(set(&short, &game.to_string()), game);
    // The turn does not start, so nobody wins by it either.
    assert_eq!(over(&after(&held(&short, "speed:3:k22.4", "30"), "a~")), "limit 1/2 1/2");
    assert_eq!(over(&after(&held(&[("maxrounds", "9")], "speed:3:k22.4", "30"), "a~")), "peaks 1 0");
}
