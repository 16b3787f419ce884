//! The Swiss system.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::schedule::{Block, Fixtures, Format, Seatings, Step};
use uvi_games::game::{Seed, Stream};

use super::playing::{by_seed, numbers, play, points, ranking, tables};

fn swiss(bots: usize, seats: u8, rounds: u32) -> Fixtures {
    Fixtures::new(&Format::Swiss { rounds, blocks: 1 }, bots, seats, Seatings::Rotations).unwrap()
}

/// Whole and half results by lot: each bot of a table gets 0 to 4 points.
fn by_lot(seed: u8) -> impl FnMut(&Block) -> Vec<u32> {
    let mut stream = Stream::new(&Seed([seed; 16]), "swiss");
    move |block| block.table.iter().map(|_| stream.below(5)).collect()
}

fn pairs_of(table: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    table.iter().copied().sorted().array_combinations()
}

/// All ways to pair these bots.
fn pairings(bots: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let Some((&first, rest)) = bots.split_first() else { return vec![Vec::new()] };
    let others = rest.iter().flat_map(|&other| {
        let left = rest.iter().copied().filter(|&bot| bot != other).collect_vec();
        pairings(&left).into_iter().map(move |pairing| [vec![[first.min(other), first.max(other)]], pairing].concat())
    });
    others.collect()
}

/// The least number that no pair of some pairing exceeds in former meetings, by trying all, with a bye for any of those
/// who had the fewest.
fn least_worst(met: &BTreeMap<[usize; 2], usize>, byes: &[usize]) -> usize {
    let bots = (0..byes.len()).collect_vec();
    let fewest = byes.iter().min();
    let fields = if bots.len().is_multiple_of(2) {
        vec![bots]
    } else {
        let resting = bots.iter().filter(|&&bot| Some(&byes[bot]) == fewest);
        resting.map(|bye| bots.iter().copied().filter(|bot| bot != bye).collect()).collect()
    };
    let worst = |pairing: &Vec<[usize; 2]>| pairing.iter().map(|pair| met.get(pair).copied().unwrap_or(0)).max();
    fields.iter().flat_map(|field| pairings(field)).filter_map(|pairing| worst(&pairing)).min().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn all_play_every_round_and_nobody_meets_more_often_than_they_must(bots in 2_usize..9, rounds in 1_u32..9, seed: u8) {
        let mut fixtures = swiss(bots, 2, rounds);
        let blocks = play(&mut fixtures, by_lot(seed));
        let (mut met, mut byes) = (BTreeMap::new(), vec![0; bots]);
        for round in 1..=rounds {
            let tables = tables(&blocks, round);
            let limit = least_worst(&met, &byes);
            for pair in tables.iter().flat_map(|table| pairs_of(table)) {
                let met = met.entry(pair).or_default();
                prop_assert!(*met <= limit, "{pair:?} met {met} times in round {round}, {limit} would do");
                *met += 1;
            }
            let playing = tables.concat();
            prop_assert!(playing.iter().all_unique());
            prop_assert_eq!(playing.len(), bots - bots % 2);
            (0..bots).filter(|bot| !playing.contains(bot)).for_each(|bot| byes[bot] += 1);
            let (least, most) = byes.iter().minmax().into_option().unwrap();
            prop_assert!(most - least <= 1, "{byes:?}");
        }
        prop_assert!(tables(&blocks, rounds + 1).is_empty());
    }

    #[test]
    fn tables_of_more_seats_are_full_and_byes_go_round(seats in 3_u8..=5, more in 0_usize..8, rounds in 1_u32..6, seed: u8) {
        let bots = usize::from(seats) + more;
        let blocks = play(&mut swiss(bots, seats, rounds), by_lot(seed));
        let mut byes = vec![0; bots];
        for round in 1..=rounds {
            let tables = tables(&blocks, round);
            prop_assert!(tables.iter().all(|table| table.len() == usize::from(seats)));
            let playing = tables.concat();
            prop_assert!(playing.iter().all_unique());
            prop_assert_eq!(playing.len(), bots - bots % usize::from(seats));
            (0..bots).filter(|bot| !playing.contains(bot)).for_each(|bot| byes[bot] += 1);
            let (least, most) = byes.iter().minmax().into_option().unwrap();
            prop_assert!(most - least <= 1, "{byes:?}");
        }
    }

    /// In the second round a table can have one bot of each table of the first.
    #[test]
    fn nobody_meets_twice_in_two_rounds_of_full_tables(seats in 2_u8..=4, seed: u8) {
        let bots = usize::from(seats).pow(2);
        let blocks = play(&mut swiss(bots, seats, 2), by_lot(seed));
        prop_assert!(blocks.iter().flat_map(|block| pairs_of(&numbers(&block.table)).collect_vec()).all_unique());
    }

    /// The same results lead to the same pairings, in whatever order they come.
    #[test]
    fn the_order_of_reports_does_not_matter(bots in 3_usize..9, seed: u8) {
        let mut forward = swiss(bots, 2, 4);
        let blocks = play(&mut forward, by_lot(seed));
        let mut scores = by_lot(seed);
        let scores = blocks.iter().map(|block| scores(block).into_iter().map(points).collect_vec()).collect_vec();
        let mut backward = swiss(bots, 2, 4);
        let (mut again, mut reported) = (Vec::new(), 0);
        loop {
            match backward.step() {
                Step::Block(block) => again.push(block),
                Step::Wait => {
                    let waiting = again[reported..].iter().zip(&scores[reported..]).rev();
                    waiting.for_each(|(block, scores): (&Block, _)| backward.report(block.number, scores));
                    reported = again.len();
                }
                Step::Over => break,
            }
        }
        prop_assert_eq!(again, blocks);
        prop_assert_eq!(ranking(&backward), ranking(&forward));
    }
}

