//! Every position that can be read can be played, without a panic: also those to which no game leads.

use std::collections::BTreeMap;

use proptest::prelude::*;
use testkit::typed;
use uvi_games::{
    game::{Game, Seed, Style, Turn},
    games::orwell::Orwell,
};

use super::support::*;

fn exercise(game: &Orwell) {
    // A set position plays on or is over, and its text stays readable.
    let mut game = game.clone();
    for step in 0..60_usize {
        let text = game.to_string();
        assert_eq!(read(&text), game);
        assert!(game.board(Style::Plain).iter().all(|line| !line.is_empty()));
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
        if let Ok(game) = typed::read::<Orwell>(&[], 3, &position) {
            prop_assert_eq!(game.to_string(), position);
            exercise(&game);
        }
    }
}
