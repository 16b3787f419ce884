//! Blocks that are counted rather than kept.

use std::{cmp::Ordering, collections::BTreeMap, slice, sync::OnceLock};

use smallvec::{SmallVec, smallvec};
use uvi_games::game::Score;

use super::{
    BlockKind, BlockScore, GameScore, likelihood,
    meeting_games::{BlockMeetings, MeetingGames, meetings},
    sample::student_quantile_at,
    score::BlockBots,
};
use crate::schedule::BotIndex;

/// The blocks of an observation. Most have one.
pub(crate) type UnitKinds<'b> = SmallVec<[&'b BlockKind; 1]>;

/// The number of deals whose range says something about other deals.
const MANY: usize = 5;

/// Blocks by kind, each with the number of times that it occurred. The size grows with the number of kinds, and not with
/// the number of blocks.
#[derive(Debug, Clone, Default)]
pub struct BlockCounts {
    /// The blocks of each table of bots. The bots are ascending, and a bot at several seats is repeated.
    tables: BTreeMap<BlockBots, TableBlocks>,
    /// The blocks of each deal. Empty if blocks are independent.
    deals: Vec<Vec<BlockKind>>,
    /// True if a sequential test may have ended the blocks.
    is_tested: bool,
}

#[derive(Debug, Clone, Default)]
struct TableBlocks {
    /// The kinds, sorted.
    kinds: Vec<BlockKind>,
    /// The sum of all games, once it was asked for: a ladder asks after each round, which changes few tables of many.
    sum: OnceLock<BlockMeetings>,
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

    /// The same blocks, of which some share a deal: the same luck or opening. So all blocks of a deal are one observation.
    /// `blocks` has these blocks again, each pooled with its copies, with its deal.
    ///
    /// If all blocks have one deal, there is but one observation, which tells nothing about others. Then blocks count as
    /// independent, so intervals hold for this deal alone ([`Self::is_one_deal`]).
    #[must_use]
    pub fn with_deals<'b, D: Ord>(self, blocks: impl IntoIterator<Item = (D, &'b BlockScore)>) -> Self {
        let mut deals: BTreeMap<D, Vec<BlockKind>> = BTreeMap::new();
        for (deal, block) in blocks {
            deals.entry(deal).or_default().push(BlockKind { score: block.clone(), plays: 1, count: 1 });
        }
        let is_shared = deals.values().any(|blocks| blocks.len() > 1);
        Self { deals: if is_shared { deals.into_values().collect() } else { Vec::new() }, ..self }
    }

    /// The same blocks, which a sequential test may have ended. All intervals and comparisons then hold at any time.
    #[must_use]
    pub fn tested(self) -> Self {
        Self { is_tested: true, ..self }
    }

    /// True if all blocks share one deal.
    pub fn is_one_deal(&self) -> bool {
        self.deals.len() == 1
    }

    /// The blocks of each deal. Empty if blocks are independent, or count as such.
    pub(super) fn deals(&self) -> &[Vec<BlockKind>] {
        if self.is_one_deal() { &[] } else { &self.deals }
    }

    /// The number of deals. `None` if blocks are independent, or count as such.
    pub fn count_of_deals(&self) -> Option<usize> {
        Some(self.deals().len()).filter(|deals| *deals > 0)
    }

    /// True if blocks share deals, and there are enough of them to see how much they differ.
    pub(super) fn has_many_deals(&self) -> bool {
        self.deals().len() >= MANY
    }

    /// The independent observations: the blocks of each deal, or single blocks, each with its number.
    pub(super) fn units(&self) -> Box<dyn Iterator<Item = (&[BlockKind], u64)> + '_> {
        match self.deals() {
            [] => Box::new(self.iter().map(|kind| (slice::from_ref(kind), kind.count))),
            deals => Box::new(deals.iter().map(|deal| (deal.as_slice(), 1))),
        }
    }

    /// For each of the first `bots` bots, the observations in which it plays, each with the bot's blocks.
    pub(super) fn units_of_each(&self, bots: usize) -> Vec<Vec<(UnitKinds<'_>, u64)>> {
        let mut own = self.units_by(|kind| kind.score.different_bots());
        (0..bots).map(|bot| own.remove(&bot).unwrap_or_default()).collect()
    }

    /// For each key of a block, the observations that have such blocks, each with these blocks.
    pub(crate) fn units_by<K: Ord, I: IntoIterator<Item = K>>(
        &self,
        keys: impl Fn(&BlockKind) -> I,
    ) -> BTreeMap<K, Vec<(UnitKinds<'_>, u64)>> {
        // With the number of the last observation of each key.
        let mut own = BTreeMap::<K, (Option<usize>, Vec<(UnitKinds<'_>, u64)>)>::new();
        for (number, (kinds, count)) in self.units().enumerate() {
            for (kind, key) in kinds.iter().flat_map(|kind| keys(kind).into_iter().map(move |key| (kind, key))) {
                let (last, units) = own.entry(key).or_default();
                if last.replace(number) != Some(number) {
                    units.push((UnitKinds::new(), count));
                }
                units.last_mut().into_iter().for_each(|(kinds, _)| kinds.push(kind));
            }
        }
        own.into_iter().map(|(key, (_, units))| (key, units)).collect()
    }

    /// The greatest likelihood ratio inside a 95 % interval, for this many observations.
    pub(super) fn bound(&self, observations: u64) -> f64 {
        if self.is_tested {
            likelihood::bound_at_any_time(observations, likelihood::ALPHA)
        } else {
            likelihood::bound(observations)
        }
    }

    /// The likelihood ratio above which an equality is rejected with the error rate `alpha`. `None` for fewer than two
    /// observations.
    pub(super) fn rejection(&self, observations: u64, alpha: f64) -> Option<f64> {
        let freedom = observations.checked_sub(1).filter(|freedom| *freedom > 0)?;
        if self.is_tested {
            Some(likelihood::bound_at_any_time(observations, alpha))
        } else {
            student_quantile_at(freedom as f64, alpha).map(|quantile| quantile.powi(2))
        }
    }

    fn change(&mut self, mut score: BlockScore, plays: u32, change: impl Fn(u64) -> u64) {
        debug_assert!(self.deals.is_empty(), "deals are added last");
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

    /// The number of games, copies included.
    pub(crate) fn count_of_games(&self) -> u32 {
        self.iter().map(|kind| kind.games() as u64 * kind.count).sum::<u64>() as u32
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
    let scores = [one, other].map(|game| match &game.score {
        Score::Each(points) => points.as_slice().iter().map(|it| (it.numerator(), it.denominator())).collect(),
        Score::Shared(score) => smallvec![(*score, 0)],
    });
    let [score, other_score]: &[SmallVec<[(u32, u32); 4]>; 2] = &scores;
    one.table.cmp(&other.table).then(score.cmp(other_score))
}