/// The fold: the upper half of those with as many points against the lower half.
#[test]
fn three_rounds_of_eight_in_which_the_better_seed_wins() {
    let mut fixtures = swiss(8, 2, 3);
    let blocks = play(&mut fixtures, |block| {
        by_seed(block).iter().map(|&own| u32::from(own == *by_seed(block).iter().max().unwrap())).collect()
    });
    let sorted = |round| tables(&blocks, round).iter().map(|table| pairs_of(table).next().unwrap()).collect_vec();
    assert_eq!(sorted(1), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(sorted(2), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    // 0 and 1 have two points; 2, 3, 4 and 5 have one; 6 and 7 have none.
    assert_eq!(sorted(3), [[0, 1], [2, 4], [3, 5], [6, 7]]);
    assert_eq!(ranking(&fixtures), [0, 1, 2, 3, 4, 5, 6, 7]);
}

/// After three rounds of draws each of 0, 1, 2 has met each of 3, 4, 5, so that three pairs without a second meeting
/// cannot be had; two of three can.
#[test]
fn where_some_must_meet_again_no_more_do() {
    let blocks = play(&mut swiss(6, 2, 4), |_| vec![1, 1]);
    let pairs = |round| tables(&blocks, round).iter().flat_map(|table| pairs_of(table)).collect_vec();
    let met = (1..=3).flat_map(pairs).sorted().collect_vec();
    assert!(met.into_iter().eq((0..3).cartesian_product(3..6).map(|(one, other)| [one, other])));
    assert_eq!(pairs(4), [[0, 2], [1, 4], [3, 5]]);
}

#[test]
fn a_bye_is_a_win_of_every_game_and_comes_to_the_last() {
    // Two blocks of two games: a bye is worth 4 points.
    let format = Format::Swiss { rounds: 2, blocks: 2 };
    let mut fixtures = Fixtures::new(&format, 3, 2, Seatings::Rotations).unwrap();
    let mut first = Vec::new();
    while let Step::Block(block) = fixtures.step() {
        first.push(block);
    }
    assert_eq!(tables(&first, 1), [[0, 1]]);
    assert_eq!((first.len(), fixtures.blocks()), (2, Some(4)));
    // Bot 2 has 4 points by its bye, bot 1 has 3, bot 0 has 1.
    fixtures.report(1, &[points(0), points(2)]);
    assert_eq!(fixtures.step(), Step::Wait);
    fixtures.report(2, &[points(1), points(1)]);
    assert_eq!(ranking(&fixtures), [2, 1, 0]);
    let Step::Block(second) = fixtures.step() else { panic!("a round should follow") };
    // The lowest of those without a bye is 0; 1 and 2 have not met.
    assert_eq!(numbers(&second.table).into_iter().sorted().collect_vec(), [1, 2]);
    assert_eq!((second.round, second.number, second.games_before), (2, 3, 4));
}

#[test]
fn what_was_not_given_out_is_not_counted() {
    let mut fixtures = swiss(2, 2, 1);
    fixtures.report(1, &[points(0), points(5)]);
    assert!(matches!(fixtures.step(), Step::Block(_)));
    assert_eq!(fixtures.step(), Step::Wait);
    fixtures.report(2, &[points(0), points(5)]);
    assert_eq!(fixtures.step(), Step::Wait);
    fixtures.report(1, &[points(1), points(0)]);
    fixtures.report(1, &[points(0), points(5)]);
    assert_eq!(fixtures.step(), Step::Over);
    assert_eq!(ranking(&fixtures), [0, 1]);
}

/// Who sat first in one round sits second in the next, as far as that can be.
#[test]
fn first_seats_go_round() {
    let blocks = play(&mut swiss(8, 2, 4), by_lot(3));
    let mut first = vec![0_u32; 8];
    blocks.iter().for_each(|block| first[block.table[0].0] += 1);
    assert!(first.iter().all(|times| (1..=3).contains(times)), "{first:?}");
}
