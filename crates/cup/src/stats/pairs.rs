//! Each bot with each: how much stronger it is, and how often their blocks went how.

use std::collections::BTreeMap;

use super::{BlockResults, BlockScore, CrossTable, Elo, Encounter};
use crate::schedule::BotIndex;

/// Two bots that met.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The one with the lower index.
    pub one: BotIndex,
    /// The one with the higher index.
    pub other: BotIndex,
    /// What came of their games, as the first sees it.
    pub games: Encounter,
    /// How much stronger the first is, by their blocks alone; `None` for fewer than two.
    pub elo: Option<Elo>,
    /// Two seats: how many pairs of games gave the first 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Option<[u64; 5]>,
}

impl Pair {
    /// The same as the other sees it.
    pub fn swapped(self) -> Self {
        let Encounter { ahead, level, behind } = self.games;
        Self {
            one: self.other,
            other: self.one,
            games: Encounter { ahead: behind, level, behind: ahead },
            elo: self.elo.map(Elo::swapped),
            pentanomial: self.pentanomial.map(|[a, b, c, d, e]| [e, d, c, b, a]),
        }
    }
}

/// All pairs that met, by their indices. Nothing where all seats share a score.
pub fn pairs(table: &CrossTable, blocks: &[BlockScore]) -> Vec<Pair> {
    let mut met: BTreeMap<(BotIndex, BotIndex), Vec<&BlockScore>> = BTreeMap::new();
    for block in blocks {
        let mut bots = block.bots();
        bots.dedup();
        for (place, &one) in bots.iter().enumerate() {
            bots[place + 1..].iter().for_each(|&other| met.entry((one, other)).or_default().push(block));
        }
    }
    let pair = |((one, other), blocks): (_, Vec<&BlockScore>)| {
        let games = table.against(one, other)?;
        let two = blocks.iter().all(|block| block.games.iter().all(|game| game.table.len() == 2));
        let results = two.then(|| BlockResults::of(one, 2, blocks.iter().copied()));
        let pentanomial = results.filter(|results| !results.counts().is_empty());
        Some(Pair {
            one,
            other,
            games,
            elo: Elo::between(one, other, blocks),
            pentanomial: pentanomial.and_then(|results| results.pentanomial()),
        })
    };
    met.into_iter().filter_map(pair).collect()
}
