//! A round robin that plays most where least is known.

use std::{cmp::Ordering, collections::BTreeMap};

use itertools::Itertools as _;

use super::Lineup;
use crate::stats::PointSum;

/// The blocks of a round robin of which only the first round has each table once. After that the next block is always
/// that of the table of which the mean result is known worst: by the variance of its blocks so far, divided by how many
/// it has been given. Each table has as many made-up blocks beforehand as seats, each won by another of its bots, so
/// that a table of which one has won all is not taken for known.
///
/// Blocks are chosen in batches of as many as can be played with all bots at once. A batch follows from the results of
/// all batches but the one before it, which may still be played meanwhile. So neither the number of games at once nor
/// the order in which they end changes anything. All is reckoned in whole numbers, and is the same on every machine.
#[derive(Debug, Clone)]
pub(super) struct Adaptive {
    tables: Vec<Known>,
    /// How many blocks are still to be given out.
    left: u64,
    /// How many blocks a batch has.
    size: usize,
    /// The points of a won block, in sixtieths.
    most: u64,
    /// How many batches have been given out.
    batches: u32,
    /// What is not counted yet, by block.
    awaited: BTreeMap<u32, Awaited>,
}

/// A table, and what is known of it.
#[derive(Debug, Clone)]
struct Known {
    table: Lineup,
    /// How many blocks it was given.
    given: u32,
    /// How many of these are counted.
    counted: u32,
    /// For each of its bots, the sum of its points in a block, in sixtieths, and of their squares.
    sums: Vec<[u128; 2]>,
}

#[derive(Debug, Clone)]
struct Awaited {
    batch: u32,
    table: usize,
    /// By how many places the table is turned.
    turn: usize,
    /// The points in the order of the table; `None` while it is played.
    points: Option<Vec<u64>>,
}

/// A block that is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) table: usize,
    /// Which block of the table this is, from 1.
    pub(super) round: u32,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Batch {
    Blocks(Vec<Chosen>),
    Wait,
    Over,
}

impl Adaptive {
    /// As many blocks as so many rounds of these tables have, each block with so many games.
    pub(super) fn new(tables: Vec<Lineup>, rounds: u32, bots: usize, games: u32) -> Self {
        let most = 60 * u64::from(games);
        let size = tables.first().map_or(1, |table| bots / table.len()).max(1);
        let left = tables.len() as u64 * u64::from(rounds);
        let known = |table: Lineup| {
            let prior = u128::from(most);
            let sums = vec![[prior, prior * prior]; table.len()];
            Known { table, given: 0, counted: 0, sums }
        };
        let tables = tables.into_iter().map(known).collect();
        Self { tables, left, size, most, batches: 0, awaited: BTreeMap::new() }
    }

    /// How many blocks there are in all.
    pub(super) fn blocks(&self) -> u64 {
        self.left + self.tables.iter().map(|known| u64::from(known.given)).sum::<u64>()
    }

    /// The table of a block, as it sits there.
    pub(super) fn table(&self, chosen: Chosen) -> Lineup {
        self.tables[chosen.table].table.rotated(chosen.round as usize - 1)
    }

    pub(super) fn next(&mut self) -> Batch {
        if self.left == 0 {
            return Batch::Over;
        }
        if !self.count() {
            return Batch::Wait;
        }
        let size = if self.batches == 0 { self.tables.len() } else { self.size };
        let size = usize::try_from(self.left).map_or(size, |left| size.min(left));
        self.batches += 1;
        self.left -= size as u64;
        let chosen = (0..size).filter_map(|_| {
            let worst = |&one: &usize, &other: &usize| self.tables[other].compare(&self.tables[one]);
            let table = (0..self.tables.len()).min_by(worst)?;
            self.tables[table].given += 1;
            Some(Chosen { table, round: self.tables[table].given })
        });
        Batch::Blocks(chosen.collect())
    }

    /// Counts the results that the next batch follows from. Returns whether all of these are there.
    fn count(&mut self) -> bool {
        let due = |awaited: &Awaited, batches: u32| awaited.batch + 1 < batches;
        if self.awaited.values().any(|awaited| due(awaited, self.batches) && awaited.points.is_none()) {
            return false;
        }
        let blocks = self.awaited.iter().filter(|(_, awaited)| due(awaited, self.batches)).map(|(&block, _)| block);
        for block in blocks.collect_vec() {
            let Some(Awaited { table, points: Some(points), .. }) = self.awaited.remove(&block) else { continue };
            let known = &mut self.tables[table];
            known.counted += 1;
            for (sums, points) in known.sums.iter_mut().zip(points) {
                let points = u128::from(points.min(self.most));
                *sums = [sums[0] + points, sums[1] + points * points];
            }
        }
        true
    }

    /// A block was given out.
    pub(super) fn begin(&mut self, block: u32, chosen: Chosen) {
        let batch = self.batches - 1;
        let turn = chosen.round as usize - 1;
        self.awaited.insert(block, Awaited { batch, table: chosen.table, turn, points: None });
    }

    /// What the bots of a block have scored, in the order in which they sat there.
    pub(super) fn report(&mut self, block: u32, points: &[PointSum]) {
        let Some(awaited) = self.awaited.get_mut(&block) else { return };
        let seats = self.tables[awaited.table].table.len();
        let mut own = vec![0; seats];
        for (seat, points) in points.iter().enumerate().take(seats) {
            own[(seat + awaited.turn) % seats] = points.sixtieths();
        }
        awaited.points.get_or_insert(own);
    }
}

impl Known {
    /// Which of two tables is known worse, in whole numbers: the greater is.
    fn compare(&self, other: &Self) -> Ordering {
        let [(mine, my_part), (theirs, their_part)] = [self, other].map(Self::variance);
        mine.saturating_mul(their_part).cmp(&theirs.saturating_mul(my_part))
    }

    /// The variance of the mean of its blocks, all bots together, as a fraction.
    fn variance(&self) -> (u128, u128) {
        let prior = self.table.len() as u128;
        let blocks = prior + u128::from(self.counted);
        let spread = self.sums.iter().map(|[sum, squares]| blocks * squares - sum * sum).sum();
        (spread, blocks * (blocks - 1).max(1) * (prior + u128::from(self.given)))
    }
}
