//! The mean scores of partners in cooperative games.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::{BlockCounts, BlockKind, Estimate, Sample, likelihood};
use crate::schedule::BotIndex;

/// The mean over all games, copies included, of the score that the seats share; `None` for fewer than two independent
/// observations. The ends of the interval are undefined if all scores are equal, because their spread is then unknown.
pub fn mean_score(blocks: &BlockCounts) -> Option<Estimate> {
    mean_of_units(blocks, blocks.units())
}

/// The same for each of the first `bots` bots, over the games in which it plays.
pub(crate) fn mean_scores(bots: usize, blocks: &BlockCounts) -> Vec<Option<Estimate>> {
    blocks.units_of_each(bots).into_iter().map(|units| mean_of_units(blocks, units)).collect()
}

fn mean_of_units<'b, B: IntoIterator<Item = &'b BlockKind>>(
    blocks: &BlockCounts,
    units: impl IntoIterator<Item = (B, u64)>,
) -> Option<Estimate> {
    let sum = |(kinds, count): (B, u64)| {
        let scores = kinds.into_iter().filter_map(|kind| Some((kind.score.shared()?, kind.games() as f64)));
        let (sum, many) = scores.fold((0.0, 0.0), |(sum, many), (score, games)| (sum + score * games, many + games));
        (many > 0.0).then_some((sum, many, count))
    };
    let units: Vec<(f64, f64, u64)> = units.into_iter().filter_map(sum).collect();
    let count = units.iter().map(|(.., count)| count).sum();
    Some(likelihood::mean_of_sums(&units, 0.0, blocks.rejection(count, likelihood::ALPHA)?))
}

/// The partner matrix: the scores of each pair of bots at the same table. A bot at two seats is also its own partner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Partners {
    pairs: BTreeMap<(BotIndex, BotIndex), Sample>,
    /// The mean score of a bot with each other bot.
    with_others: BTreeMap<BotIndex, Vec<f64>>,
}

impl Partners {
    /// The matrix of these blocks. A block counts for all pairs of bots that sit at its table.
    pub fn of(blocks: &BlockCounts) -> Self {
        let mut scores = BTreeMap::<_, Vec<(f64, u64)>>::new();
        for (bots, kinds) in blocks.tables() {
            let found: Vec<_> = kinds.iter().filter_map(|kind| Some((kind.score.shared()?, kind.count))).collect();
            let pairs: BTreeSet<[BotIndex; 2]> = bots.iter().copied().array_combinations().collect();
            pairs.into_iter().for_each(|[one, other]| scores.entry((one, other)).or_default().extend(&found));
        }
        let pairs = scores.into_iter().filter_map(|(pair, scores)| Some((pair, Sample::weighted(scores)?)));
        let mut partners = Self { pairs: pairs.collect(), with_others: BTreeMap::new() };
        for (&(one, other), sample) in partners.pairs.iter().filter(|((one, other), _)| one != other) {
            for bot in [one, other] {
                partners.with_others.entry(bot).or_default().push(sample.mean);
            }
        }
        partners
    }

    /// The scores of the blocks in which both bots sat at the table, in either order; `None` if there are none.
    pub fn pair(&self, one: BotIndex, other: BotIndex) -> Option<Sample> {
        self.pairs.get(&(one.min(other), one.max(other))).copied()
    }

    /// The mean score of a bot with others. Each partner has the same weight. `None` if the bot had no other partner.
    pub fn with_others(&self, bot: BotIndex) -> Option<f64> {
        Sample::of(self.with_others.get(&bot)?.iter().copied()).map(|sample| sample.mean)
    }
}
