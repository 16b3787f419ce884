//! Positions that `setposition` refuses, and texts that are no positions or actions.

use testkit::typed::{no_actions, refused, start};
use uvi_games::{game::PositionError, games::catalonia::Catalonia};

use super::{START, rules, set};

const MEN: &str = "1nblgbn1/1pppppp1/8/8/8/8/1PPPPPP1/1NBLGBN1";

#[track_caller]
fn check(rules: &str, position: &str, why: &str) {
    match refused::<Catalonia>(&self::rules(rules), position) {
        PositionError::Refused(text) => assert_eq!(text, why, "{position}"),
        error => panic!("{position}: {error}"),
    }
}

#[test]
fn positions_that_the_page_refuses() {
    let choice = "in this phase there is nothing to choose";
    let pit = "a man stands on a pit only while it must escape from it";
    for (rules, position, why) in [
        ("", format!("{} - 1 move 1 0 wb -", MEN.replacen('8', "N7", 1)), "White has more than 2 Knights"),
        ("", format!("{} - 1 move 1 0 wb -", MEN.replacen('8', "l7", 1)), "Black has more than 1 Lady"),
        ("", format!("{} - 1 move 1 0 wb -", MEN.replacen('8', "p7", 1)), "Black has more than 6 Peasants"),
        ("", "P7/8/8/8/8/8/8/8 - 1 move 1 0 wb -".to_owned(), "no Peasant stands on its far row"),
        ("", "8/8/8/8/8/8/8/p7 - 1 move 1 0 wb -".to_owned(), "no Peasant stands on its far row"),
        ("", format!("{MEN} b1 1 move 1 0 wb -"), pit),
        ("", format!("{MEN} b1c1 1 escape:b1 1 0 - 1"), pit),
        ("", format!("{MEN} - 1 move 1 5 wb -"), "there are no points before the first chain"),
        ("", format!("{MEN} - 2 move 16 16 b 1"), "the game ends with turn 15"),
        ("", format!("{MEN} - - over 17 16 - 1"), "the game ends with turn 15"),
        ("turns 9", format!("{MEN} - 1 move 11 16 wb 1"), "the game ends with turn 9"),
        ("", format!("{MEN} - 1 move 9 0 wb -"), "without a chain the game ends with turn 5"),
        ("", format!("{MEN} - 1 move 9 16 wb 6"), "without a chain the game ends with turn 5"),
        ("", format!("{MEN} - 1 claim 1 0 - -"), "nobody claims under scoring automatic"),
        ("bombs chain", format!("{MEN} - 1 bomb 1 0 - 1"), choice),
        ("bombs chain", format!("{MEN} - 1 target:c4 1 0 - 1"), "no square is thrown under bombs chain"),
        ("", format!("{MEN} - 1 target:d4 1 0 - 1"), choice),
        ("", "8/8/8/8/8/3P4/8/8 - 1 target:d4 1 0 - 1".to_owned(), choice),
        ("", format!("{MEN} - 1 target:a3 1 0 - 1"), "the square thrown is one of b2 to g7 without man or pit"),
        ("", format!("{MEN} c3 1 target:c3 1 0 - 1"), "the square thrown is one of b2 to g7 without man or pit"),
        ("", format!("{MEN} - 1 target:c2 1 0 - 1"), "the square thrown is one of b2 to g7 without man or pit"),
        ("", format!("{MEN} b1 1 escape:b1 1 0 - 1"), choice),
        ("", format!("{MEN} - 1 remove 1 0 - 1"), choice),
        ("", "8/8/8/8/8/2P5/8/8 c2c4 2 remove 1 0 - 1".to_owned(), choice),
        ("", "8/8/8/8/8/2P5/8/8 - 2 answer 1 0 wb -".to_owned(), choice),
    ] {
        check(rules, &position, why);
    }
    let thrown: String = (2..8).flat_map(|rank| ('b'..='g').map(move |file| format!("{file}{rank}"))).collect();
    check("", &format!("8/8/8/8/8/8/8/8 {thrown} - bomb 1 0 - 1"), choice);
}

#[test]
fn texts_that_are_no_position() {
    for (position, column) in [
        ("", 1),
        ("8/8/8/8/8/8/8 - 1 move 1 0 wb -", 14),
        ("8/8/8/8/8/8/8/8 d4c4 1 move 1 0 wb -", 19),
        ("8/8/8/8/8/8/8/8 c4c4 1 move 1 0 wb -", 19),
        ("8/8/8/8/8/8/8/8 - 3 move 1 0 wb -", 19),
        ("8/8/8/8/8/8/8/8 - 2 move 1 0 wb -", 19),
        ("8/8/8/8/8/8/8/8 - - move 1 0 wb -", 19),
        ("8/8/8/8/8/8/8/8 - 1 bomb 1 0 - 1", 19),
        ("8/8/8/8/8/8/8/8 - - remove 1 0 - 1", 21),
        ("8/8/8/8/8/8/8/8 - 1 sleep 1 0 wb -", 21),
        ("8/8/8/8/8/8/8/8 - 1 move 0 0 wb -", 26),
        ("8/8/8/8/8/8/8/8 - 1 move 100 0 wb -", 26),
        ("8/8/8/8/8/8/8/8 - 1 move 1 577 wb -", 28),
        ("8/8/8/8/8/8/8/8 - 1 move 1 0 - -", 30),
        ("8/8/8/8/8/8/8/8 - 2 answer 1 0 w -", 32),
        ("8/8/8/8/8/8/8/8 - - over 1 0 wb -", 30),
        ("8/8/8/8/8/8/8/8 - 1 move 1 0 wb 2", 33),
        ("8/8/8/8/8/8/8/8 - 1 move 1 0 wb - -", 34),
    ] {
        match refused::<Catalonia>(&[], position) {
            PositionError::Unreadable { column: at, .. } => assert_eq!(at, column, "{position}"),
            error => panic!("{position}: {error}"),
        }
    }
}

#[test]
fn words_that_are_no_action() {
    no_actions::<Catalonia>("|c3|c3d9|c3d4e5|@|@i4|*|-c33|=|None|yield |c3-d4|=a1=a1");
    no_actions::<Catalonia>(&format!("={}", "a1".repeat(25)));
}

#[test]
fn the_start_is_the_page_s() {
    assert_eq!(start::<Catalonia>(&[], "0"), set("", START));
}
