//! Actions, positions and drawings as text.

use testkit::typed::{no_actions, set, unreadable};
use uvi_games::{
    game::{Game, OptionError, OptionValues, Style},
    games::katarenga::{Congress, Isolation, Katarenga, Placing},
};

use super::play::colours;

#[test]
fn words_that_are_no_action() {
    let texts = "|a1|a1a9|i1a1|turn|turn45|turn900|turn090|c8 camp|c8camps|a1a5q|pass";
    no_actions::<Katarenga>(texts);
    no_actions::<Congress>(texts);
    no_actions::<Isolation>("|d9|d44|D4");
    assert_eq!("D4".parse::<Placing>().unwrap_err().to_string(), "expected a square such as d4");
}

#[test]
fn unreadable_positions_name_the_column() {
    let board = colours('G', "");
    let pawns = "bbbbbbbb/8/8/8/8/8/8/wwwwwwww";
    let (at, after) = (board.len() + 2, board.len() + pawns.len() + 3);
    for (rest, column, expected) in [
        (format!("{pawns} 3 play 00 wb 0 1"), after, "the seat to act, 1 or 2"),
        (format!("{pawns} 1 move 00 wb 0 1"), after + 2, "the phase, baseline or play"),
        (format!("{pawns} 1 play 03 wb 0 1"), after + 7, "how many pawns White and Black have in camp, such as 01"),
        (format!("{pawns} 1 play 00 bw 0 1"), after + 10, "who has made his first move, --, w-, -b or wb"),
        (format!("{pawns} 1 play 00 wb 101 1"), after + 13, "the moves since the last capture or camp, 0 to 100"),
        (format!("{pawns} 1 play 00 wb 0 0"), after + 15, "the turn, from 1"),
        (format!("{pawns} 1 play 00 wb 0 01"), after + 15, "the turn, from 1"),
        (format!("{pawns} 1 play 00 wb 0 1 "), after + 16, "the end"),
        ("bbbbbbbb/44/8/8/8/8/8/8 1 play 00 wb 0 1".to_owned(), at + 10, "a man, not a second digit"),
        ("x".to_owned(), at, "a pawn, w or b, or a digit for empty squares"),
    ] {
        unreadable::<Katarenga>(&[], &format!("{board} {rest}"), column, expected);
    }
    let colour = "the colour of a square, R, Y, G or B";
    unreadable::<Congress>(&[], &board.replacen('G', "X", 1), 1, colour);
    unreadable::<Isolation>(&[], &board.replacen("GG", "G", 1), 8, colour);
}

#[test]
fn the_option_board_is_64_letters() {
    for text in ["", "RYGB", &"R".repeat(65), &"r".repeat(64), &"RYGBRYGB/".repeat(8)] {
        let mut values = OptionValues::defaults(Congress::OPTIONS);
        values.set("board", text).unwrap();
        assert!(matches!(Congress::options(&values), Err(OptionError::Value { name: "board", .. })), "{text}");
    }
}

#[test]
fn the_board_for_people() {
    let board = colours('G', "Ra1 Yb1 Ba8");
    let game = set::<Katarenga>(&[], &format!("{board} b6b/8/8/8/3w4/8/8/w7 1 play 01 wb 3 9"));
    assert_eq!(
        game.board(Style::Plain),
        [
            "8  |Bb G. G. G. G. G. G. Gb |  White is to move",
            "7  |G. G. G. G. G. G. G. G. |  turn 9, 3 quiet moves of 100",
            "6  |G. G. G. G. G. G. G. G. |  in camp: White 0, Black 1",
            "5  |G. G. G. G. G. G. G. G. |",
            "4  |G. G. G. Gw G. G. G. G. |",
            "3  |G. G. G. G. G. G. G. G. |",
            "2  |G. G. G. G. G. G. G. G. |",
            "1  |Rw Y. G. G. G. G. G. G. |",
            "--   a  b  c  d  e  f  g  h",
        ]
    );
    let coloured = game.board(Style::Colour).join("\n");
    for paint in ["\u{1b}[1;97;48;5;167mRw \u{1b}[0m", "\u{1b}[30;48;5;178mY. \u{1b}[0m", "\u{1b}[30;48;5;68mBb "] {
        assert!(coloured.contains(paint), "{coloured}");
    }
}
