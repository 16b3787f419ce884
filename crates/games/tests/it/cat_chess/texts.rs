//! Actions, positions and drawings as text.

use testkit::{
    cats::{flat, hills, scene, set},
    typed::no_actions,
};
use uvi_games::{
    game::{Game, Style},
    games::cat_chess::{Action, CatChess, Facings},
};

#[test]
fn words_that_are_no_action() {
    no_actions::<CatChess>(
        "|a|a13|a13x|a06s|a61s|d11s|a13S|+|+f1|+F11|+g011|+w1|a=|a=z9|d=b12|^|^6|^0123|^-1|Done|done |a!2d|a!6a|a!0a|\
         a!b|a-|a--|a~~|~|*a|spits|SPIT|>|g12|@head|@|pass|a-g11-g12",
    );
    assert_eq!("@edge".parse::<Action>().unwrap_err().to_string(), "expected a coin, @heads or @tails");
    let error = "jump".parse::<Action>().unwrap_err().to_string();
    assert!(error.starts_with("expected a counter a13s, a tile +g11, a placement a=b12,"), "{error}");
    assert_eq!(Facings::new(&[]), None);
}

#[test]
fn the_board_for_people() {
    let cats = "kero:4:f11.3 lina:3:e11.0 misto:3:- / speed:3:k22.4 darth:3:- setzer:3:- / \
                sham:3:- tigger:3:- lucky:3:-";
    let heights = flat(1, "f11=6 a11=2");
    let game = set(&[], &scene(&heights, cats, "1a12S 1a55P", "1 turn 1 ..x 8 100 3"));
    let board = game.board(Style::Plain);
    assert_eq!(board.len(), 22 + 1 + 4 + 4 + 1 + 1);
    assert_eq!(board[0], format!("1 {}q 1.  1.  1.  1.  1.  1.  v", " ".repeat(45)));
    assert_eq!(board[10], "11 a 2.  1.  1.  1.  11b 61a 1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  q");
    assert_eq!(board[11], "12   a 1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  1.  p");
    assert_eq!(board[21], format!("22 {}f 1.  1.  1.  1.  1.  12a k", " ".repeat(42)));
    assert_eq!(
        board[22..],
        [
            "round 8 of 200, seat 1 is to act with a cat",
            "seat 1: holds f11, acted ..x",
            "1a kero 4, f11 height 6 facing 3, .S.../...../...../...../....P",
            "1b lina 3, e11 height 1 facing 0, ...../...../...../...../.....",
            "1c misto 3, out of play, ...../...../...../...../.....",
            "seat 2: holds no peak",
            "2a speed 3, k22 height 1 facing 4, ...../...../...../...../.....",
            "2b darth 3, out of play, ...../...../...../...../.....",
            "2c setzer 3, out of play, ...../...../...../...../.....",
            "seat 3: vacated",
            "52a is cat 2a on height 5; facing 0 right, 1 up right, 2 up left, 3 left, 4 down left, 5 down right",
        ]
    );
    let coloured = game.board(Style::Colour).join("\n");
    for paint in ["6\u{1b}[30;47m1a\u{1b}[0m ", "1\u{1b}[30;43m2a\u{1b}[0m ", "\u{1b}[30;46mseat 3\u{1b}[0m: vacated"] {
        assert!(coloured.contains(paint), "{coloured}");
    }
}

#[test]
fn the_board_says_who_is_asked_for_what() {
    let cats = "kero:4:e11.3 lina:3:d11.0 misto:3:- / speed:3:f11.4 darth:3:q6.0 setzer:3:-";
    for (rest, said) in [
        ("12 challenge:1a:2a:-,- 1 x.. 8 00 -", "round 8 of 200, seat 1 and seat 2 choose: 1a challenges 2a"),
        ("- coin:1a:2a 1 x.. 8 00 -", "round 8 of 200, a coin is to be thrown"),
        ("- turn 2 ... 8 03 -", "round 8 of 200, over: peaks, score 0 1"),
    ] {
        let game = set(&[], &scene(&hills(""), cats, "", rest));
        assert_eq!(game.board(Style::Plain)[22], said);
    }
    let cats = "kero:4:- lina:3:- misto:3:- / speed:3:- darth:3:- setzer:3:-";
    let game = set(&[], &scene(&hills(""), cats, "", "1 tiles:4 1 --- 0 00 -"));
    assert_eq!(game.board(Style::Plain)[22], "setting up, seat 1 is to raise a space by a tile, 4 left");
}
