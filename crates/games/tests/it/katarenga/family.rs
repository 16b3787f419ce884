//! Battle Stations, Colorado, Cornered and Troika: what a second program counted, and each rule of their pages.

use serde_json::Value;
use testkit::typed::{after, describe, legal, over, set, start, why};
use uvi_games::{
    game::{Game, perft},
    games::katarenga::{BattleStations, Colorado, Cornered, Troika},
};

use super::play::colours;

/// The option `board` of the page and the options of a row.
fn options<'a>(golden: &'a Value, row: &'a Value) -> Vec<(&'a str, &'a str)> {
    let changed =
        row["options"].as_object().unwrap().iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    changed.chain([("board", golden["board"].as_str().unwrap())]).collect()
}

/// Counts the positions and replays the games of one variant.
fn check_golden<G: Game>() {
    let golden: Value =
        serde_json::from_str(include_str!("../../../../../tests/golden/katarenga-family.json")).unwrap();
    let of_game = |rows: &str| -> Vec<Value> {
        golden[rows].as_array().unwrap().iter().filter(|row| row["variant"] == G::WORD).cloned().collect()
    };
    let (rows, games) = (of_game("perft"), of_game("games"));
    assert!(rows.len() >= 6 && !games.is_empty(), "{}", G::WORD);
    for row in rows {
        let game: G = set(&options(&golden, &row), row["position"].as_str().unwrap());
        if row["at"] == "start" {
            assert_eq!(game, start::<G>(&options(&golden, &row), "0"));
        }
        for (depth, count) in (1..).zip(row["perft"].as_array().unwrap()) {
            assert_eq!(perft(&game, depth), count.as_u64(), "{game} to depth {depth}");
        }
    }
    for row in games {
        let end = after(&start::<G>(&options(&golden, &row), "0"), row["actions"].as_str().unwrap());
        assert_eq!(
            (end.to_string().as_str(), over(&end).as_str()),
            (row["end"].as_str().unwrap(), row["over"].as_str().unwrap())
        );
        assert_eq!(set::<G>(&options(&golden, &row), &end.to_string()), end);
    }
}

#[test]
fn a_second_program_counts_the_same() {
    check_golden::<BattleStations>();
    check_golden::<Colorado>();
    check_golden::<Cornered>();
    check_golden::<Troika>();
}

#[test]
fn who_cannot_capture_passes_while_the_other_can() {
    // A rook on a1 reaches the king on a5, and not the other way round.
    let board = colours('B', "Ra1");
    let game = set::<BattleStations>(&[], &format!("{board} 8/8/8/b7/8/8/8/w7 2 battle"));
    assert_eq!(legal(&game), ["pass"]);
    let captured = after(&game, "pass a1a5");
    assert_eq!(over(&captured), "battle 1 0");
    assert_eq!(describe(&after(&game, "pass"), "a1a5"), "a1xa5");
    assert_eq!(why(&after(&game, "pass"), "pass"), "a player who can capture must");
    assert_eq!(why(&after(&game, "pass"), "a1a2"), "pawns move only to capture");
    assert_eq!(why(&game, "d4"), "all sixteen pawns have been placed");
    assert_eq!(why(&start::<BattleStations>(&[], "0"), "a1a2"), "pawns are placed until all sixteen stand");
}

#[test]
fn black_wins_ties_and_pawns_count_if_they_should() {
    let board = colours('B', "");
    for (rest, scoring, outcome) in [
        ("w6w/8/8/8/8/8/8/b6b 1 battle", "pawns", "battle 0 2"),
        ("w5ww/8/8/8/8/8/8/b6b 1 battle", "pawns", "battle 3 0"),
        ("w6w/8/8/8/8/8/8/b6b 1 battle", "win", "battle 0 1"),
    ] {
        assert_eq!(over(&set::<BattleStations>(&[("scoring", scoring)], &format!("{board} {rest}"))), outcome);
    }
}

#[test]
fn a_pawn_on_its_bank_is_open_for_one_turn() {
    // Kings: the white pawn on b8 has just landed beside Black's, and that on h8 stands there for longer.
    let game = set::<Colorado>(&[], &format!("{} 1w4bw/b7/8/8/8/8/w7/8 2 play b8 wb 3 9", colours('B', "")));
    assert!(legal(&game).contains(&"a7b8".to_owned()));
    assert_eq!(why(&game, "g8h8"), "a pawn on its far bank is safe after one turn");
    assert_eq!(why(&after(&game, "g8g7 a2a3"), "a7b8"), "a pawn on its far bank is safe after one turn");
    // Along the bank it lands again.
    assert!(legal(&after(&game, "g8g7 b8a8")).contains(&"a7a8".to_owned()));
    assert!(after(&game, "a7b8").to_string().ends_with(" 1 play - wb 0 10"));
}

