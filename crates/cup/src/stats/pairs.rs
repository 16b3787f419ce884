//! The pairs of bots: differences in strength, and counts of results.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::{BlockCounts, BlockKind, BlockResults, CrossTable, Elo, Encounter};
use crate::schedule::BotIndex;

/// Two bots that met.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The bot with the lower index.
    pub one: BotIndex,
    /// The bot with the higher index.
    pub other: BotIndex,
    /// The results of `one` against `other`.
    pub games: Encounter,
    /// The strength of `one` compared with `other`, by the blocks in which both play. `None` for fewer than two such
    /// blocks, or if neither bot has points in them.
    pub elo: Option<Elo>,
    /// The numbers of pairs of games that gave `one` 0, ½, 1, 1½ and 2 points. `None` unless every game has two seats.
    pub pentanomial: Option<[u64; 5]>,
}

impl Pair {
    /// The same pair from the other bot's point of view.
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

/// The pairs of bots that met, by index. `table` is the cross table of `blocks`. Empty if all seats share one score.
pub fn pairs(table: &CrossTable, blocks: &BlockCounts) -> Vec<Pair> {
    let mut met: BTreeMap<(BotIndex, BotIndex), Vec<&BlockKind>> = BTreeMap::new();
    for (bots, kinds) in blocks.tables() {
        for [one, other] in bots.iter().copied().dedup().array_combinations() {
            met.entry((one, other)).or_default().extend(kinds);
        }
    }
    let pair = |((one, other), blocks): (_, Vec<&BlockKind>)| {
        let games = table.against(one, other)?;
        let two = blocks.iter().all(|kind| kind.score.games.iter().all(|game| game.table.len() == 2));
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
