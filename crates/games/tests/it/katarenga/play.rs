//! Katarenga: moves by colour, camps, the ban on the first capture, the ends.

use testkit::typed::{after, describe, legal, over, set, start, why};
use uvi_games::games::katarenga::Katarenga;

/// A board of one colour, except the squares named, such as `Rd4`.
pub(crate) fn colours(ground: char, others: &str) -> String {
    let mut rows = vec![vec![ground; 8]; 8];
    for other in others.split_whitespace() {
        let place: Vec<char> = other.chars().collect();
        rows[8 - place[2].to_digit(10).unwrap() as usize][place[1] as usize - 'a' as usize] = place[0];
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

fn position(colours: &str, rest: &str) -> Katarenga {
    set(&[], &format!("{colours} {rest}"))
}

/// A position on green squares of a game in which a win can count twice.
fn double(rest: &str) -> Katarenga {
    set(&[("doublewin", "on")], &format!("{} {rest}", colours('G', "")))
}

#[test]
fn pawns_block_slides_and_are_captured_and_a_knight_leaps() {
    let game = position(&colours('G', "Rd4"), "b6b/8/8/3b4/1w1w4/8/8/8 1 play 00 wb 7 9");
    let moves: Vec<String> = legal(&game).into_iter().filter(|go| go.starts_with("d4")).collect();
    assert_eq!(moves.join(" "), "d4c4 d4d1 d4d2 d4d3 d4d5 d4e4 d4f4 d4g4 d4h4");
    assert_eq!(describe(&game, "d4d5"), "d4xd5");
    assert_eq!(describe(&game, "d4d3"), "d4-d3");
    let taken = after(&game, "d4d5");
    assert!(taken.to_string().ends_with("b6b/8/8/3w4/1w6/8/8/8 2 play 00 wb 0 9"), "{taken}");
    assert_eq!(why(&game, "d4b4"), "a pawn of your own stands on b4");
    assert_eq!(why(&game, "d4d6"), "a pawn on red, as on d4, cannot go to d6");
    assert_eq!(why(&game, "a1a2"), "White has no pawn on a1");
    let leaps = position(&colours('G', ""), "b6b/8/2bbb3/2bwb3/3b4/8/8/w7 1 play 00 wb 0 9");
    assert!(legal(&leaps).contains(&"d5e7".to_owned()));
}

#[test]
fn a_fixed_baseline_and_a_given_board() {
    let board = "RYGB".repeat(16);
    let fixed = start::<Katarenga>(&[("baseline", "fixed"), ("board", &board)], "0");
    let rows = ["RYGBRYGB"; 8].join("/");
    assert_eq!(fixed.to_string(), format!("{rows} bbbbbbbb/8/8/8/8/8/8/wwwwwwww 1 play 00 -- 0 1"));
    // Black still turns a given board.
    let given = start::<Katarenga>(&[("board", &board)], "0");
    assert_eq!(given.to_string(), format!("{rows} bbbbbbbb/8/8/8/8/8/8/wwwwwwww 2 baseline 00 -- 0 1"));
    assert!(after(&given, "turn90").to_string().starts_with("RRRRRRRR/YYYYYYYY/GGGGGGGG/BBBBBBBB/RRRRRRRR"));
}

#[test]
fn a_pawn_on_the_opponents_baseline_may_stay_go_be_captured_or_camp() {
    // White may camp from c8, whatever its colour.
    for colour in ["Rc8", "Yc8", "Gc8", "Bc8"] {
        let game = position(&colours('G', colour), "2w5/8/8/8/8/8/8/w2b2b1 1 play 00 wb 5 9");
        assert!(legal(&game).contains(&"c8camp".to_owned()));
        assert_eq!(describe(&game, "c8camp"), "c8-camp");
        let camped = after(&game, "c8camp");
        assert!(camped.to_string().ends_with(" 8/8/8/8/8/8/8/w2b2b1 2 play 10 wb 0 9"), "{camped}");
    }
    let game = position(&colours('G', "Rc8 Rc1"), "2w5/8/8/8/8/8/2b5/w5bb 1 play 00 wb 5 9");
    assert!(legal(&after(&game, "a1b3 c2b4")).contains(&"c8camp".to_owned()));
    assert!(legal(&game).contains(&"c8c7".to_owned()));
    assert_eq!(why(&game, "a1camp"), "only a pawn of your own on your opponent's baseline can go to camp");
    let black = position(&colours('G', "Rc1 Rh8"), "w1w4w/8/8/8/8/8/8/2b4b 2 play 00 wb 5 9");
    assert!(legal(&black).contains(&"c1camp".to_owned()));
    assert!(after(&black, "c1camp").to_string().ends_with(" 1 play 01 wb 0 10"));
}

#[test]
fn the_second_pawn_in_camp_wins() {
    let two = "2w5/8/8/8/8/8/8/w2b2b1 1 play 10 wb 5 9";
    let game = position(&colours('G', ""), two);
    assert_eq!(over(&after(&game, "c8camp")), "camps 1 0");
    assert_eq!(over(&after(&double(two), "c8camp")), "camps 2 0");
    // The loser has a pawn in camp: no double win.
    let one = "2w5/8/8/8/8/8/8/w2b2b1 1 play 11 wb 5 9";
    assert_eq!(over(&after(&double(one), "c8camp")), "camps 1 0");
    // `camps` comes before `captures`: Black has one pawn left when White's second pawn goes to camp.
    let both = position(&colours('G', ""), "2w5/8/8/8/8/8/8/w2b4 2 play 10 wb 5 9");
    assert_eq!(over(&both), "captures 1 0");
    let camps = "8/8/8/8/8/8/8/w2b4 2 play 20 wb 0 9";
    assert_eq!(over(&position(&colours('G', ""), camps)), "camps 1 0");
    assert_eq!(over(&double(camps)), "camps 2 0");
}

#[test]
fn an_opponent_with_one_pawn_left_has_lost_camp_counted() {
    let game = position(&colours('G', ""), "8/8/8/8/8/1b6/3b4/w2w4 1 play 00 wb 5 9");
    assert_eq!(over(&after(&game, "a1b3")), "captures 1 0");
    let camp = position(&colours('G', ""), "8/8/8/8/8/1b6/3b4/w2w4 1 play 01 wb 5 9");
    assert!(!legal(&after(&camp, "a1b3")).is_empty());
    let double = double("8/8/8/8/8/1b6/3b4/w2w4 1 play 00 wb 5 9");
    assert_eq!(over(&after(&double, "a1b3")), "captures 1 0");
}

#[test]
fn a_player_without_a_legal_move_has_lost() {
    // White's rooks in the corners are surrounded by pawns, which he may not capture with his first move.
    let corners = colours('G', "Ra1 Rh1");
    let game = position(&corners, "8/8/8/8/6b1/8/b7/wb4bw 2 play 00 -- 0 1");
    assert_eq!(over(&after(&game, "g4h2")), "blocked 0 1");
    // He may capture with a later move.
    let later = position(&corners, "8/8/8/8/6b1/8/b7/wb4bw 2 play 00 w- 0 2");
    assert_eq!(legal(&after(&later, "g4h2")), ["a1a2", "a1b1", "h1g1", "h1h2"]);
    // `blocked` comes before the hundredth quiet move.
    let quiet = position(&corners, "8/8/8/8/6b1/8/b7/wb4bw 2 play 00 -- 99 1");
    assert_eq!(over(&after(&quiet, "g4h2")), "blocked 0 1");
}

#[test]
fn a_hundred_quiet_moves_are_a_draw() {
    let game = position(&colours('G', ""), "b6b/8/8/8/8/8/8/w6w 1 play 00 wb 98 60");
    let last = after(&game, "a1b3");
    assert!(last.to_string().ends_with(" 99 60"));
    assert_eq!(over(&after(&last, "a8b6")), "quiet 1/2 1/2");
    assert_eq!(after(&last, "a8b6").to_string().split(' ').next_back(), Some("61"));
}
