//! A turn: dice, forced moves, alliances, promotion.

use uvi_games::{
    game::{Actor, Game, IllegalError, Seat, Turn},
    games::orwell::{Action, Kind, Man, Owner},
};

use super::support::*;

#[test]
fn a_man_that_both_dice_move_spends_the_one() {
    for (men, action) in [("wRd10", "d10d11"), ("wMd10", "d10d11"), ("wud10 wRa7", "d10e11")] {
        let game = after(&format!("{men} rRa1 bRg1 rDb1 bDf1 wDa5"), "1 16 --- 1 -", action);
        assert_eq!(rest(&game).split(' ').nth(1), Some("6"), "{men}");
    }
}

#[test]
fn whichever_die_may_be_used_first_and_the_same_man_may_move_twice() {
    let mut game = read(&format!("{START} 1 15 --- 1 -"));
    assert_eq!(legal(&game).len(), 20);
    play(&mut game, "c2c5");
    assert_eq!(rest(&game), "1 1 r-- 1 -");
    play(&mut game, "b3a4");
    assert_eq!(rest(&game), "2 - r-- 1 -");
    let game = after("wRd10 rRa1 bRg1 rDb1 bDf1 wDa5", "1 11 --- 1 -", "d10d11 d11d12");
    assert_eq!(rest(&game), "2 - --- 1 -");
}

#[test]
fn each_lost_die_is_one_pass_the_lowest_first() {
    let mut game = read(&format!("{START} 3 34 --- 1 -"));
    for (dice, left) in [("34", "3 4 --- 1 -"), ("4", "1 - --- 2 -")] {
        assert_eq!(rest(&game).split(' ').nth(1), Some(dice));
        assert_eq!(game.forced(), Some((Seat::THREE, Action::Pass)));
        assert_eq!(legal(&game), ["pass"]);
        play(&mut game, "pass");
        assert_eq!(rest(&game), left);
    }
    assert_eq!(game.turn(), Turn::Chance);
}

#[test]
fn a_die_that_a_first_move_frees_is_not_lost() {
    // The Jugyo on b2 is shut in until the Berlinpeono on b3 has gone.
    let mut game = read(&format!("{START} 1 14 --- 1 -"));
    assert_eq!(moves_by_die(&game, "4"), 0);
    play(&mut game, "b3a4");
    assert_eq!(legal(&game), ["b2b3", "b2b4", "b2b5"]);
    assert_eq!(game.forced(), None);
}

#[test]
fn shifting_alliances() {
    let men = "wDd5 wRa1 rRg1 bRa9 rJe6 bJc6 rGb12 bGb11 bDe12";
    assert!(from(&set(men, "1 2 --- 1 -"), "d5").contains(&"d5e6".to_owned()));
    assert!(from(&set(men, "1 2 --- 1 -"), "d5").contains(&"d5c6".to_owned()));
    let game = set(men, "1 2 r-- 1 -");
    assert!(!from(&game, "d5").contains(&"d5e6".to_owned()));
    assert!(from(&game, "d5").contains(&"d5c6".to_owned()));
    refuses(&game, "d5e6", "shifting alliances: your last capture was of Red too");
    let mut game = set(men, "1 22 b-- 1 -");
    refuses(&game, "d5c6", "shifting alliances: your last capture was of Black too");
    // Each capture counts by itself, also two captures in a turn.
    play(&mut game, "d5e6");
    assert_eq!(rest(&game), "1 2 r-- 1 -");
}

#[test]
fn a_royal_may_always_be_captured_and_counts_as_the_last() {
    let game = after("wDd5 wRa1 rRe6 bRa9 rGb12 rJb11 bGb10 wJg7", "1 2 r-- 1 -", "d5e6");
    assert_eq!(man_on(&game, "e6"), Some(Man { owner: Owner::White, kind: Kind::Maharaja }));
    assert_eq!(rest(&game), "2 - r-- 1 -");
    let game = after("wDd5 wRa1 rRe6 bRa9 rGb12 rJb11 bGb10 wJg7", "1 2 b-- 1 -", "d5e6");
    assert_eq!(rest(&game), "2 - r-- 1 -");
}

