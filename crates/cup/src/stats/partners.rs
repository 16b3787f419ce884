//! The mean scores of partners in cooperative games.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::{BlockScore, Estimate, Sample};
use crate::schedule::BotIndex;

/// The mean over all blocks of the score that the seats share; `None` for fewer than two blocks.
pub fn mean_score(blocks: &[BlockScore]) -> Option<Estimate> {
    Sample::of(blocks.iter().filter_map(BlockScore::shared)).and_then(|sample| sample.estimate())
}

/// The partner matrix: the scores of each pair of bots at the same table. A bot at two seats is also its own partner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Partners {
    pairs: BTreeMap<(BotIndex, BotIndex), Sample>,
}

impl Partners {
    /// The matrix of these blocks. A block counts for all pairs of bots that sit at its table.
    pub fn of(blocks: &[BlockScore]) -> Self {
        let mut scores = BTreeMap::<_, Vec<f64>>::new();
        for (block, score) in blocks.iter().filter_map(|block| Some((block, block.shared()?))) {
            let pairs: BTreeSet<_> = block.bots().into_iter().array_combinations().collect();
            for [one, other] in pairs {
                scores.entry((one, other)).or_default().push(score);
            }
        }
        let pairs = scores.into_iter().filter_map(|(pair, scores)| Some((pair, Sample::of(scores)?)));
        Self { pairs: pairs.collect() }
    }

    /// The scores of the blocks in which both bots sat at the table, in either order; `None` if there are no such
    /// blocks.
    pub fn pair(&self, one: BotIndex, other: BotIndex) -> Option<Sample> {
        self.pairs.get(&(one.min(other), one.max(other))).copied()
    }

    /// The mean score of a bot with other bots. Each partner has the same weight, for any number of blocks. `None` if
    /// the bot had no other partner.
    pub fn with_others(&self, bot: BotIndex) -> Option<f64> {
        let met = self.pairs.iter().filter(|((one, other), _)| one != other && (*one == bot || *other == bot));
        Sample::of(met.map(|(_, sample)| sample.mean)).map(|sample| sample.mean)
    }
}
