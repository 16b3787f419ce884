//! Seats that leave, in every phase.

use testkit::{
    cats::{hills, listed, progress, scene, set, state, word},
    typed::{after, options, over, play},
};
use uvi_games::{
    game::{Actor, Game, Seat, SeatSet, Seed},
    games::cat_chess::CatChess,
};

use super::setup::run;

/// The position after these seats have left. Checks that its text reads back.
fn without(game: &CatChess, rules: &[(&str, &str)], seats: &[u32]) -> CatChess {
    let mut game = game.clone();
    for &seat in seats {
        let seat = Seat::new(seat).unwrap();
        game.vacate(seat);
        assert!(Game::vacant(&game).contains(seat));
        assert_eq!(game.held(seat).number(), 0);
        assert!(game.cats().all(|(id, cat)| id.seat != seat || cat.place.is_none()));
        assert!(set(rules, &game.to_string()) == game, "{game}");
    }
    game
}

/// The seats to act, and the progress.
fn due(game: &CatChess) -> String {
    format!("{} {}", word(game, 3), progress(game))
}

/// The option for no tiles.
const NONE: &[(&str, &str)] = &[("tiles", "0")];

fn start(seats: u8, tiles: &str) -> CatChess {
    CatChess::start(&options::<CatChess>(&[("tiles", tiles)]), seats, &Seed([0; 16]))
}

#[test]
fn counters_go_round_among_those_who_are_left() {
    let mut game = start(4, "0");
    run(&mut game, 5);
    assert_eq!(due(&game), "2 style 2 --- 0 0000");
    // The owner leaves: the next seat goes on.
    let mut game = without(&game, NONE, &[2]);
    assert_eq!(due(&game), "3 style 3 --- 0 0000");
    run(&mut game, 2);
    assert_eq!(due(&game), "1 style 1 --- 0 0000");
    // Another seat leaves: it is skipped, and nothing else changes.
    let mut game = without(&game, NONE, &[4]);
    assert_eq!(due(&game), "1 style 1 --- 0 0000");
    run(&mut game, 6);
    assert_eq!(due(&game), "1 presence 1 --- 0 0000");
    run(&mut game, 10);
    assert_eq!(due(&game), "1 cats 1 --- 0 0000");
}

#[test]
fn a_part_begins_with_the_lowest_seat_left_also_where_the_last_owner_leaves() {
    let mut game = start(3, "0");
    run(&mut game, 14);
    assert_eq!(due(&game), "3 style 3 --- 0 000");
    assert_eq!(due(&without(&game, NONE, &[1])), "3 style 3 --- 0 000");
    assert_eq!(due(&without(&game, NONE, &[3])), "1 presence 1 --- 0 000");
    let mut game = without(&game, NONE, &[1]);
    run(&mut game, 1);
    assert_eq!(due(&game), "2 presence 2 --- 0 000");
}

#[test]
fn tiles_that_are_left_are_placed_by_the_others() {
    let mut game = start(3, "7");
    run(&mut game, 30 + 1);
    assert_eq!(due(&game), "2 tiles:5 2 --- 0 000");
    let game = without(&game, &[("tiles", "7")], &[2]);
    assert_eq!(due(&game), "3 tiles:5 3 --- 0 000");
    let mut all = game.clone();
    run(&mut all, 5);
    assert_eq!(due(&all), "1 cats 1 --- 0 000");
}

#[test]
fn who_leaves_while_cats_are_placed_takes_his_away() {
    let mut game = start(3, "0");
    run(&mut game, 30);
    play(&mut game, "a=a11 ^0 a=v1 ^0 a=k22");
    assert_eq!(due(&game), "3 face:a 3 --- 0 000");
    assert_eq!(due(&without(&game, NONE, &[3])), "1 cats 1 --- 0 000");
    assert_eq!(due(&without(&game, NONE, &[1])), "3 face:a 3 --- 0 000");
    play(&mut game, "^0 b=a12 ^0 b=u1 ^0 b=j22 ^0 c=a13 ^0 c=t1 ^0 c=i22");
    assert_eq!(due(&game), "3 face:c 3 --- 0 000");
    // The last cat is not placed: round 1 begins, with the lowest seat left.
    assert_eq!(due(&without(&game, NONE, &[3])), "1 turn 1 ... 1 000");
    let game = without(&game, NONE, &[1]);
    assert_eq!(due(&after(&game, "^0")), "2 turn 2 ... 1 000");
}

/// Three seats, with the second to act. 2a and the cat of seat 3 on a peak see each other.
const CATS: &str = "sham:3:c12.0 lina:3:- misto:3:- / kero:3:d11.0 ispex:3:a14.0 vision:3:- / \
                    speed:3:f11.3 darth:3:q6.0 setzer:3:-";

fn turn(rest: &str) -> CatChess {
    set(&[], &scene(&hills(""), CATS, "2a11P", rest))
}