#[test]
fn promotion_on_every_minipax_square() {
    for to in ["c2", "d2", "e2", "c6", "d6", "e6", "c10", "d10", "e10"] {
        let file = to.as_bytes()[0] as char;
        let rank: u32 = to[1..].parse().unwrap();
        let beside = (file as u8 - 1) as char;
        let men = format!("wu{beside}{} wRg8 rRa8 bRa4 rDa12 bDg12", rank - 1);
        let game = set(&men, "1 6 --- 1 -");
        let square = format!("{beside}{}", rank - 1);
        for letter in "dgjp".chars() {
            assert!(from(&game, &square).contains(&format!("{square}{to}{letter}")), "{to}");
        }
        refuses(&game, &format!("{square}{to}"), "a Berlinpeono that enters a Minipax square becomes d, g, j or p");
    }
    let game = set("wub2 wRg8 rRa8 bRa4 rDa12 bDg12", "1 6 --- 1 -");
    refuses(&game, "b2a3d", "a3 is not a Minipax square, so nothing is promoted");
    refuses(&game, "g8g9d", "only a Berlinpeono is promoted");
}

#[test]
fn a_promoted_man_moves_as_what_it_is_at_once() {
    let game = after("wub1 wRg8 rRa8 bRa4 rDa12 bDg12", "1 13 --- 1 -", "b1c2g c2d3");
    assert_eq!(rest(&game), "2 - --- 1 -");
    // The new man no longer moves as a Berlinpeono: the second 1 is left to the Raja.
    let game = after("wub1 wRg8 rRa8 bRa4 rDa12 bDg12", "1 11 --- 1 -", "b1c2g");
    refuses(&game, "c2d3", "no remaining die moves a Gryphon");
}

#[test]
fn perpetual_power_also_far_from_the_minipax() {
    for (man, die, from, to) in [
        ("wP", 5, "d5", "d9"),
        ("wG", 3, "d5", "e9"),
        ("wJ", 4, "d5", "d7"),
        ("wD", 2, "d5", "f7"),
        ("wd", 6, "d5", "d4"),
    ] {
        let men = format!("{man}{from} rR{to} wRa1 bRa9 rDb12 rJb10 bDg12 bGg11 bJd8");
        let men = if man == "wP" { men } else { men.replace(" bJd8", " bJg9") };
        let game = after(&men, &format!("1 {die} --- 1 -"), &format!("{from}{to}"));
        assert_eq!(man_on(&game, to), Some(Man { owner: Owner::White, kind: Kind::Maharaja }), "{man}");
    }
}

#[test]
fn a_berlinpeono_that_captures_a_royal_on_a_minipax_square_takes_no_letter() {
    let game = set("wuc1 wRg8 rRc2 bRa4 rDa12 rGb12 bDg12 bGf12", "1 1 --- 1 -");
    assert_eq!(from(&game, "c1"), words("c1b2 c1d2d c1d2g c1d2j c1d2p c1c2"));
    refuses(&game, "c1c2d", "a man that captures a royal becomes a Maharaja, without a letter");
    assert_eq!(game.describe(Actor::Seat(Seat::ONE), action("c1c2")), "c1xc2=M");
    let mut game = game;
    play(&mut game, "c1c2");
    assert_eq!(man_on(&game, "c2"), Some(Man { owner: Owner::White, kind: Kind::Maharaja }));
}

#[test]
fn a_new_maharaja_uses_the_second_die_as_such() {
    let men = "wGd5 wRa1 rRe6 bRa9 rGb12 rJb11 bGb10 bDb9";
    let game = after(men, "1 36 --- 1 -", "d5e6 e6e10");
    assert_eq!(rest(&game), "2 - r-- 1 -");
    // The man no longer moves as a Gryphon.
    let game = after(men, "1 33 --- 1 -", "d5e6");
    assert_eq!(legal(&game), ["pass"]);
    assert_eq!(game.check(Actor::Seat(Seat::ONE), action("e6f7")), {
        Err(IllegalError::Rule("no remaining die moves a Maharaja".into()))
    });
}

#[test]
fn who_is_not_asked_does_not_act() {
    let game = read(&format!("{START} 1 25 r-- 1 -"));
    let seat = |seat| Actor::Seat(seat);
    for (actor, text) in [(seat(Seat::TWO), "d7e8"), (seat(Seat::from_index(4)), "d7e8"), (Actor::Chance, "@11")] {
        assert_eq!(game.check(actor, action(text)), Err(IllegalError::NotToAct));
    }
    assert_eq!(start().check(seat(Seat::ONE), action("c3d4")), Err(IllegalError::NotToAct));
    assert_eq!(start().check(Actor::Chance, action("c3d4")), Err(IllegalError::rule("the dice are to be thrown")));
}