#[test]
fn the_ends_of_colorado_come_in_order() {
    let board = colours('B', "");
    for (rest, action, outcome) in [
        // Home by the capture of the last opposing pawn.
        ("b7/1w6/8/8/8/8/8/8 1 play - wb 3 9", "b7a8", "bank 1 0"),
        ("8/8/8/8/b7/1w6/8/8 1 play - wb 3 9", "b3a4", "captures 1/2 1/2"),
        // The mover captures the last pawn that was not across.
        ("8/8/8/8/b7/1w6/8/7b 1 play - wb 3 9", "b3a4", "bank 0 1"),
        ("8/8/8/8/w6b/8/8/8 1 play - wb 99 9", "a4a5", "quiet 1/2 1/2"),
    ] {
        assert_eq!(over(&after(&set::<Colorado>(&[], &format!("{board} {rest}")), action)), outcome, "{rest}");
    }
    // A knight in the corner may not capture in Black's first move.
    let game = set::<Colorado>(&[], &format!("{} b7/2w5/1w6/8/8/8/8/3w4 1 play - w- 3 9", colours('B', "Ga8")));
    assert_eq!(over(&after(&game, "d1d2")), "blocked 1 0");
}

#[test]
fn colorado_begins_as_katarenga_without_camps() {
    let game = start::<Colorado>(&[], "0");
    assert!(game.to_string().ends_with(" bbbbbbbb/8/8/8/8/8/8/wwwwwwww 2 baseline - -- 0 1"));
    assert_eq!(why(&game, "a1a2"), "Black first chooses his baseline: turn0, turn90, turn180 or turn270");
    assert_eq!(why(&game, "c8camp"), "there are no camps in Colorado");
    assert_eq!(why(&after(&game, "turn0"), "g1g8"), "a player may not capture with his first move");
    assert_eq!(why(&after(&game, "turn0"), "turn0"), "the board is turned before the first move only");
    let rematch = after(&game, "turn90").rematch();
    assert_eq!(rematch[0].1, after(&game, "turn90").to_string().split(' ').next().unwrap().replace('/', ""));
    assert_eq!(rematch[1], ("baseline", "fixed".to_owned()));
}

#[test]
fn a_pawn_of_cornered_stands_where_the_last_one_reaches() {
    let game = start::<Cornered>(&[], "0");
    assert_eq!(legal(&game).len(), 16);
    assert_eq!(why(&game, "e5"), "e5 is outside the 4\u{d7}4 squares");
    // d4 is yellow: from there a bishop reaches c3 and b2, and a1, which is red.
    let next = after(&game, "d4");
    assert_eq!(legal(&next), ["a1", "b2", "c3"]);
    assert_eq!(why(&next, "d3"), "the pawn on d4 does not reach d3");
    assert_eq!(why(&next, "d4"), "d4 is occupied");
}

#[test]
fn the_floating_area_has_four_files_and_four_ranks() {
    let floating = [("area", "floating"), ("scoring", "pawns")];
    let game = set::<Cornered>(&floating, &format!("{} 8/8/8/8/8/8/b7/3w4 1 a2", colours('Y', "Ra2")));
    assert_eq!(legal(&game), ["a1", "a3", "a4", "b2", "c2", "d2"]);
    assert_eq!(why(&game, "e2"), "e2 is outside the 4\u{d7}4 squares");
    let dealt = start::<Cornered>(&floating, "0");
    let lost = dealt.to_string().replace("8/8/8/8/8/8/8/8 1 -", "7w/8/6b1/7w/8/8/8/8 2 h5");
    assert_eq!(over(&set::<Cornered>(&floating, &lost)), "cornered 3 0");
}

#[test]
fn a_pawn_must_leave_an_answer_unless_it_wins() {
    // A knight on h8 reaches f7 and g6 only, where pawns stand.
    let board = colours('B', "Gh8 Rg8");
    let game = set::<Troika>(&[], &format!("{board} 6b1/5w2/6w1/8/8/8/1b6/8 1 g8 0"));
    assert_eq!(why(&game, "h8"), "a pawn on h8 reaches no empty square, and makes no troika");
    assert!(legal(&game).contains(&"f8".to_owned()));
}

#[test]
fn troika_goes_on_after_the_sixteenth_pawn_if_it_should() {
    let endgame = [("endgame", "move"), ("maxmoves", "2")];
    let rest = "4b1b1/w6w/2w4w/1b2b3/3b4/bbw2w2/ww6/3b4 1 b3";
    let board = colours('B', "");
    let game = set::<Troika>(&endgame, &format!("{board} {rest} 1"));
    assert_eq!(why(&game, "b4"), "pawns are placed first, and moved when all sixteen stand");
    assert_eq!(why(&game, "b5b4"), "White has no pawn on b5");
    assert_eq!(why(&game, "c6h1"), "the pawn on b3 does not reach h1");
    assert_eq!(describe(&game, "c6b4"), "c6-b4");
    let next = after(&game, "c6b4");
    assert!(next.to_string().ends_with(" 2 b4 2"), "{next}");
    assert_eq!(over(&after(&next, "e5c5")), "limit 1/2 1/2");
    assert_eq!(over(&set::<Troika>(&[], &format!("{board} {rest} 0"))), "full 1/2 1/2");
}
