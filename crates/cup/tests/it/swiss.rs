//! The Swiss system.

use std::{cmp::Reverse, collections::BTreeMap};

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::schedule::{Block, Fixtures, Format, Next, Seatings};
use uvi_games::game::{Seed, Stream};

use super::playing::{by_lot, due, numbers, play, points, ranking, tables};

fn swiss(bots: usize, seats: u8, rounds: u32) -> Fixtures {
    Fixtures::new(&Format::Swiss { rounds, blocks: 1 }, bots, seats, Seatings::Balanced).unwrap()
}

fn pairs_of(table: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    table.iter().copied().sorted().array_combinations()
}

fn pairings(bots: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let Some((&first, rest)) = bots.split_first() else { return vec![Vec::new()] };
    let others = rest.iter().flat_map(|&other| {
        let left = rest.iter().copied().filter(|&bot| bot != other).collect_vec();
        pairings(&left).into_iter().map(move |pairing| [vec![[first.min(other), first.max(other)]], pairing].concat())
    });
    others.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    /// The order in which results are reported does not change the pairings.
    #[test]
    fn the_order_of_reports_does_not_matter(bots in 3_usize..9, seed: u8) {
        let mut forward = swiss(bots, 2, 4);
        let blocks = play(&mut forward, by_lot(seed, 5));
        let mut scores = by_lot(seed, 5);
        let scores = blocks.iter().map(|block| scores(block).into_iter().map(points).collect_vec()).collect_vec();
        let mut backward = swiss(bots, 2, 4);
        let (mut again, mut reported) = (Vec::new(), 0);
        loop {
            match backward.step() {
                Next::One(block) => again.push(block),
                Next::Wait => {
                    let waiting = again[reported..].iter().zip(&scores[reported..]).rev();
                    waiting.for_each(|(block, scores): (&Block, _)| backward.report(block.number, scores));
                    reported = again.len();
                }
                Next::Over => break,
            }
        }
        prop_assert_eq!(again, blocks);
        prop_assert_eq!(ranking(&backward), ranking(&forward));
    }
}

#[test]
fn a_bye_is_a_fair_share_of_every_game_and_comes_to_the_last() {
    // Two blocks of two games: a bye is worth 2 points.
    let format = Format::Swiss { rounds: 2, blocks: 2 };
    let mut fixtures = Fixtures::new(&format, 3, 2, Seatings::Balanced).unwrap();
    let first = due(&mut fixtures);
    assert_eq!(tables(&first, 1), [[0, 1]]);
    assert_eq!((first.len(), fixtures.blocks()), (2, Some(4)));
    assert_eq!(fixtures.bye_worth(), Some(points(2)));
    assert_eq!(fixtures.byes().iter().map(|bye| (bye.round, bye.bot.0)).collect_vec(), [(1, 2)]);
    // Bot 2 has 2 points for its bye, bot 1 has 3, bot 0 has 1.
    fixtures.report(1, &[points(0), points(2)]);
    assert_eq!(fixtures.step(), Next::Wait);
    fixtures.report(2, &[points(1), points(1)]);
    assert_eq!(ranking(&fixtures), [1, 2, 0]);
    let Next::One(second) = fixtures.step() else { panic!("a round should follow") };
    // The lowest bot without a bye is 0; 1 and 2 have not met.
    assert_eq!(numbers(&second.table).into_iter().sorted().collect_vec(), [1, 2]);
    assert_eq!((second.round, second.number, second.games_before), (2, 3, 4));
}

#[test]
fn what_was_not_given_out_is_not_counted() {
    let mut fixtures = swiss(2, 2, 1);
    fixtures.report(1, &[points(0), points(5)]);
    assert!(matches!(fixtures.step(), Next::One(_)));
    assert_eq!(fixtures.step(), Next::Wait);
    fixtures.report(2, &[points(0), points(5)]);
    assert_eq!(fixtures.step(), Next::Wait);
    fixtures.report(1, &[points(1), points(0)]);
    fixtures.report(1, &[points(0), points(5)]);
    assert_eq!(fixtures.step(), Next::Over);
    assert_eq!(ranking(&fixtures), [0, 1]);
}

/// An independent model of a tournament, which tries all pairings.
struct Onlooker {
    points: Vec<u32>,
    met: BTreeMap<[usize; 2], u32>,
    byes: Vec<usize>,
    /// The seats that each bot had: 1 for the first and -1 for the second.
    seats: Vec<Vec<i32>>,
    colours: bool,
}

/// The criteria of a round, the weightiest first.
type Complaints = (bool, Vec<u32>, u32, usize, u32, u32, [u32; 2], u32);

