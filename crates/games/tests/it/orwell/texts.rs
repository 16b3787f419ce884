//! Positions, actions and drawings as text, and refusals.

use testkit::typed;
use uvi_games::{
    game::{Actor, Game, IllegalError, PositionError, Seat, Style},
    games::orwell::Orwell,
};

use super::support::*;

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
        assert_eq!(typed::refused::<Orwell>(&[], &position), refused, "{position}");
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
        (format!("{START} 1 17 --- 1 -"), at + 4, "a die from 1 to 6"),
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
        typed::unreadable::<Orwell>(&[], &position, column, expected);
    }
}

// ---------------------------------------------------------------- actions

#[test]
fn words_that_are_no_action() {
    typed::no_actions::<Orwell>("|c3|c3d|c3h4|c0d4|c3d13|c3d4q|c3d4J|C3d4|Pass|passs|@|@1|@17|@123|c03d4| c3d4|é");
}

#[test]
fn reasons_teach() {
    let game = read(&format!("{START} 1 25 r-- 1 -"));
    for (text, reason) in [
        ("a2b3", "no remaining die moves a Gryphon"),
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
    assert_eq!(game.check(seat(Seat::TWO), action("d7e8")), Err(IllegalError::NotToAct));
    assert_eq!(game.check(seat(Seat::from_index(4)), action("d7e8")), Err(IllegalError::NotToAct));
    assert_eq!(game.check(Actor::Chance, action("@11")), Err(IllegalError::NotToAct));
    assert_eq!(start().check(seat(Seat::ONE), action("c3d4")), Err(IllegalError::NotToAct));
    assert_eq!(start().check(Actor::Chance, action("c3d4")), Err(IllegalError::rule("the dice are to be thrown")));
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
