//! Blocks that are counted rather than kept.

use std::{cmp::Ordering, collections::BTreeMap, slice, sync::OnceLock};

use uvi_games::game::{Points, Score};

use super::{
    BlockScore, GameScore,
    block_kind::BlockKind,
    meeting_games::{MeetingGames, meetings},
};
use crate::schedule::BotIndex;

/// Blocks by kind, each with the number of times that it occurred. The size grows with the number of kinds alone.
#[derive(Debug, Clone, Default)]
pub struct BlockCounts {
    /// The blocks of each table of bots. The bots are ascending, and a bot at several seats is repeated.
    tables: BTreeMap<Vec<BotIndex>, TableBlocks>,
}

#[derive(Debug, Clone, Default)]
struct TableBlocks {
    /// The kinds, sorted.
    kinds: Vec<BlockKind>,
    /// The sum of all games, once it was asked for: a ladder asks after each round, which changes few tables of many.
    sum: OnceLock<Vec<MeetingGames>>,
}

impl BlockCounts {
    /// The counts of these blocks.
    pub fn of<'b>(blocks: impl IntoIterator<Item = &'b BlockScore>) -> Self {
        let mut counts = Self::default();
        blocks.into_iter().for_each(|block| counts.add(block.clone()));
        counts
    }

    /// Counts a block. The order of its games does not matter.
    pub fn add(&mut self, block: BlockScore) {
        self.change(block, 1, |count| count + 1);
    }

    /// Counts a copy of a block that has been played `plays` times.
    pub fn add_copy(&mut self, block: BlockScore, plays: u32) {
        self.change(block.clone(), plays, |count| count.saturating_sub(1));
        self.change(block, plays + 1, |count| count + 1);
    }

    fn change(&mut self, mut score: BlockScore, plays: u32, change: impl Fn(u64) -> u64) {
        score.games.sort_by(compare);
        let TableBlocks { kinds, sum } = self.tables.entry(score.bots()).or_default();
        *sum = OnceLock::new();
        let found = kinds.binary_search_by(|kind| {
            let games = [&kind.score, &score].map(|score| &score.games);
            let order = games[0].iter().zip(games[1]).map(|(one, other)| compare(one, other));
            order.fold(games[0].len().cmp(&games[1].len()), Ordering::then).then(kind.plays.cmp(&plays))
        });
        let place = found.unwrap_or_else(|place| {
            kinds.insert(place, BlockKind { score, plays, count: 0 });
            place
        });
        kinds[place].count = change(kinds[place].count);
        if kinds[place].count == 0 {
            kinds.remove(place);
        }
    }

    /// The kinds of each table of bots.
    pub fn tables(&self) -> impl Iterator<Item = (&[BotIndex], &[BlockKind])> {
        self.tables.iter().map(|(bots, table)| (bots.as_slice(), table.kinds.as_slice()))
    }

    /// The games of all blocks, by their bots.
    pub(super) fn games(&self) -> impl Iterator<Item = &MeetingGames> {
        let sum = |table: &TableBlocks| meetings(table.kinds.iter().map(|kind| (kind, kind.count as f64)));
        self.tables.values().flat_map(move |table| table.sum.get_or_init(|| sum(table)))
    }

    /// The kinds of the tables with exactly these bots, ascending.
    pub fn kinds_of(&self, bots: &[BotIndex]) -> &[BlockKind] {
        self.tables.get(bots).map_or(&[], |table| &table.kinds)
    }

    /// All kinds.
    pub fn iter(&self) -> impl Iterator<Item = &BlockKind> {
        self.into_iter()
    }

    /// The number of blocks, without copies.
    pub fn count(&self) -> u64 {
        self.iter().map(|kind| kind.count).sum()
    }
}

impl<'c> IntoIterator for &'c BlockCounts {
    type Item = &'c BlockKind;
    type IntoIter = Box<dyn Iterator<Item = &'c BlockKind> + 'c>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.tables.values().flat_map(|table| &table.kinds))
    }
}

/// An order of games without a meaning of its own.
fn compare(one: &GameScore, other: &GameScore) -> Ordering {
    let parts = |points: &Points| (points.numerator(), points.denominator());
    let scores = match [&one.score, &other.score] {
        [Score::Each(one), Score::Each(other)] => {
            let [one, other]: [slice::Iter<'_, Points>; 2] = [one, other].map(|points| points.as_slice().iter());
            one.map(parts).cmp(other.map(parts))
        }
        [Score::Shared(one), Score::Shared(other)] => one.cmp(other),
        [Score::Each(_), Score::Shared(_)] => Ordering::Less,
        [Score::Shared(_), Score::Each(_)] => Ordering::Greater,
    };
    one.table.cmp(&other.table).then(scores)
}
