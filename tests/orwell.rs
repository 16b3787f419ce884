//! Orwell Chess against its rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{collections::BTreeMap, str::FromStr};

use arbiter::{
    game::{
        Actor, Game, Illegal, OptionValues, Outcome, PositionError, Score, Seat, SeatSet, Seed, Style, Turn, perft,
    },
    games::{
        self,
        orwell::{Action, Kind, Man, Orwell, Owner},
    },
};
use proptest::prelude::*;
use serde_json::Value;

const START: &str = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                     1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1";
const SEED: Seed = Seed([0; 16]);
const ROUNDS: u32 = 500;

fn start() -> Orwell {
    Orwell::start(&ROUNDS, 3, &SEED)
}

#[track_caller]
fn read(position: &str) -> Orwell {
    let game = Orwell::read(&ROUNDS, 3, position).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(game.to_string(), position);
    game
}

/// A board with these men, such as `wRd5`, and the rest of the position.
fn board(men: &str, rest: &str) -> String {
    let mut squares: BTreeMap<String, String> = BTreeMap::new();
    for man in men.split_whitespace() {
        squares.insert(man[2..].to_owned(), man[..2].to_owned());
    }
    let mut ranks = Vec::new();
    for rank in (1..=12).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for file in 'a'..='g' {
            match squares.remove(&format!("{file}{rank}")) {
                Some(man) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += &man;
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    assert!(squares.is_empty(), "{squares:?} are no squares");
    format!("{} {rest}", ranks.join("/"))
}

#[track_caller]
fn set(men: &str, rest: &str) -> Orwell {
    read(&board(men, rest))
}

fn action(text: &str) -> Action {
    Action::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn actor(game: &Orwell) -> Actor {
    match game.turn() {
        Turn::Chance => Actor::Chance,
        Turn::Seats(seats) => Actor::Seat(seats.single().unwrap()),
        Turn::Over(_) => panic!("over: {game}"),
    }
}

#[track_caller]
fn play(game: &mut Orwell, actions: &str) {
    for text in actions.split_whitespace() {
        if let Err(error) = game.apply(actor(game), action(text)) {
            panic!("{text}: {error} in {game}");
        }
    }
}

#[track_caller]
fn after(men: &str, rest: &str, actions: &str) -> Orwell {
    let mut game = set(men, rest);
    play(&mut game, actions);
    game
}

fn legal(game: &Orwell) -> Vec<String> {
    let mut actions = Vec::new();
    for seat in Seat::all(3) {
        game.legal(seat, &mut actions);
    }
    let mut actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
    actions.sort();
    actions
}

/// The legal actions of the man on a square.
fn from(game: &Orwell, square: &str) -> Vec<String> {
    legal(game).into_iter().filter(|action| action.starts_with(square)).collect()
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

#[track_caller]
fn refuses(game: &Orwell, text: &str, reason: &str) {
    assert_eq!(game.check(actor(game), action(text)), Err(Illegal::Rule(reason.to_owned().into())), "{text} in {game}");
}

fn man_on(game: &Orwell, square: &str) -> Option<Man> {
    game.man(arbiter::board::square(square).unwrap().1)
}

fn over(game: &Orwell) -> Outcome {
    match game.turn() {
        Turn::Over(outcome) => outcome,
        Turn::Chance | Turn::Seats(_) => panic!("not over: {game}"),
    }
}

/// The rest of the position, without the board.
fn rest(game: &Orwell) -> String {
    game.to_string().split_once(' ').unwrap().1.to_owned()
}

fn with_dice(game: &Orwell, dice: &str) -> Orwell {
    let text = game.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    read(&format!("{} {} {dice} {} {} {}", words[0], words[1], words[3], words[4], words[5]))
}

fn moves_by_die(game: &Orwell, die: &str) -> usize {
    let game = with_dice(game, die);
    legal(&game).iter().filter(|action| *action != "pass").count()
}

// ---------------------------------------------------------------- the sample game

#[test]
fn the_sample_game_replays() {
    let golden: Value = serde_json::from_str(include_str!("golden/orwell-sample-game.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut game = read(golden["start"].as_str().unwrap());
    assert_eq!(game, start());
    for turn in golden["turns"].as_array().unwrap() {
        let before = game.to_string();
        assert_eq!(u64::from(game.round()), turn["round"].as_u64().unwrap(), "{before}");
        assert!(rest(&game).starts_with(&turn["seat"].to_string()), "{before}");
        for (die, count) in turn["legal_before_by_die"].as_object().unwrap() {
            assert_eq!(moves_by_die(&game, die) as u64, count.as_u64().unwrap(), "die {die} in {before}");
        }
        play(&mut game, &format!("@{}", text(&turn["dice"])));
        let printed = turn["printed"].as_array().unwrap();
        for (played, printed) in turn["actions"].as_array().unwrap().iter().zip(printed) {
            let played = text(played);
            let seat = actor(&game);
            // The two misprints of the page.
            let printed = match printed.as_str().unwrap() {
                "Gf6xf9" => "Gg6xf9",
                "Jb11xa11" => "Jb11-a11",
                printed => printed,
            };
            assert_eq!(game.describe(seat, action(&played)), printed, "{game}");
            assert_eq!(game.forced().is_some(), played == "pass", "{game}");
            play(&mut game, &played);
        }
        assert_eq!(game.to_string(), text(&turn["position_after"]));
        assert!(rest(&game).contains(&format!(" {} ", text(&turn["last_after"]))), "{game}");
        assert_eq!(read(&game.to_string()), game);
    }
    let result = &golden["result"];
    assert_eq!(over(&game), Outcome { reason: "last-man", score: Score::win(3, Seat::ONE) });
    assert_eq!(result["reason"], "last-man");
    assert_eq!(game.dice().to_string(), result["die_unplayed"].to_string());
}

// ---------------------------------------------------------------- numbers

#[test]
fn legal_moves_at_the_start_by_die() {
    for seat in 1..=3 {
        for (die, count) in [("1", 16), ("2", 8), ("3", 0), ("4", 0), ("5", 4), ("6", 16)] {
            assert_eq!(moves_by_die(&read(&format!("{START} {seat} - --- 1 -")), die), count, "seat {seat} die {die}");
        }
    }
}

/// What a man on d5 can do where no other man stands; the royals that there must be stand where it does not go.
#[test]
fn mobility_on_an_empty_board() {
    for (kind, die, count, squares) in [
        ('D', 2, 12, "wRc7 rRe7 bRe3"),
        ('J', 4, 13, "wRc7 rRe7 bRe3"),
        ('P', 5, 17, "wRc7 rRe7 bRe3"),
        ('G', 3, 32, "wRa5 rRg5 bRf5"),
    ] {
        let game = set(&format!("w{kind}d5 {squares}"), &format!("1 {die} --- 1 -"));
        let found = from(&game, "d5");
        assert_eq!(found.len(), count, "{kind}: {found:?}");
    }
    let game = set("wMd5 rRa7 bRg7", "1 1 --- 1 -");
    assert_eq!(from(&game, "d5").len(), 37);
}

#[test]
fn sequences_of_a_first_turn_by_throw() {
    let table: &[(&[&str], u64)] = &[
        (&["11", "16", "66"], 244),
        (&["12", "26"], 252),
        (&["15", "56"], 144),
        (&["22"], 56),
        (&["25"], 52),
        (&["13", "14", "36", "46"], 32),
        (&["23", "24", "55"], 8),
        (&["35", "45"], 4),
        (&["33", "34", "44"], 1),
    ];
    for seat in 1..=3 {
        let mut total = 0;
        for (throws, count) in table {
            for throw in *throws {
                let game = read(&format!("{START} {seat} {throw} --- 1 -"));
                assert_eq!(perft(&game, 2), Some(*count), "seat {seat} throw {throw}");
                total += count * if throw.as_bytes()[0] == throw.as_bytes()[1] { 1 } else { 2 };
            }
        }
        assert_eq!(total, 3_036);
        assert_eq!(perft(&read(&format!("{START} {seat} - --- 1 -")), 3), Some(3_036));
    }
}

// ---------------------------------------------------------------- board and men

#[test]
fn berlinpeonos_move_aslant_and_capture_straight() {
    let men = "wud5 wRa1 rRa9 bRg9 bDe6 rDd6 bDa3";
    assert_eq!(from(&set(men, "1 1 --- 1 -"), "d5"), words("d5c6d d5c6g d5c6j d5c6p d5d6d d5d6g d5d6j d5d6p"));
    let men = "wdd5 wRa1 rRa9 bRg9 bDe4 rDd4 bDa3";
    assert_eq!(from(&set(men, "1 1 --- 1 -"), "d5"), words("d5c4 d5d4"));
}

#[test]
fn the_cylinder_joins_rank_twelve_to_rank_one_and_no_files() {
    let men = "wua12 wdg1 wRd7 rRa6 bRg6 bDa1 rDg12 rDd3 bDd4";
    let game = set(men, "1 1 --- 1 -");
    assert_eq!(from(&game, "a12"), words("a12b1 a12a1"));
    assert_eq!(from(&game, "g1"), words("g1f12 g1g12"));
}

#[test]
fn a_dabbabah_is_a_bishop_round_the_cylinder() {
    let game = set("wDd12 wRa1 rRg6 bRa6 bJb2 wJf2 rDg3 rDg5", "1 2 --- 1 -");
    assert_eq!(from(&game, "d12"), words("d12c1 d12b2 d12e1 d12c11 d12b10 d12a9 d12e11 d12f10 d12g9"));
}

#[test]
fn a_gryphon_goes_outward_from_an_empty_corner() {
    // d5: the corner c6 is taken, so nothing beyond it; e6 is empty: up the file to the man on e8, along the rank.
    let game = set("wGd5 wRa1 rRg1 bRa9 rDc6 bDe8 wDe3 wDc4 rDb12 bDb11", "1 3 --- 1 -");
    // From e4 the file goes down to e3, own; the rank f4 g4. From e6 up: e7, e8.
    assert_eq!(from(&game, "d5"), words("d5c6 d5e6 d5e7 d5e8 d5f6 d5g6 d5e4 d5f4 d5g4"));
}

#[test]
fn a_gryphons_ray_goes_round_and_ends_at_its_corner() {
    let game = set("wGa1 wRg7 rRg8 bRg9 rDf7 bDf8", "1 3 --- 1 -");
    // b2 up the file all the way to b1, b12 down the same squares; each once.
    let mut expected: Vec<String> = (1..=12).map(|rank| format!("a1b{rank}")).collect();
    expected.extend(["c2", "d2", "e2", "f2", "g2", "c12", "d12", "e12", "f12", "g12"].map(|to| format!("a1{to}")));
    expected.sort();
    assert_eq!(from(&game, "a1"), expected);
}

#[test]
fn a_jugyo_slides_along_the_file_and_steps_along_the_rank() {
    let game = set("wJd5 wRa1 rRg1 bRa9 rDd8 wDd3 bDe5 bDg5", "1 4 --- 1 -");
    assert_eq!(from(&game, "d5"), words("d5d6 d5d7 d5d8 d5d4 d5c5 d5e5"));
}

#[test]
fn a_pao_captures_over_exactly_one_man() {
    let game = set("wPd5 wRg1 rRa1 bRa9 wDd7 rJd9 bJd10 rDe5 bDg5 bGb5", "1 5 --- 1 -");
    // Up: d6, over d7, d9. Down and round: d4 to d11 meets d10 as screen, d9 beyond it.
    let quiet = "d5d6 d5d4 d5d3 d5d2 d5d1 d5d12 d5d11 d5c5";
    assert_eq!(from(&game, "d5"), words(&format!("{quiet} d5d9 d5g5")));
}

#[test]
fn a_paos_own_square_is_no_screen_and_no_prey() {
    // One other man on the file: whichever way round, it is the screen, and there is nobody beyond it.
    let game = set("wPd5 wRa1 rRg1 bRa9 rDd8 bDg9", "1 5 --- 1 -");
    assert!(!from(&game, "d5").iter().any(|action| action == "d5d8" || action == "d5d5"));
    assert_eq!(from(&game, "d5").len(), 10 + 6);
}

#[test]
fn a_raja_is_a_king_and_a_maharaja_queen_and_knight() {
    let game = set("wRd12 rMa1 bRg6 rDc11 bDe1 wDd1", "1 1 --- 1 -");
    assert_eq!(from(&game, "d12"), words("d12c11 d12d11 d12e11 d12c12 d12e12 d12c1 d12e1"));
    let game = set("wMa1 rRf9 bRg9 rJb2 bJa2 wJb1 wJa12 bJb12 rDc2 bDc12 wDb3 bPb11", "1 1 --- 1 -");
    assert_eq!(from(&game, "a1"), words("a1b2 a1a2 a1b12 a1c2 a1c12 a1b11"));
}

#[test]
fn a_royal_never_captures_a_royal() {
    let game = set("wMd5 rRd6 bRd4 rDa1 bDb1 wDg1", "1 1 --- 1 -");
    refuses(&game, "d5d6", "a royal never captures a royal");
    refuses(&game, "d5d4", "a royal never captures a royal");
}

#[test]
fn a_square_reached_both_ways_round_is_one_action() {
    let game = set("wJd5 wRa1 rRg1 bRa9 rDb9 bDg9", "1 4 --- 1 -");
    assert_eq!(from(&game, "d5").len(), 13);
}

// ---------------------------------------------------------------- a turn

#[test]
fn a_throw_is_kept_ascending() {
    let mut game = start();
    play(&mut game, "@31");
    assert_eq!(rest(&game), "1 13 --- 1 -");
}

#[test]
fn each_die_moves_its_men() {
    let men = "wud3 wDa8 wGg8 wJa5 wPg5 wRd10 rRa1 bRg1 rDb1 bDf1";
    for (die, squares) in [(1, "d3 d10"), (2, "a8"), (3, "g8"), (4, "a5"), (5, "g5"), (6, "d3 d10")] {
        let game = set(men, &format!("1 {die} --- 1 -"));
        for man in "d3 a8 g8 a5 g5 d10".split(' ') {
            assert_eq!(!from(&game, man).is_empty(), squares.split(' ').any(|square| square == man), "{man} by {die}");
        }
    }
}

#[test]
fn a_man_that_both_dice_move_spends_the_one() {
    for (men, action) in [("wRd10", "d10d11"), ("wMd10", "d10d11"), ("wud10 wRa7", "d10e11")] {
        let game = after(&format!("{men} rRa1 bRg1 rDb1 bDf1 wDa5"), "1 16 --- 1 -", action);
        assert_eq!(game.dice().to_string(), "6", "{men}");
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
fn a_player_who_can_move_must() {
    let game = read(&format!("{START} 1 13 --- 1 -"));
    refuses(&game, "pass", "a legal move exists, so you cannot pass");
    assert_eq!(game.forced(), None);
}

#[test]
fn each_lost_die_is_one_pass_the_lowest_first() {
    let mut game = read(&format!("{START} 3 34 --- 1 -"));
    for (dice, left) in [("34", "3 4 --- 1 -"), ("4", "1 - --- 2 -")] {
        assert_eq!(game.dice().to_string(), dice);
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
fn he_need_not_choose_so_as_to_use_both_dice() {
    // After a move that frees nobody the 4 is lost.
    let game = after("wRd7 wJa1 wDa2 wDa12 wDb1 rRg1 bRf3 rDg5 bDg6", "1 14 --- 1 -", "d7d8 pass");
    assert_eq!(rest(&game), "2 - --- 1 -");
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
    // Captures are counted one by one, two in a turn too.
    play(&mut game, "d5e6");
    assert_eq!(rest(&game), "1 2 r-- 1 -");
}

#[test]
fn what_others_captured_last_does_not_matter() {
    let game = set("wDd5 wRa1 rRg1 bRa9 rJe6 bJc6 rGb12 bGb11", "1 2 -br 1 -");
    assert!(from(&game, "d5").contains(&"d5e6".to_owned()));
    assert!(from(&game, "d5").contains(&"d5c6".to_owned()));
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
fn a_die_can_be_lost_by_shifting_alliances() {
    let game = set("wJa1 wRb2 wDa2 wDa12 rJb1 rRg9 rDg10 bRg8 bJg7", "1 4 r-- 1 -");
    assert_eq!(legal(&game), ["pass"]);
    refuses(&game, "a1b1", "shifting alliances: your last capture was of Red too");
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
    // No longer as what it was: the second 1 is left to the Raja.
    let game = after("wub1 wRg8 rRa8 bRa4 rDa12 bDg12", "1 11 --- 1 -", "b1c2g");
    refuses(&game, "c2d3", "no die that is left moves a Gryphon");
}

#[test]
fn promotion_by_capture() {
    let game = after("wuc1 wRg8 rRa8 bRa4 rDa12 rJc2 rGb12 bDg12", "1 1 --- 1 -", "c1c2p");
    assert_eq!(man_on(&game, "c2"), Some(Man { owner: Owner::White, kind: Kind::Pao }));
    assert_eq!(rest(&game), "2 - r-- 1 -");
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
    refuses(&game, "c1c2d", "who captures a royal becomes a Maharaja, without a letter");
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
    // And no longer as a Gryphon.
    let game = after(men, "1 33 --- 1 -", "d5e6");
    assert_eq!(legal(&game), ["pass"]);
    assert_eq!(game.check(Actor::Seat(Seat::ONE), action("e6f7")), {
        Err(Illegal::Rule("no die that is left moves a Maharaja".into()))
    });
}

// ---------------------------------------------------------------- the end

#[test]
fn royals_wins_at_once_and_stays_with_the_mover() {
    let men = "wGd5 wRa1 wMa3 rRe6 rGb12 rJb11 bGb10 bDb9";
    for (dice, left) in [("3", "-"), ("36", "6"), ("33", "3")] {
        let game = after(men, &format!("1 {dice} -b- 7 -"), "d5e6");
        assert_eq!(over(&game), Outcome { reason: "royals", score: Score::win(3, Seat::ONE) });
        assert_eq!(rest(&game), format!("1 {left} rb- 7 -"));
        assert!(legal(&game).is_empty() && game.forced().is_none());
        assert_eq!(read(&game.to_string()), game);
    }
}

#[test]
fn last_man_wins_at_once_and_stays_with_the_mover() {
    let men = "wDa1 wDg6 wRa5 rRg5 rJf7 bRb8 bGb9";
    for (dice, left) in [("2", "-"), ("24", "4")] {
        let game = after(men, &format!("1 {dice} --- 4 -"), "g6f7");
        assert_eq!(over(&game), Outcome { reason: "last-man", score: Score::win(3, Seat::ONE) });
        assert_eq!(rest(&game), format!("1 {left} r-- 4 -"));
        assert_eq!(read(&game.to_string()), game);
    }
}

#[test]
fn royals_comes_before_last_man() {
    let game = after("wGd5 wRa1 wMa3 rRe6 rJb11 bGb10 bDb9", "1 3 --- 1 -", "d5e6");
    assert_eq!(over(&game).reason, "royals");
}

#[test]
fn the_last_man_of_somebody_else_does_not_end_it() {
    // Ruled: only a player whose man was captured can have lost his last man but one.
    let game = after("wDa1 wDg6 wRa5 rRg5 bJf7 bRb8 bGb9", "1 2 --- 1 -", "g6f7");
    assert_eq!(rest(&game), "2 - b-- 1 -");
    assert_eq!(game.turn(), Turn::Chance);
}

#[test]
fn a_lone_man_that_was_set_up_may_be_captured() {
    let game = after("wDg6 wRa5 rRf7 bRb8 bGb9", "1 2 --- 1 -", "g6f7");
    assert_eq!(over(&game).reason, "last-man");
    assert_eq!(read(&game.to_string()), game);
}

#[test]
fn the_limit_is_the_next_turns_position() {
    let mut game = Orwell::read(&2, 3, &format!("{START} 3 34 --- 2 -")).unwrap();
    play(&mut game, "pass pass");
    assert_eq!(rest(&game), "1 - --- 3 -");
    assert_eq!(over(&game), Outcome { reason: "limit", score: Score::split(3, SeatSet::all(3)) });
    assert_eq!(over(&game).score.to_uvi(), {
        let third = arbiter::game::Points::new(1, 3).unwrap();
        Score::Each(arbiter::game::BySeat::new(3, |_| third)).to_uvi()
    });
    assert_eq!(Orwell::read(&2, 3, &game.to_string()).unwrap(), game);
    assert_eq!(game.check(Actor::Chance, action("@11")), Err(Illegal::NotToAct));
}

#[test]
fn a_win_in_the_last_round_is_no_draw() {
    let mut game = Orwell::read(&1, 3, &board("wDa1 wDg6 wRa5 bRg5 bJf7 rRb8 rGb9", "3 2 --- 1 -")).unwrap();
    assert_eq!(legal(&game), ["pass"]);
    play(&mut game, "pass");
    assert_eq!(over(&game).reason, "limit");
    let mut game = Orwell::read(&1, 3, &board("bDa1 bDg6 bRa5 wRg5 wJf7 rRb8 rGb9", "3 2 --- 1 -")).unwrap();
    play(&mut game, "g6f7");
    assert_eq!(over(&game), Outcome { reason: "last-man", score: Score::win(3, Seat::THREE) });
}

#[test]
fn maxrounds_is_an_option() {
    let variant = games::find("orwell").unwrap();
    assert_eq!((variant.title(), variant.seats()), ("Orwell Chess", &[3][..]));
    let mut values = OptionValues::defaults(variant.options());
    assert_eq!(values.text("maxrounds"), "500");
    for (text, fits) in [("1", true), ("10000", true), ("0", false), ("10001", false), ("x", false)] {
        assert_eq!(values.set("maxrounds", text).is_ok(), fits, "{text}");
    }
    values.set("maxrounds", "1").unwrap();
    let table = variant.read(&values, 3, &format!("{START} 1 - --- 2 -")).unwrap();
    assert!(matches!(table.turn(), Turn::Over(_)));
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
fn a_seat_to_move_that_is_vacated_loses_its_dice() {
    vacated(&format!("{START} 1 - --- 1 -"), Seat::ONE, "2 - --- 1 1");
    vacated(&format!("{START} 1 13 --- 1 -"), Seat::ONE, "2 - --- 1 1");
    vacated(&format!("{START} 2 5 --- 1 -"), Seat::TWO, "3 - --- 1 2");
    vacated(&format!("{START} 3 55 --- 1 -"), Seat::THREE, "1 - --- 2 3");
    // Lost dice make no pass.
    vacated(&format!("{START} 2 34 --- 1 -"), Seat::TWO, "3 - --- 1 2");
}

#[test]
fn another_seat_that_is_vacated_changes_only_the_word() {
    vacated(&format!("{START} 1 13 --- 1 -"), Seat::TWO, "1 13 --- 1 2");
    vacated(&format!("{START} 1 - --- 1 -"), Seat::THREE, "1 - --- 1 3");
    vacated(&format!("{START} 3 6 --- 4 -"), Seat::ONE, "3 6 --- 4 1");
    vacated(&format!("{START} 3 34 --- 4 -"), Seat::ONE, "3 34 --- 4 1");
}

#[test]
fn a_vacated_seat_is_skipped_and_the_round_still_grows() {
    for (vacant, turns) in [("1", "2 3 2 3"), ("2", "3 1 3 1"), ("3", "1 2 1 2")] {
        let first = if vacant == "1" { "2" } else { "1" };
        let mut game = read(&format!("{START} {first} - --- 1 {vacant}"));
        let mut seen = Vec::new();
        let mut rounds = vec![game.round()];
        for _ in 0..4 {
            play(&mut game, "@34 pass pass");
            seen.push(rest(&game)[..1].to_owned());
            rounds.push(game.round());
        }
        let expected: Vec<String> = turns.split(' ').map(str::to_owned).collect();
        if vacant == "1" {
            assert_eq!(seen, ["3", "2", "3", "2"]);
            assert_eq!(rounds, [1, 1, 2, 2, 3]);
        } else if vacant == "2" {
            assert_eq!(seen, expected);
            assert_eq!(rounds, [1, 1, 2, 2, 3]);
        } else {
            assert_eq!(seen, ["2", "1", "2", "1"]);
            assert_eq!(rounds, [1, 1, 2, 2, 3]);
        }
    }
}

#[test]
fn the_next_seat_to_throw_may_be_two_further_on() {
    vacated(&format!("{START} 2 5 --- 1 3"), Seat::TWO, "1 - --- 2 23");
    vacated(&format!("{START} 3 - --- 9 1"), Seat::THREE, "2 - --- 10 13");
}

#[test]
fn men_of_a_vacated_seat_count_as_anyones() {
    // They are captured, the alliances shift by them, and they screen.
    let men = "wDd5 wRa1 rRg1 bRa9 rJe6 bJc6 rGb12 bGb11";
    let game = after(men, "1 2 b-- 1 2", "d5e6");
    assert_eq!(rest(&game), "3 - r-- 1 2");
    refuses(&set(men, "1 2 r-- 1 2"), "d5e6", "shifting alliances: your last capture was of Red too");
    // Its royals count for it, and become the captor's.
    let game = after("wGd5 wRa1 wMa3 rRe6 rGb12 rJb11 bGb10 bDb9", "1 3 --- 1 2", "d5e6");
    assert_eq!(over(&game).reason, "royals");
    // Its last man but one may be the winning capture.
    let game = after("wDa1 wDg6 wRa5 rRg5 rJf7 bRb8 bGb9", "1 2 --- 1 2", "g6f7");
    assert_eq!(over(&game), Outcome { reason: "last-man", score: Score::win(3, Seat::ONE) });
}

#[test]
fn at_the_limit_a_vacated_seat_has_nothing() {
    let mut game = Orwell::read(&1, 3, &format!("{START} 3 34 --- 1 2")).unwrap();
    play(&mut game, "pass pass");
    let left: SeatSet = [Seat::ONE, Seat::THREE].into_iter().collect();
    assert_eq!(over(&game), Outcome { reason: "limit", score: Score::split(3, left) });
    assert_eq!(rest(&game), "1 - --- 2 2");
}

#[test]
fn vacating_can_bring_the_limit() {
    let mut game = Orwell::read(&1, 3, &format!("{START} 3 34 --- 1 -")).unwrap();
    game.vacate(Seat::THREE);
    let left: SeatSet = [Seat::ONE, Seat::TWO].into_iter().collect();
    assert_eq!(over(&game), Outcome { reason: "limit", score: Score::split(3, left) });
    assert_eq!(rest(&game), "1 - --- 2 3");
}

// ---------------------------------------------------------------- positions refused

#[test]
fn setposition_refuses() {
    for (position, error) in [
        (board("wRa1 rDa2 bRa3", "1 - --- 1 -"), "there are always exactly three royals"),
        (board("wRa1 wMa5 rRa2 bRa3", "1 - --- 1 -"), "there are always exactly three royals"),
        (board("wRa1 wMa5 bRa3", "1 - --- 1 -"), "Red has no man"),
        (board("wRa1 wMa5 wMa3", "1 - r-- 1 -"), "Black has no man"),
        (format!("{START} 2 - --- 1 2"), "the seat to act is vacated"),
        (format!("{START} 1 - --- 1 123"), "the seat to act is vacated"),
    ] {
        let refused = PositionError::Refused(error.to_owned().into());
        assert_eq!(Orwell::read(&ROUNDS, 3, &position), Err(refused), "{position}");
    }
}

#[test]
fn unreadable_positions_name_the_column() {
    let man = "a man such as wu or rD, or a digit for empty squares";
    let seat = "the seat to act, 1, 2 or 3";
    let dice = "the dice left, such as 13, or -";
    let last = "w, r or b, or -, for each of the last captures";
    let own = "whose man he captured, never his own letter";
    let round = "the round, from 1";
    let vacant = "the seats vacated, ascending, such as 2, or -";
    let at = START.len() + 1;
    for (position, column, expected) in [
        (String::new(), 1, man),
        ("é".to_owned(), 1, man),
        ("52/7".to_owned(), 2, "a man, not a second digit"),
        (START.replacen("7/", "61/", 1), 2, "a man, not a second digit"),
        (START.replacen("7/", "8/", 1), 1, "no more empty squares than the rank has left"),
        (START.replacen("7/", "0/", 1), 1, "no more empty squares than the rank has left"),
        (START.replacen("7/", "6/", 1), 2, man),
        (START.replacen("7/", "7wD/", 1), 2, "the end of the rank, /"),
        (START.replacen("7/1bu", "7/1bx", 1), 4, man),
        (START.replacen("7/", "wK6/", 1), 1, man),
        (START.to_owned(), at, "a space"),
        (format!("{START}/7 1 - --- 1 -"), at, "a space"),
        (format!("{START} 0 - --- 1 -"), at + 1, seat),
        (format!("{START} 4 - --- 1 -"), at + 1, seat),
        (format!("{START} w - --- 1 -"), at + 1, seat),
        (format!("{START} 1 0 --- 1 -"), at + 3, dice),
        (format!("{START} 1 7 --- 1 -"), at + 3, dice),
        (format!("{START} 1 31 --- 1 -"), at + 3, "the lower die first"),
        (format!("{START} 1 123 --- 1 -"), at + 5, "a space"),
        (format!("{START} 1 -- --- 1 -"), at + 4, "a space"),
        (format!("{START} 1 - -- 1 -"), at + 7, last),
        (format!("{START} 1 - w-- 1 -"), at + 5, own),
        (format!("{START} 1 - -r- 1 -"), at + 6, own),
        (format!("{START} 1 - --b 1 -"), at + 7, own),
        (format!("{START} 1 - x-- 1 -"), at + 5, last),
        (format!("{START} 1 - --- 0 -"), at + 9, round),
        (format!("{START} 1 - --- 01 -"), at + 9, round),
        (format!("{START} 1 - --- x -"), at + 9, round),
        (format!("{START} 1 - --- 99999999999 -"), at + 9, round),
        (format!("{START} 1 - --- 1 32"), at + 11, vacant),
        (format!("{START} 1 - --- 1 22"), at + 11, vacant),
        (format!("{START} 1 - --- 1 4"), at + 11, vacant),
        (format!("{START} 1 - --- 1 "), at + 11, vacant),
        (format!("{START} 1 - --- 1 - "), at + 12, "the end"),
        (format!("{START} 1 - --- 1 2-"), at + 12, "the end"),
        (format!("{START}  1 - --- 1 -"), at + 1, seat),
    ] {
        let error = PositionError::Unreadable { column, expected: expected.into() };
        assert_eq!(Orwell::read(&ROUNDS, 3, &position), Err(error), "{position}");
    }
}

// ---------------------------------------------------------------- actions

#[test]
fn actions_are_read_and_written() {
    for text in ["c3d4", "a12g1", "g12a12", "f1e2j", "d5d6p", "pass", "@13", "@66", "@61"] {
        assert_eq!(action(text).to_string(), text);
    }
    for text in [
        "", "c3", "c3d", "c3h4", "c0d4", "c3d13", "c3d4q", "c3d4J", "Pass", "passs", "@", "@1", "@17", "@123", "c03d4",
        " c3d4", "é",
    ] {
        assert!(Action::from_str(text).is_err(), "{text}");
    }
}

#[test]
fn reasons_teach() {
    let game = read(&format!("{START} 1 25 r-- 1 -"));
    for (text, reason) in [
        ("a2b3", "no die that is left moves a Gryphon"),
        ("c7d8", "there is no man of yours on c7"),
        ("a4b5", "there is no man of yours on a4"),
        ("d3d4", "a Dabbabah cannot go from d3 to d4"),
        ("d3e2", "your own Pao stands on e2"),
        ("c2c7", "a Pao cannot go from c2 to c7"),
        ("d3b5", "shifting alliances: your last capture was of Red too"),
        ("pass", "a legal move exists, so you cannot pass"),
        ("@11", "the arbiter throws the dice"),
    ] {
        refuses(&game, text, reason);
    }
    let seat = |seat| Actor::Seat(seat);
    assert_eq!(game.check(seat(Seat::TWO), action("d7e8")), Err(Illegal::NotToAct));
    assert_eq!(game.check(seat(Seat::FIVE), action("d7e8")), Err(Illegal::NotToAct));
    assert_eq!(game.check(Actor::Chance, action("@11")), Err(Illegal::NotToAct));
    assert_eq!(start().check(seat(Seat::ONE), action("c3d4")), Err(Illegal::NotToAct));
    assert_eq!(start().check(Actor::Chance, action("c3d4")), Err(Illegal::rule("the dice are to be thrown")));
}

#[test]
fn actions_are_written_as_the_source_does() {
    let men = "wDd7 wud5 wdf3 wGg7 wRa1 rJf9 rRd6 bRa9 bGb11 rGb12";
    let game = set(men, "1 16 --- 1 -");
    for (text, people) in [
        ("d7f9", "Dd7xf9"),
        ("f3e2j", "f3-e2=J"),
        ("d5d6", "d5xd6=M"),
        ("d5c6g", "d5-c6=G"),
        ("a1a2", "Ra1-a2"),
        ("pass", "pass"),
        ("@31", "@31"),
    ] {
        assert_eq!(game.describe(Actor::Seat(Seat::ONE), action(text)), people);
    }
}

// ---------------------------------------------------------------- the drawing

#[test]
fn the_board_for_people() {
    let game = set("wud5 wdf3 wGg7 wRa1 rJf9 rRd6 bRa9 bGb11 bDd2", "2 13 -b- 4 3");
    let lines = game.board(Style::Plain);
    assert_eq!(
        lines,
        [
            "12 |  .   .   .   .   .   .   . |  round 4 of 500",
            "11 |  .  bG   .   .   .   .   . |  Red is to move, dice left: 1 and 3",
            "10 |  .   . [ .][ .][ .]  .   . |  White: 4 men, 1 royal, captured nobody yet",
            "9  | bR   .   .   .   .  rJ   . |  Red: 2 men, 1 royal, last captured Black",
            "8  |  .   .   .   .   .   .   . |  Black: 3 men, 1 royal, captured nobody yet, vacated",
            "7  |  .   .   .   .   .   .  wG |",
            "6  |  .   . [ .][rR][ .]  .   . |",
            "5  |  .   .   .  w^   .   .   . |",
            "4  |  .   .   .   .   .   .   . |",
            "3  |  .   .   .   .   .  wv   . |",
            "2  |  .   . [ .][bD][ .]  .   . |",
            "1  | wR   .   .   .   .   .   . |",
            "--    a   b   c   d   e   f   g",
        ]
    );
    let colour = game.board(Style::Colour);
    assert!(colour[11].contains("\u{1b}[") && colour.iter().all(|line| !line.starts_with(' ') && !line.ends_with(' ')));
}

// ---------------------------------------------------------------- properties

fn exercise(game: &Orwell) {
    // Whatever was set up, it plays on or is over, and its text stays readable.
    let mut game = game.clone();
    for step in 0..60_usize {
        let text = game.to_string();
        assert_eq!(Orwell::read(&ROUNDS, 3, &text).as_ref(), Ok(&game), "{text}");
        for style in [Style::Plain, Style::Colour] {
            assert!(game.board(style).iter().all(|line| !line.is_empty()));
        }
        let chosen = match game.turn() {
            Turn::Over(_) => return assert!(legal(&game).is_empty() && game.forced().is_none(), "{text}"),
            Turn::Chance => game.chance(&Seed([step as u8; 16])),
            Turn::Seats(_) => {
                let list = legal(&game);
                assert!(!list.is_empty(), "{text}");
                action(&list[step * 7 % list.len()])
            }
        };
        let actor = actor(&game);
        assert!(!game.describe(actor, chosen).is_empty());
        game.apply(actor, chosen).unwrap_or_else(|error| panic!("{chosen}: {error} in {text}"));
    }
}

fn any_position() -> impl Strategy<Value = String> {
    let man = (prop::sample::select(vec!['w', 'r', 'b']), prop::sample::select("udDGJP".chars().collect::<Vec<_>>()));
    let royal = (prop::sample::select(vec!['w', 'r', 'b']), prop::sample::select(vec!['R', 'M']));
    let squares = prop::collection::vec((0..84_usize, man), 0..83);
    let royals = prop::array::uniform3((0..84_usize, royal));
    let dice = prop::sample::select(vec!["-", "1", "3", "16", "66", "25", "34", "45", "12", "56"]);
    let last = (
        prop::sample::select(vec!['-', 'r', 'b']),
        prop::sample::select(vec!['-', 'w', 'b']),
        prop::sample::select(vec!['-', 'w', 'r']),
    );
    let vacant = prop::sample::select(vec!["-", "1", "2", "3", "12", "23", "13"]);
    (squares, royals, 1..=3_u8, dice, last, 1..=501_u32, vacant).prop_map(
        |(squares, royals, seat, dice, (white, red, black), round, vacant)| {
            let mut men: BTreeMap<usize, (char, char)> = squares.into_iter().collect();
            men.extend(royals);
            let name = |square: usize| format!("{}{}", (b'a' + (square % 7) as u8) as char, square / 7 + 1);
            let men: Vec<String> =
                men.iter().map(|(square, (owner, kind))| format!("{owner}{kind}{}", name(*square))).collect();
            board(&men.join(" "), &format!("{seat} {dice} {white}{red}{black} {round} {vacant}"))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_position_that_is_read_can_be_played(position in any_position()) {
        if let Ok(game) = Orwell::read(&ROUNDS, 3, &position) {
            prop_assert_eq!(game.to_string(), position);
            exercise(&game);
        }
    }

    #[test]
    fn no_text_makes_read_panic(text in ".{0,200}", cut in 0..200_usize, put in ".{0,4}") {
        let _ = Orwell::read(&ROUNDS, 3, &text);
        let mut position = format!("{START} 1 13 -w- 7 2");
        let at = cut.min(position.len());
        position.replace_range(at..(at + 1).min(position.len()), &put);
        if let Ok(game) = Orwell::read(&ROUNDS, 3, &position) {
            exercise(&game);
        }
    }

    #[test]
    fn no_text_makes_the_action_parser_panic(text in ".{0,12}", near in "[a-h@p][0-9as]{0,3}[a-hs]?[0-9]{0,2}[dgjpq]?") {
        for text in [text, near] {
            if let Ok(action) = Action::from_str(&text) {
                prop_assert_eq!(action.to_string(), text);
            }
        }
    }

    #[test]
    fn what_is_not_accepted_does_not_make_play_panic(
        position in any_position(), from in 0..84_usize, to in 0..84_usize, letter in "[dgjp]?"
    ) {
        if let Ok(mut game) = Orwell::read(&ROUNDS, 3, &position) {
            let name = |square: usize| format!("{}{}", (b'a' + (square % 7) as u8) as char, square / 7 + 1);
            let action = action(&format!("{}{}{letter}", name(from), name(to)));
            game.play(Actor::Seat(Seat::ONE), action);
            game.play(Actor::Seat(Seat::TWO), Action::Pass);
            let _ = (game.turn(), game.board(Style::Plain), legal(&game), game.forced());
        }
    }
}
