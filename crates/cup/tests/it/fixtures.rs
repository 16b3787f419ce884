//! Round robins, gauntlets and blocks, and the laws of all formats.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::schedule::{Block, BotIndex, Bracket, Company, Fixtures, Format, FormatError, Lineup, Next, Seatings};

use super::playing::{all_tables, numbers, robin, sittings};

fn blocks(format: &Format, bots: usize, seats: u8, seatings: Seatings) -> Vec<Block> {
    let mut fixtures = Fixtures::new(format, bots, seats, seatings).unwrap();
    let mut blocks = Vec::new();
    loop {
        match fixtures.step() {
            Next::One(block) => blocks.push(block),
            Next::Wait => panic!("{format:?} waits for results"),
            Next::Over => break,
        }
    }
    assert_eq!(fixtures.blocks(), Some(blocks.len() as u64));
    blocks
}

/// The number of times that each set of bots sits together.
fn meetings(blocks: &[Block]) -> BTreeMap<Vec<usize>, usize> {
    blocks.iter().map(|block| numbers(&block.table).into_iter().sorted().collect()).counts().into_iter().collect()
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn each_set_of_bots_meets_as_often_as_there_are_rounds(seats in 1_u8..=5, more in 0_usize..6, rounds in 1_u32..4, itself: bool) {
        let bots = usize::from(seats) + more;
        let company = if itself { Company::AlsoItself } else { Company::Others };
        let found = meetings(&blocks(&Format::RoundRobin { rounds, company }, bots, seats, Seatings::Single));
        let sets = (0..bots).combinations_with_replacement(seats.into());
        let sets = sets.filter(|set| itself || set.iter().all_unique());
        prop_assert_eq!(found, sets.map(|set| (set, rounds as usize)).collect());
    }

    #[test]
    fn each_hero_meets_each_set_of_the_others(heroes in 1_usize..4, seats in 1_u8..=4, more in 0_usize..5, rounds in 1_u32..3) {
        let bots = heroes + usize::from(seats) - 1 + more;
        let found = meetings(&blocks(&Format::Gauntlet { heroes, rounds }, bots, seats, Seatings::Single));
        let others = (heroes..bots).combinations(usize::from(seats) - 1);
        let sets = others.cartesian_product(0..heroes).map(|(set, hero)| [vec![hero], set].concat());
        prop_assert_eq!(found, sets.map(|set| (set, rounds as usize)).collect());
    }

    #[test]
    fn each_bot_has_each_seat_as_often_over_a_block(seats in 1_u8..=5, all: bool) {
        let seatings = if all { Seatings::All } else { Seatings::Balanced };
        for block in blocks(&robin(1), 6, seats, seatings) {
            let tables = all_tables(&[block]);
            prop_assert!(tables.iter().all_unique());
            prop_assert_eq!(tables.len() as u32, seatings.games(seats));
            for &bot in &tables[0] {
                prop_assert!(sittings(6, &tables)[bot].iter().all_equal());
            }
        }
    }

    /// This also holds if a block has one game.
    #[test]
    fn seats_are_even_over_a_round_robin_of_pairs(bots in 2_usize..14) {
        let blocks = blocks(&robin(1), bots, 2, Seatings::Single);
        for row in sittings(bots, &all_tables(&blocks)) {
            prop_assert!(row[0].abs_diff(row[1]) <= 1, "{row:?}");
        }
    }

    #[test]
    fn seats_are_even_over_as_many_rounds_as_seats(seats in 1_u8..=5, more in 0_usize..4, rounds in 1_u32..3) {
        let bots = usize::from(seats) + more;
        let blocks = blocks(&robin(rounds * u32::from(seats)), bots, seats, Seatings::Single);
        let sittings = sittings(bots, &all_tables(&blocks));
        prop_assert!(sittings.iter().flatten().all_equal(), "{sittings:?}");
    }

    /// A tournament that is stopped half-way is nearly fair: at any time all bots have played nearly equally often.
    #[test]
    fn nobody_runs_ahead(seats in 2_u8..=4, more in 1_usize..6) {
        let bots = usize::from(seats) + more;
        let mut played = vec![0_usize; bots];
        for block in blocks(&robin(1), bots, seats, Seatings::Balanced) {
            block.table.iter().for_each(|bot| played[bot.0] += 1);
            let (least, most) = played.iter().minmax().into_option().unwrap();
            prop_assert!(most - least <= usize::from(seats), "{played:?}");
        }
    }
}

#[test]
fn all_play_on_every_day_of_the_circle() {
    for bots in [2, 4, 5, 8, 9] {
        for day in blocks(&robin(1), bots, 2, Seatings::Balanced).chunks(bots / 2) {
            assert!(day.iter().flat_map(|block| numbers(&block.table)).all_unique(), "{day:?}");
        }
    }
}

