//! The end of a game, and seats that leave it.

use uvi_games::{
    game::{Actor, Game, IllegalError, Seat, Turn},
    games::orwell::Orwell,
};

use super::support::*;

#[test]
fn a_capture_that_ends_the_game_stays_with_the_mover() {
    let royals = "wGd5 wRa1 wMa3 rRe6 rGb12 rJb11 bGb10 bDb9";
    let last_man = "wDa1 wDg6 wRa5 rRg5 rJf7 bRb8 bGb9";
    // Red has one man left too.
    let both = "wGd5 wRa1 wMa3 rRe6 rJb11 bGb10 bDb9";
    // A lone man may be set up.
    let lone = "wDg6 wRa5 rRf7 bRb8 bGb9";
    for (men, action, dice, left, outcome) in [
        (royals, "d5e6", "3", "-", "royals 1 0 0"),
        (royals, "d5e6", "36", "6", "royals 1 0 0"),
        (royals, "d5e6", "33", "3", "royals 1 0 0"),
        (last_man, "g6f7", "2", "-", "last-man 1 0 0"),
        (last_man, "g6f7", "24", "4", "last-man 1 0 0"),
        (both, "d5e6", "3", "-", "royals 1 0 0"),
        (lone, "g6f7", "2", "-", "last-man 1 0 0"),
    ] {
        let game = after(men, &format!("1 {dice} -b- 7 -"), action);
        assert_eq!((over(&game).as_str(), rest(&game)), (outcome, format!("1 {left} rb- 7 -")), "{men}");
        assert_eq!(read(&game.to_string()), game);
    }
}

#[test]
fn the_last_man_of_somebody_else_does_not_end_it() {
    // Rules page, End: only the owner of the captured man is counted.
    let game = after("wDa1 wDg6 wRa5 rRg5 bJf7 bRb8 bGb9", "1 2 --- 1 -", "g6f7");
    assert_eq!(rest(&game), "2 - b-- 1 -");
    assert_eq!(game.turn(), Turn::Chance);
}

/// A position of a game with so many rounds.
#[track_caller]
fn limited(rounds: &str, position: &str) -> Orwell {
    testkit::typed::set(&[("maxrounds", rounds)], position)
}

#[test]
fn the_limit_is_the_next_turns_position() {
    let mut game = limited("2", &format!("{START} 3 34 --- 2 -"));
    play(&mut game, "pass pass");
    assert_eq!(rest(&game), "1 - --- 3 -");
    assert_eq!(over(&game), "limit 1/3 1/3 1/3");
    assert_eq!(limited("2", &game.to_string()), game);
    assert_eq!(game.check(Actor::Chance, action("@11")), Err(IllegalError::NotToAct));
}

#[test]
fn a_win_in_the_last_round_is_no_draw() {
    let mut game = limited("1", &board("wDa1 wDg6 wRa5 bRg5 bJf7 rRb8 rGb9", "3 2 --- 1 -"));
    assert_eq!(legal(&game), ["pass"]);
    play(&mut game, "pass");
    assert_eq!(over(&game), "limit 1/3 1/3 1/3");
    let mut game = limited("1", &board("bDa1 bDg6 bRa5 wRg5 wJf7 rRb8 rGb9", "3 2 --- 1 -"));
    play(&mut game, "g6f7");
    assert_eq!(over(&game), "last-man 0 0 1");
}

// ---------------------------------------------------------------- vacated seats

#[track_caller]
fn vacated(position: &str, seat: Seat, rest_after: &str) -> Orwell {
    let mut game = read(position);
    let before = position.split(' ').next().unwrap().to_owned();
    game.vacate(seat);
    assert_eq!(game.to_string(), format!("{before} {rest_after}"));
    assert_eq!(read(&game.to_string()), game);
    game
}

#[test]
fn a_seat_to_move_that_is_vacated_loses_its_dice_and_another_only_its_place() {
    vacated(&format!("{START} 1 - --- 1 -"), Seat::ONE, "2 - --- 1 1");
    vacated(&format!("{START} 1 13 --- 1 -"), Seat::ONE, "2 - --- 1 1");
    vacated(&format!("{START} 2 5 --- 1 -"), Seat::TWO, "3 - --- 1 2");
    vacated(&format!("{START} 3 55 --- 1 -"), Seat::THREE, "1 - --- 2 3");
    // Lost dice make no pass.
    vacated(&format!("{START} 2 34 --- 1 -"), Seat::TWO, "3 - --- 1 2");
    // The next seat to throw may be two further on.
    vacated(&format!("{START} 2 5 --- 1 3"), Seat::TWO, "1 - --- 2 23");
    vacated(&format!("{START} 3 - --- 9 1"), Seat::THREE, "2 - --- 10 13");
    // Another seat than the mover's.
    vacated(&format!("{START} 1 13 --- 1 -"), Seat::TWO, "1 13 --- 1 2");
    vacated(&format!("{START} 1 - --- 1 -"), Seat::THREE, "1 - --- 1 3");
    vacated(&format!("{START} 3 6 --- 4 -"), Seat::ONE, "3 6 --- 4 1");
}

#[test]
fn a_vacated_seat_is_skipped_and_the_round_still_grows() {
    for (vacant, first, turns) in [("1", "2", "3 2 3 2"), ("2", "1", "3 1 3 1"), ("3", "1", "2 1 2 1")] {
        let mut game = read(&format!("{START} {first} - --- 1 {vacant}"));
        for (turn, round) in turns.split(' ').zip([1, 2, 2, 3]) {
            play(&mut game, "@34 pass pass");
            assert_eq!((&rest(&game)[..1], game.round()), (turn, round), "{vacant}");
        }
    }
}

#[test]
fn men_of_a_vacated_seat_count_as_anyones() {
    // These men can be captured, shift alliances, and are screens.
    let men = "wDd5 wRa1 rRg1 bRa9 rJe6 bJc6 rGb12 bGb11";
    let game = after(men, "1 2 b-- 1 2", "d5e6");
    assert_eq!(rest(&game), "3 - r-- 1 2");
    refuses(&set(men, "1 2 r-- 1 2"), "d5e6", "shifting alliances: your last capture was of Red too");
    // The royals of a vacated seat count for that seat, and become the captor's.
    let game = after("wGd5 wRa1 wMa3 rRe6 rGb12 rJb11 bGb10 bDb9", "1 3 --- 1 2", "d5e6");
    assert_eq!(over(&game), "royals 1 0 0");
    // The capture of a vacated seat's last man but one may win the game.
    let game = after("wDa1 wDg6 wRa5 rRg5 rJf7 bRb8 bGb9", "1 2 --- 1 2", "g6f7");
    assert_eq!(over(&game), "last-man 1 0 0");
}

#[test]
fn vacating_can_bring_the_limit() {
    let mut game = limited("1", &format!("{START} 3 34 --- 1 -"));
    game.vacate(Seat::THREE);
    assert_eq!(over(&game), "limit 1/2 1/2 0");
    assert_eq!(rest(&game), "1 - --- 2 3");
}
