//! Numbers that two independent models have counted.

use serde_json::Value;
use testkit::typed::{after, legal, start};
use uvi_games::{
    game::{Game, perft},
    games::katarenga::{Congress, Isolation, Katarenga, deal},
};

fn golden() -> Value {
    serde_json::from_str(include_str!("../../../../../tests/golden/katarenga-boards.json")).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn boards_are_dealt_as_the_golden_ones() {
    let golden = golden();
    let boards = golden["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 12);
    for board in boards {
        let seed = text(&board["seed"]);
        let (quarters, colours) = deal(&seed.parse().unwrap());
        assert_eq!(colours.to_string().replace('/', ""), text(&board["board"]), "seed {seed}");
        let wanted: Vec<&str> = board["quarters"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(quarters.map(|quarter| quarter.to_string()).to_vec(), wanted, "seed {seed}");
    }
}

#[test]
fn whites_first_moves_are_the_golden_ones() {
    for board in golden()["boards"].as_array().unwrap() {
        let seed = text(&board["seed"]);
        let game = start::<Katarenga>(&[], seed);
        for (turn, count) in board["white_first_moves"].as_object().unwrap() {
            let turned = after(&game, turn);
            let moves = legal(&turned);
            assert_eq!(moves.len() as u64, count.as_u64().unwrap(), "seed {seed} {turn}");
            if let Some(listed) = board["white_first_moves_listed"].get(turn) {
                assert_eq!(moves, listed.as_array().unwrap().iter().map(text).collect::<Vec<_>>());
            }
            // The captures that the ban forbids: those that are legal once the player has moved.
            let moved = turned.to_string().replace(" play 00 -- ", " play 00 w- ");
            let mut captures = legal(&testkit::typed::set::<Katarenga>(&[], &moved));
            captures.retain(|capture| !moves.contains(capture));
            let forbidden = &board["captures_forbidden"][turn];
            assert_eq!(
                captures,
                forbidden.as_array().unwrap().iter().map(text).collect::<Vec<_>>(),
                "seed {seed} {turn}"
            );
        }
    }
}

#[track_caller]
fn counts<G: Game>(game: &G, wanted: &Value) {
    for (depth, count) in (1..).zip(wanted.as_array().unwrap()) {
        assert_eq!(perft(game, depth), count.as_u64(), "{game} to depth {depth}");
    }
}

#[test]
fn perft_of_all_three_games_is_the_golden_one() {
    for row in golden()["perft"].as_array().unwrap() {
        let seed = text(&row["seed"]);
        counts(&after(&start::<Katarenga>(&[], seed), "turn0"), &row["katarenga"]);
        counts(&start::<Congress>(&[], seed), &row["congress_capture_off"]);
        counts(&start::<Congress>(&[("capture", "on")], seed), &row["congress_capture_on"]);
        counts(&start::<Isolation>(&[], seed), &row["isolation_rule_any"]);
        counts(&start::<Isolation>(&[("rule", "opposite")], seed), &row["isolation_rule_opposite"]);
    }
}
