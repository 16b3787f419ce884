//! The numbers of the rules page, and chance.

use std::collections::{BTreeMap, HashMap};

use testkit::typed::play;
use uvi_games::{
    game::{Actor, Game, Seed, Table, perft},
    games::catalonia::{Action, Catalonia},
};

use super::{START, action, set};

/// Counts the sequences by position: many sequences lead to the same position, and each position is searched once.
#[test]
fn sequences_of_two_turns() {
    let mut positions = HashMap::from([(set("", START), 1_u64)]);
    let mut moves = |count: usize| {
        for _ in 0..count {
            let mut next: HashMap<Catalonia, u64> = HashMap::new();
            for (game, ways) in positions.drain() {
                let mut actions = Vec::new();
                let owner = game.actor().unwrap();
                Game::legal(&game, owner.seat(), &mut actions);
                for action in actions.into_iter().filter(|action| matches!(action, Action::Move(..))) {
                    let mut after = game.clone();
                    Game::play(&mut after, Actor::Seat(owner.seat()), action);
                    *next.entry(after).or_default() += ways;
                }
            }
            positions = next;
        }
        let mut lengths: BTreeMap<usize, u64> = BTreeMap::new();
        for (game, ways) in &positions {
            *lengths.entry(game.defence().search().longest()).or_default() += ways;
        }
        lengths
    };
    assert_eq!(moves(2), BTreeMap::from([(0, 361)]));
    assert_eq!(moves(2), BTreeMap::from([(0, 200_310), (4, 158), (5, 202), (6, 58), (7, 70), (8, 44)]));
}

#[test]
fn a_chain_of_eight_after_two_turns() {
    let mut game = set("", START);
    play(&mut game, "b1a3 e8c6 g1f3");
    let before = game.clone();
    play(&mut game, "c6c4");
    let scored = before.scored(action("c6c4"), &game).unwrap();
    assert_eq!((scored.turn, scored.points, scored.total, scored.longest), (2, 64, 64, None));
    // The page writes the same chain from c4 on.
    assert_eq!(scored.chain.join(" "), "c1 b2 a3 c4 e2 f3 e1 d1");
    assert_eq!(game.to_string(), "1nbl1bn1/1pppppp1/8/8/2g5/N4N2/1PPPPPP1/2BLGB2 - - bomb 2 64 - 2");
}

#[test]
fn perft_refuses_a_list_that_is_a_part() {
    assert_eq!(perft(&set("", START), 2), Some(19 * 19 + 20));
    assert_eq!(perft(&set("scoring claimed", START), 2), Some(19 * 19 + 20));
    let game = set("scoring claimed", START);
    assert_eq!((perft(&game, 3), Table::perft(&game, 3)), (None, None));
}

/// The dice for the seed 0 and `bomb 2` were computed apart from this code, from the text of UVI 6.
#[test]
fn the_bomb_follows_from_seed_and_turn() {
    let bomb = "8/8/8/8/8/8/8/8 - - bomb 2 16 - 2";
    assert_eq!(Game::chance(&set("", bomb), &Seed([0; 16])).to_string(), "@e3");
    let mut outcomes = Vec::new();
    Game::outcomes(&set("", bomb), &mut outcomes);
    assert_eq!(outcomes.len(), 36);
    assert!(outcomes.iter().all(|(_, weight)| *weight == 1));
    // If that square is a pit, both dice are thrown again from the same stream.
    let pit = "8/8/8/8/8/8/8/8 e3 - bomb 2 16 - 2";
    let game = set("", pit);
    assert_eq!(Game::chance(&game, &Seed([0; 16])).to_string(), "@b7");
    outcomes.clear();
    Game::outcomes(&game, &mut outcomes);
    assert_eq!(outcomes.len(), 35);
}