impl Onlooker {
    fn new(bots: usize, colours: bool) -> Self {
        Self {
            points: vec![0; bots],
            met: BTreeMap::new(),
            byes: vec![0; bots],
            seats: vec![Vec::new(); bots],
            colours,
        }
    }

    fn ranked(&self) -> Vec<usize> {
        (0..self.points.len()).sorted_by_key(|&bot| (Reverse(self.points[bot]), bot)).collect()
    }

    fn met(&self, pair: [usize; 2]) -> u32 {
        self.met.get(&pair).copied().unwrap_or(0)
    }

    /// The strength of a bot's wish for a seat (3 is absolute), and the seat.
    fn wants(&self, bot: usize) -> Option<(u32, i32)> {
        let seats = &self.seats[bot];
        let (&last, sum) = (seats.last()?, seats.iter().sum::<i32>());
        Some(match (sum, &seats[seats.len().saturating_sub(2)..]) {
            (2.., _) => (3, -1),
            (..=-2, _) => (3, 1),
            (_, [before, last]) if before == last => (3, -last),
            (1, _) => (2, -1),
            (-1, _) => (2, 1),
            _ => (1, -last),
        })
    }

    fn complaints(&self, pairs: &[[usize; 2]], bye: Option<usize>) -> Complaints {
        let ranked = self.ranked();
        let fewest = *self.byes.iter().min().unwrap();
        let worths = self.points.iter().copied().unique().sorted().rev().collect_vec();
        let group = |bot: usize| worths.iter().position(|&worth| worth == self.points[bot]).unwrap() as u32;
        let inside = |bot: usize| {
            let others = ranked.iter().copied().filter(|&other| group(other) == group(bot)).collect_vec();
            (others.iter().position(|&other| other == bot).unwrap() as i32, others.len() as i32)
        };
        let same = |pair: &[usize; 2]| match pair.map(|bot| self.wants(bot)) {
            [Some((one, here)), Some((other, there))] if self.colours && here == there => one.min(other),
            _ => 0,
        };
        let strengths = pairs.iter().map(same).collect_vec();
        let at_least = |strength| strengths.iter().filter(|&&other| other >= strength).count() as u32;
        let order = |&[one, other]: &[usize; 2]| {
            let [high, low] = if ranked.iter().position(|&bot| bot == one) < ranked.iter().position(|&bot| bot == other)
            {
                [one, other]
            } else {
                [other, one]
            };
            let ((above, size), (below, _)) = (inside(high), inside(low));
            if group(high) == group(low) {
                let exchanged = below < size / 2 || above >= size / 2;
                ((below - above - size / 2).pow(2) + if exchanged { size.pow(3) } else { 0 }) as u32
            } else {
                ((size - 1 - above).pow(2) + below.pow(2)) as u32
            }
        };
        (
            bye.is_some_and(|bye| self.byes[bye] > fewest),
            pairs.iter().map(|&pair| self.met(pair)).sorted().rev().collect(),
            at_least(3),
            bye.map_or(0, |bye| ranked.iter().rev().position(|&bot| bot == bye).unwrap()),
            pairs.iter().map(|&[one, other]| self.points[one].abs_diff(self.points[other])).sum(),
            pairs.iter().map(|&[one, other]| group(one).abs_diff(group(other)).pow(2)).sum(),
            [at_least(1), at_least(2)],
            pairs.iter().map(order).sum(),
        )
    }

    /// The least complaints of any possible round.
    fn least(&self) -> Complaints {
        let bots = (0..self.points.len()).collect_vec();
        if bots.len().is_multiple_of(2) {
            return pairings(&bots).iter().map(|pairs| self.complaints(pairs, None)).min().unwrap();
        }
        let resting = bots.iter().flat_map(|&bye| {
            let field = bots.iter().copied().filter(|&bot| bot != bye).collect_vec();
            pairings(&field).into_iter().map(move |pairs| (pairs, bye))
        });
        resting.map(|(pairs, bye)| self.complaints(&pairs, Some(bye))).min().unwrap()
    }

    /// Adds the points of the bots of a table.
    fn saw(&mut self, table: &[usize], points: &[u32]) {
        for (seat, (&bot, points)) in table.iter().zip(points).enumerate() {
            self.points[bot] += points;
            self.seats[bot].push(if seat == 0 { 1 } else { -1 });
        }
        pairs_of(table).for_each(|pair| *self.met.entry(pair).or_default() += 1);
    }

    fn saw_bye(&mut self, bot: usize, worth: u32) {
        self.byes[bot] += 1;
        self.points[bot] += worth;
    }
}