#[test]
fn the_turn_of_an_owner_who_leaves_ends_at_once_and_nothing_is_noted() {
    for rest in [
        "2 turn 2 ... 4 003 -",
        "2 turn 2 .x. 4 003 -",
        "2 face:ab 2 xx. 4 003 -",
        "2 return 2 ... 4 003 -",
        "2 face:a 2 ... 4 003 -",
        "2 step:2a:3a 2 x.. 4 003 -",
        "3 challenge:2a:3a:spit,- 2 x.. 4 003 -",
        "- coin:2a:3a 2 x.. 4 003 -",
    ] {
        // Seat 3 has two peaks.
        let game = without(&turn(rest), &[], &[2]);
        assert_eq!(due(&game), "- turn 3 ... 4 003", "{rest}");
        assert_eq!(over(&game), "peaks 0 0 1");
    }
    let game = without(&turn("3 turn 3 ... 4 000 -"), &[], &[3]);
    assert_eq!(due(&game), "1 turn 1 ... 5 000");
}

#[test]
fn the_misto_of_an_owner_who_leaves_does_not_come_back() {
    let cats = CATS.replace("misto:3:-", "tigger:3:-").replace("vision:3:-", "misto:3:-");
    let game = set(&[], &scene(&hills(""), &cats, "", "2 misto 2 xx. 4 001 -"));
    assert_eq!(due(&without(&game, &[], &[2])), "3 turn 3 ... 4 001");
}

#[test]
fn a_challenge_is_void_when_the_defender_leaves() {
    let game = turn("2 turn 2 ... 4 003 -");
    // With no choice made, and with one choice made; then in a step.
    for position in [after(&game, "a!3a"), after(&game, "a!3a spit"), turn("2 step:2a:3a 2 x.. 4 003 -")] {
        let left = without(&position, &[], &[3]);
        // The challenger has acted; the other cat of its owner has not.
        assert_eq!(due(&left), "2 turn 2 x.. 4 000", "{position}");
        assert_eq!((state(&left, "2a"), state(&left, "3a")), ("3:d11.0".to_owned(), "3:-".to_owned()));
        assert_eq!(listed(&left, 2, "a"), "");
    }
    let mut answered = after(&game, "a!3a");
    answered.apply(Actor::Seat(Seat::THREE), "wash".parse().unwrap()).unwrap();
    assert_eq!(due(&answered), "2 challenge:2a:3a:-,wash 2 x.. 4 003");
    assert_eq!(due(&without(&answered, &[], &[3])), "2 turn 2 x.. 4 000");
    let loser = after(&game, "a!3a spit ignore");
    assert_eq!(due(&loser), "3 step:3a:2a 2 x.. 4 003");
    let left = without(&loser, &[], &[3]);
    assert_eq!(due(&left), "2 turn 2 x.. 4 000");
    // The self-esteem that was taken stays taken.
    assert_eq!(state(&left, "2a"), "4:d11.0");
    assert_eq!(due(&without(&turn("- coin:2a:3a 2 xx. 4 003 -"), &[], &[3])), "2 face:ab 2 xx. 4 000");
}

#[test]
fn a_challenge_of_others_goes_on() {
    let game = turn("2 turn 2 ... 4 003 -");
    for (position, expected) in [
        (after(&game, "a!3a"), "23 challenge:2a:3a:-,- 2 x.. 4 003"),
        (after(&game, "a!3a spit"), "3 challenge:2a:3a:spit,- 2 x.. 4 003"),
        (after(&game, "a!3a spit ignore"), "3 step:3a:2a 2 x.. 4 003"),
        (turn("- coin:2a:3a 2 x.. 4 003 -"), "- coin:2a:3a 2 x.. 4 003"),
    ] {
        let left = without(&position, &[], &[1]);
        assert_eq!((due(&left), word(&left, 9)), (expected.to_owned(), "1".to_owned()));
    }
}

#[test]
fn a_third_seat_that_leaves_no_longer_counts_nor_stands_in_the_way() {
    let game = turn("2 turn 2 ... 4 000 -");
    assert!(!listed(&game, 2, "b=").contains("b=c12") && !listed(&game, 2, "a-").contains("a-c12"));
    let left = without(&game, &[], &[1]);
    assert!(listed(&left, 2, "c=").contains("c=c12"));
    assert_eq!(due(&left), "2 turn 2 ... 4 000");
    // The grids stay, and the seat is skipped.
    assert_eq!(word(&left, 2), word(&game, 2));
    let next = after(&without(&turn("3 turn 3 ... 4 000 -"), &[], &[1]), "a~ b~");
    assert_eq!(due(&next), "2 turn 2 ... 5 003");
}

#[test]
fn a_contested_peak_counts_when_its_observer_leaves_before_the_turn_is_played() {
    let rules = [("peaks", "contested")];
    // 1a sees f11 from below.
    let cats = CATS.replace("c12.0", "e11.0").replace("d11.0", "d11.3");
    let game = set(&rules, &scene(&hills(""), &cats, "", "3 turn 3 ... 4 003 -"));
    assert_eq!(over(&without(&game, &rules, &[1])), "peaks 0 0 1");
}

#[test]
fn a_seat_that_is_not_at_the_table_cannot_leave() {
    let game = turn("2 turn 2 ... 4 003 -");
    let mut same = game.clone();
    same.vacate(Seat::from_index(4));
    assert_eq!((&same, Game::vacant(&same)), (&game, SeatSet::EMPTY));
}
