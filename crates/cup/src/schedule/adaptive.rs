//! A round robin that plays most where results are least certain.

use std::{cmp::Ordering, collections::BTreeMap};

use itertools::Itertools as _;

use super::{BotIndex, Lineup, Next};
use crate::stats::PointSum;

/// The blocks of a round robin. Only the first round has each table once. After that, each block goes to the table
/// whose mean result is least certain. The measure is the variance of the table's blocks so far, divided by the number
/// of blocks that it was given. Each table starts with made-up blocks, one for each seat, each won by another bot. So a
/// table that one bot has always won does not count as certain.
///
/// Blocks are chosen in batches. A batch has as many blocks as all bots can play at once. It follows from the results
/// of all batches except the one before it, which may still be under way. So neither the number of games at once nor
/// the order in which they end changes the choice. All arithmetic is in whole numbers, so the same everywhere.
#[derive(Debug, Clone)]
pub(super) struct Adaptive {
    tables: Vec<TableStats>,
    /// The number of blocks still to be given out.
    left: u64,
    /// The number of blocks of a batch.
    size: usize,
    /// The points for winning all games of a block, in sixtieths.
    most: u64,
    batches: u32,
    /// The blocks that are not counted yet, by number.
    awaited: BTreeMap<u32, AwaitedBlock>,
}

#[derive(Debug, Clone)]
struct TableStats {
    table: Lineup,
    given: u32,
    counted: u32,
    /// For each bot, the sum of its points in blocks, in sixtieths, and the sum of the squares.
    sums: Vec<[u128; 2]>,
}

#[derive(Debug, Clone)]
struct AwaitedBlock {
    batch: u32,
    table: usize,
    seated: Lineup,
    /// The points in the order of the table; `None` while the block is played.
    points: Option<Vec<u64>>,
}

impl Adaptive {
    /// A schedule with one block per table and round. A block has `games` games.
    pub(super) fn new(tables: Vec<Lineup>, rounds: u32, bots: usize, games: u32) -> Self {
        let most = 60 * u64::from(games);
        let size = tables.first().map_or(1, |table| bots / table.len()).max(1);
        let left = tables.len() as u64 * u64::from(rounds);
        let known = |table: Lineup| {
            let prior = u128::from(most);
            let sums = vec![[prior, prior * prior]; table.len()];
            TableStats { table, given: 0, counted: 0, sums }
        };
        let tables = tables.into_iter().map(known).collect();
        Self { tables, left, size, most, batches: 0, awaited: BTreeMap::new() }
    }

    pub(super) fn blocks(&self) -> u64 {
        self.left + self.tables.iter().map(|known| u64::from(known.given)).sum::<u64>()
    }

    /// The blocks of the next batch: the place of each table, the number of the block among those of the table, from 1,
    /// and the bots, rotated as they play.
    pub(super) fn next(&mut self) -> Next<Vec<(usize, u32, Lineup)>> {
        if self.left == 0 {
            return Next::Over;
        }
        if !self.count() {
            return Next::Wait;
        }
        let size = if self.batches == 0 { self.tables.len() } else { self.size };
        let size = usize::try_from(self.left).map_or(size, |left| size.min(left));
        self.batches += 1;
        self.left -= size as u64;
        let chosen = (0..size).filter_map(|_| {
            let worst = |&one: &usize, &other: &usize| self.tables[other].compare(&self.tables[one]);
            let place = (0..self.tables.len()).min_by(worst)?;
            let TableStats { table, given, .. } = &mut self.tables[place];
            *given += 1;
            Some((place, *given, table.rotated(*given as usize - 1)))
        });
        Next::One(chosen.collect())
    }

    /// Counts the results that the next batch needs. Returns false, and counts nothing, if such a result is missing.
    fn count(&mut self) -> bool {
        let due = |awaited: &AwaitedBlock, batches: u32| awaited.batch + 1 < batches;
        if self.awaited.values().any(|awaited| due(awaited, self.batches) && awaited.points.is_none()) {
            return false;
        }
        let blocks = self.awaited.iter().filter(|(_, awaited)| due(awaited, self.batches)).map(|(&block, _)| block);
        for block in blocks.collect_vec() {
            let Some(AwaitedBlock { table, points: Some(points), .. }) = self.awaited.remove(&block) else { continue };
            let known = &mut self.tables[table];
            known.counted += 1;
            for (sums, points) in known.sums.iter_mut().zip(points) {
                let points = u128::from(points.min(self.most));
                *sums = [sums[0] + points, sums[1] + points * points];
            }
        }
        true
    }

    /// Records that a block was given out.
    pub(super) fn begin(&mut self, block: u32, table: usize, seated: &Lineup) {
        let batch = self.batches - 1;
        self.awaited.insert(block, AwaitedBlock { batch, table, seated: seated.clone(), points: None });
    }

    /// Records the points of a block, in the seat order of the block.
    pub(super) fn report(&mut self, block: u32, points: &[PointSum]) {
        let Some(awaited) = self.awaited.get_mut(&block) else { return };
        let seat = |bot: &BotIndex| awaited.seated.iter().position(|other| other == bot);
        let points_of = |bot| seat(bot).and_then(|seat| points.get(seat)).map_or(0, |points| points.sixtieths());
        let own = self.tables[awaited.table].table.iter().map(points_of).collect();
        awaited.points.get_or_insert(own);
    }
}

impl TableStats {
    /// Compares the uncertainty of two tables, in whole numbers.
    fn compare(&self, other: &Self) -> Ordering {
        let [(mine, my_part), (theirs, their_part)] = [self, other].map(Self::variance);
        mine.saturating_mul(their_part).cmp(&theirs.saturating_mul(my_part))
    }

    /// The variance of the mean of the blocks, summed over all bots, as a fraction.
    fn variance(&self) -> (u128, u128) {
        let prior = self.table.len() as u128;
        let blocks = prior + u128::from(self.counted);
        let spread = self.sums.iter().map(|[sum, squares]| blocks * squares - sum * sum).sum();
        (spread, blocks * (blocks - 1).max(1) * (prior + u128::from(self.given)))
    }
}
