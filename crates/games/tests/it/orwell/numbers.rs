//! The inventor's sample game, and numbers counted by others.

use serde_json::Value;
use uvi_games::game::{Game, perft};

use super::support::*;

#[test]
fn the_sample_game_replays() {
    let golden: Value =
        serde_json::from_str(include_str!("../../../../../tests/golden/orwell-sample-game.json")).unwrap();
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
    assert_eq!(over(&game), "last-man 1 0 0");
    assert_eq!(result["reason"], "last-man");
    assert_eq!(rest(&game).split(' ').nth(1), Some(&*result["die_unplayed"].to_string()));
}

// ---------------------------------------------------------------- numbers

/// The mobility of a man on d5. The three royals stand where he does not go.
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