#[test]
fn a_round_robin_of_four() {
    let blocks = blocks(&robin(2), 4, 2, Seatings::Balanced);
    let tables = blocks.iter().map(|block| (block.round, numbers(&block.table))).collect_vec();
    let first = [[3, 0], [1, 2], [1, 3], [2, 0], [3, 2], [0, 1]];
    let first = first.map(|pair| (1, pair.to_vec()));
    assert_eq!(tables[..6], first);
    assert_eq!(tables[6], (2, vec![0, 3]));
    assert_eq!(tables.len(), 12);
}

#[test]
fn heroes_meet_the_same_others_one_after_another() {
    let blocks = blocks(&Format::Gauntlet { heroes: 2, rounds: 2 }, 4, 2, Seatings::Balanced);
    let met = blocks.iter().map(|block| numbers(&block.table)).collect_vec();
    assert_eq!(met, [[0, 2], [1, 2], [0, 3], [1, 3], [2, 0], [2, 1], [3, 0], [3, 1]]);
}

#[test]
fn seatings_of_a_block() {
    let tables = |seatings: Seatings, table: &[usize]| {
        let table = Lineup::new(table.iter().copied().map(BotIndex));
        seatings.tables(&table).iter().map(numbers).collect_vec()
    };
    assert_eq!(tables(Seatings::Single, &[4, 7]), [[4, 7]]);
    assert_eq!(tables(Seatings::Balanced, &[4, 7]), [[4, 7], [7, 4]]);
    assert_eq!(tables(Seatings::All, &[4, 7]), [[4, 7], [7, 4]]);
    assert_eq!(tables(Seatings::Balanced, &[1, 2, 3]), [[1, 2, 3], [2, 3, 1], [3, 1, 2]]);
    assert_eq!(tables(Seatings::All, &[1, 2, 3]), [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]);
    assert_eq!(tables(Seatings::All, &[1, 1, 2]), [[1, 1, 2], [1, 2, 1], [2, 1, 1]]);
    assert_eq!(tables(Seatings::Balanced, &[5, 5]), [[5, 5]]);
    assert_eq!(tables(Seatings::All, &[1, 2, 3, 4, 5]).len(), 120);
}

#[test]
fn what_cannot_be_held_is_refused() {
    let with_itself = || Format::RoundRobin { rounds: 1, company: Company::AlsoItself };
    let swiss = |rounds, blocks| Format::Swiss { rounds, blocks };
    let knockout = |blocks, advance| Format::Knockout { blocks, extra: 0, advance, bracket: Bracket::Single };
    for (format, bots, seats, expected) in [
        (robin(1), 4, 0, FormatError::Seats(0)),
        (robin(1), 9, 6, FormatError::Seats(6)),
        (robin(0), 4, 2, FormatError::Nothing),
        (robin(1), 2, 3, FormatError::TooFewBots { bots: 2, seats: 3 }),
        (with_itself(), 0, 2, FormatError::TooFewBots { bots: 0, seats: 1 }),
        (robin(1), 100, 5, FormatError::TooManyTables),
        (robin(1), usize::MAX, 3, FormatError::TooManyTables),
        (with_itself(), usize::MAX, 2, FormatError::TooManyTables),
        (Format::Gauntlet { heroes: 1, rounds: 0 }, 4, 2, FormatError::Nothing),
        (Format::Gauntlet { heroes: 0, rounds: 1 }, 4, 2, FormatError::NoHero),
        (Format::Gauntlet { heroes: 3, rounds: 1 }, 4, 3, FormatError::TooFewBots { bots: 4, seats: 5 }),
        (Format::Gauntlet { heroes: 5, rounds: 1 }, 4, 1, FormatError::TooFewBots { bots: 4, seats: 5 }),
        (swiss(0, 1), 4, 2, FormatError::Nothing),
        (swiss(1, 0), 4, 2, FormatError::Nothing),
        (swiss(1, 1), 1, 2, FormatError::TooFewBots { bots: 1, seats: 2 }),
        (knockout(0, 1), 4, 2, FormatError::Nothing),
        (knockout(1, 0), 4, 2, FormatError::Advance { advance: 0, seats: 2 }),
        (knockout(1, 2), 4, 2, FormatError::Advance { advance: 2, seats: 2 }),
        (knockout(1, 1), 1, 2, FormatError::TooFewBots { bots: 1, seats: 2 }),
    ] {
        let found = Fixtures::new(&format, bots, seats, Seatings::Single).map(|_| ());
        assert_eq!(found, Err(expected), "{format:?}, {bots} bots, {seats} seats");
    }
}
