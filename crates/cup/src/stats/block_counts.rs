//! Blocks that are counted rather than kept.

use std::{cmp::Ordering, collections::BTreeMap, iter::Flatten, slice};

use uvi_games::game::{Points, Score};

use super::{BlockScore, GameScore};
use crate::schedule::BotIndex;

/// Blocks with the same bots in the same seats and the same scores.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockKind {
    /// The scores of the games, sorted.
    pub score: BlockScore,
    /// The number of times that each of these blocks was played: once, and once more for each copy of it.
    pub plays: u32,
    /// The number of these blocks, without copies.
    pub count: u64,
}

impl BlockKind {
    /// The number of games of one of these blocks and its copies.
    pub fn games(&self) -> usize {
        self.score.games.len() * self.plays as usize
    }

    /// The number of times that these blocks were played, copies included.
    pub fn times(&self) -> u64 {
        u64::from(self.plays) * self.count
    }
}

/// Blocks by kind, each with the number of times that it occurred. The size grows with the number of kinds, and not with
/// the number of blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockCounts {
    /// The sorted kinds of each table of bots. The bots are ascending, and a bot at several seats is repeated.
    kinds: BTreeMap<Vec<BotIndex>, Vec<BlockKind>>,
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
        let kinds = self.kinds.entry(score.bots()).or_default();
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
        self.kinds.iter().map(|(bots, kinds)| (bots.as_slice(), kinds.as_slice()))
    }

    /// The kinds of the tables with exactly these bots, ascending.
    pub fn kinds_of(&self, bots: &[BotIndex]) -> &[BlockKind] {
        self.kinds.get(bots).map_or(&[], Vec::as_slice)
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
    type IntoIter = Flatten<std::collections::btree_map::Values<'c, Vec<BotIndex>, Vec<BlockKind>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.kinds.values().flatten()
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
