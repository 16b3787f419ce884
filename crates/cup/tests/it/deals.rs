//! Luck and openings: one deal for all tables of a round, and over time each opening with each seating.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::{
    file::OpeningOrder,
    schedule::{Bracket, Fixtures, Format, Next, PlannedGame, Seatings},
};

use super::{
    plans::{games, opening_of, openings, plan},
    playing::{numbers, play, points},
};

#[test]
fn all_pairs_of_a_round_have_one_opening_and_one_luck() {
    // With one score for all seats, bots also meet themselves.
    for (variant, count) in [("congress", 12), ("catalonia", 16)] {
        let mut plan = plan(&format!("variant = \"{variant}\"\nrounds = 8"), 4);
        // Six pairs and four openings have a common factor.
        plan.openings = openings(4);
        for (round, games) in &games(&plan).into_iter().chunk_by(|game| game.round) {
            let games = games.collect_vec();
            assert_eq!(games.len(), count);
            assert!(games.iter().map(|game| plan.seed_of(game)).all_equal(), "round {round}");
            assert!(games.iter().all(|game| opening_of(&plan, game) == ((round - 1) % 4).to_string()), "round {round}");
        }
        assert!(games(&plan).iter().map(|game| plan.seed_of(game)).unique().count() == 8);
    }
}

/// The luck of a match of two has always been that of `block 1`, `block 2` and so on.
#[test]
fn a_match_of_two_has_a_deal_for_each_block() {
    let plan = plan("variant = \"congress\"\nrounds = 5", 2);
    assert!(games(&plan).iter().all(|game| game.deal == game.block));
}

/// If a block has one seating, each opening comes with each seating of a table before one comes again.
#[test]
fn openings_do_not_lock_to_seats() {
    for (seats, count) in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4), (3, 6), (4, 3), (4, 6)] {
        for order in [OpeningOrder::Sequential, OpeningOrder::Random] {
            let rounds = count * Seatings::All.games(seats) as usize;
            let keys = format!("variant = \"cat-chess\"\nseats = {seats}\nrounds = {rounds}\nseatings = \"single\"");
            let mut plan = plan(&keys, 5);
            plan.openings = openings(count);
            plan.order = order;
            let met: BTreeSet<_> =
                games(&plan).iter().map(|game| (numbers(&game.table), opening_of(&plan, game))).collect();
            assert_eq!(met.len(), games(&plan).len(), "{seats} seats, {count} openings, {order:?}");
        }
    }
}

/// The games of a format whose first block at each table is drawn.
fn results(format: &Format, bots: usize, seatings: Seatings) -> Vec<PlannedGame> {
    let mut fixtures = Fixtures::new(format, bots, 2, seatings).unwrap();
    let mut drawn = BTreeMap::new();
    let blocks = play(&mut fixtures, |block| {
        // The first block of a table is drawn, so that a knockout plays on.
        let first = drawn.insert(numbers(&block.table).into_iter().sorted().collect_vec(), ()).is_none();
        block.table.iter().map(|bot| if first { 1 } else { 9 - bot.0 as u32 }).collect()
    });
    blocks.iter().flat_map(|block| block.entries().collect_vec()).collect()
}

#[test]
fn the_blocks_of_a_table_have_deals_of_their_own_and_all_tables_the_same() {
    for format in [
        Format::Swiss { rounds: 3, blocks: 2 },
        Format::Knockout { blocks: 1, extra: 2, advance: 1, bracket: Bracket::Single },
    ] {
        let games = results(&format, 8, Seatings::Balanced);
        let deals = games.iter().map(|game| (game.round, game.deal)).unique().collect_vec();
        assert_eq!(deals, [(1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6)], "{format:?}");
        for (_, games) in games.iter().into_group_map_by(|game| game.deal) {
            let sat = games.iter().filter(|game| game.within == 1).flat_map(|game| numbers(&game.table));
            assert!(sat.collect_vec().iter().all_unique());
        }
    }
}

#[test]
fn a_fixed_table_turns_with_the_block() {
    for format in [
        Format::Swiss { rounds: 2, blocks: 2 },
        Format::Knockout { blocks: 1, extra: 1, advance: 1, bracket: Bracket::Single },
    ] {
        let games = results(&format, 4, Seatings::Single);
        for (_, games) in
            games.iter().into_group_map_by(|game| (game.round, numbers(&game.table).into_iter().sorted().collect_vec()))
        {
            let [first, second] = games[..] else { panic!("expected two blocks, found {games:?}") };
            assert_eq!(first.table.rotated(1), second.table);
        }
    }
}

/// Points go to the right bots if the table is rotated.
#[test]
fn a_turned_table_is_counted_right() {
    let format = Format::Swiss { rounds: 1, blocks: 2 };
    let mut fixtures = Fixtures::new(&format, 2, 2, Seatings::Single).unwrap();
    for expected in [[0, 1], [1, 0]] {
        let Next::One(block) = fixtures.step() else { panic!("expected a block") };
        assert_eq!(numbers(&block.table), expected);
        let won = block.table.iter().map(|bot| points(bot.0 as u32)).collect_vec();
        fixtures.report(block.number, &won);
    }
    assert_eq!(super::playing::ranking(&fixtures), [1, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    /// Every opening comes equally often.
    #[test]
    fn each_opening_comes_as_often(count in 1_usize..9, seats in 2_usize..=5, laps in 1_usize..4, fixed: bool, random: bool) {
        let mut plan = plan(&format!("variant = \"cat-chess\"\nseats = {seats}"), 5);
        plan.openings = openings(count);
        plan.seatings = if fixed { Seatings::Single } else { Seatings::Balanced };
        plan.order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let deals = (count * seats * laps) as u32;
        let met = (1..=deals).map(|deal| plan.opening(deal).unwrap().name.clone()).counts();
        prop_assert_eq!(met.len(), count);
        prop_assert!(met.values().all(|&times| times == seats * laps));
    }
}