/// All ways to seat these bots at tables of this many seats.
fn gatherings(bots: &[usize], seats: usize) -> Vec<Vec<Vec<usize>>> {
    let Some((&first, rest)) = bots.split_first() else { return vec![Vec::new()] };
    let tables = rest.iter().copied().combinations(seats - 1).flat_map(|others| {
        let left = rest.iter().copied().filter(|bot| !others.contains(bot)).collect_vec();
        let table = [vec![first], others].concat();
        gatherings(&left, seats).into_iter().map(move |tables| [vec![table.clone()], tables].concat())
    });
    tables.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 40, ..ProptestConfig::default() })]

    /// Of all ways to pair up to ten bots, none is better.
    #[test]
    fn every_round_is_the_best_of_all(bots in 2_usize..=10, rounds in 1_u32..=9, colours: bool, most in 2_u32..5, seed: u8) {
        // With one game per block, a bye is worth half a point. Here points are doubled.
        let seatings = if colours { Seatings::Single } else { Seatings::Balanced };
        let mut fixtures = Fixtures::new(&Format::Swiss { rounds, blocks: 1 }, bots, 2, seatings).unwrap();
        let mut stream = Stream::new(&Seed([seed; 16]), "best");
        let mut onlooker = Onlooker::new(bots, colours);
        for _ in 0..rounds {
            let blocks = due(&mut fixtures);
            let pairs = blocks.iter().map(|block| pairs_of(&numbers(&block.table)).next().unwrap()).collect_vec();
            let bye = (0..bots).find(|bot| !pairs.concat().contains(bot));
            prop_assert!(pairs.iter().flatten().all_unique());
            prop_assert_eq!(onlooker.complaints(&pairs, bye), onlooker.least());
            for block in &blocks {
                let scores = block.table.iter().map(|_| stream.below(most)).collect_vec();
                onlooker.saw(&numbers(&block.table), &scores.iter().map(|score| 2 * score).collect_vec());
                fixtures.report(block.number, &scores.into_iter().map(points).collect_vec());
            }
            if let Some(bye) = bye {
                onlooker.saw_bye(bye, if colours { 1 } else { 2 });
            }
        }
        prop_assert_eq!(fixtures.step(), Next::Over);
    }

    /// Of all ways to seat up to ten bots, none has fewer repeated meetings, and of the best none has smaller
    /// differences of score.
    #[test]
    fn tables_of_more_are_the_best_of_all(seats in 3_u8..=5, more in 0_usize..8, rounds in 1_u32..6, seed: u8) {
        let bots = (usize::from(seats) + more).min(10);
        let mut fixtures = swiss(bots, seats, rounds);
        let mut scores = by_lot(seed, 5);
        let mut onlooker = Onlooker::new(bots, false);
        for _ in 0..rounds {
            let blocks = due(&mut fixtures);
            let tables = blocks.iter().map(|block| numbers(&block.table)).collect_vec();
            let against = |tables: &[Vec<usize>]| {
                let pairs = tables.iter().flat_map(|table| pairs_of(table)).collect_vec();
                let met = pairs.iter().map(|&pair| onlooker.met(pair)).sorted().rev().collect_vec();
                let apart = pairs.iter().map(|&[one, other]| onlooker.points[one].abs_diff(onlooker.points[other]));
                (met, apart.sum::<u32>())
            };
            let playing = tables.concat().into_iter().sorted().collect_vec();
            prop_assert!(playing.iter().all_unique() && tables.iter().all(|table| table.len() == usize::from(seats)));
            prop_assert_eq!(playing.len(), bots - bots % usize::from(seats));
            let least = gatherings(&playing, seats.into()).iter().map(|tables| against(tables)).min().unwrap();
            prop_assert_eq!(against(&tables), least);
            for block in &blocks {
                let scores = scores(block);
                // A bye is worth one point: a fair share of one point in each game.
                onlooker.saw(&numbers(&block.table), &scores);
                fixtures.report(block.number, &scores.into_iter().map(points).collect_vec());
            }
            (0..bots).filter(|bot| !playing.contains(bot)).for_each(|bot| onlooker.saw_bye(bot, 1));
            let (least, most) = onlooker.byes.iter().minmax().into_option().unwrap();
            prop_assert!(most - least <= 1, "{:?}", onlooker.byes);
        }
    }
}

/// Unchanged tables are not tried again, so hundreds of bots take seconds.
#[test]
fn nobody_meets_twice_among_hundreds() {
    for (bots, seats, rounds, expected) in [(201, 2, 6, 600), (200, 5, 4, 160)] {
        let blocks = play(&mut swiss(bots, seats, rounds), by_lot(10, 5));
        assert_eq!(blocks.len(), expected);
        assert!(blocks.iter().flat_map(|block| pairs_of(&numbers(&block.table)).collect_vec()).all_unique());
    }
}
