//! The pairs of bots: differences in strength, and counts of results.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use smallvec::smallvec;

use super::{BlockCounts, BlockResults, CrossTable, Elo, block_counts::UnitKinds};
use crate::schedule::BotIndex;

/// An observation in which two bots met: its number, the blocks in which both play, and its count.
type SharedUnit<'b> = (usize, UnitKinds<'b>, u64);

/// Two bots that met.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The bot with the lower index.
    pub one: BotIndex,
    /// The bot with the higher index.
    pub other: BotIndex,
    /// The numbers of games in which `one` had more points than `other`, as many, and fewer.
    pub games: [u32; 3],
    /// The strength of `one` compared with `other`, by the blocks in which both play. `None` for fewer than two such
    /// blocks, or if neither bot has points in them.
    pub elo: Option<Elo>,
    /// The numbers of pairs of games that gave `one` 0, ½, 1, 1½ and 2 points. `None` unless every game has two seats.
    pub pentanomial: Option<[u64; 5]>,
}

impl Pair {
    /// The same pair from the other bot's point of view.
    pub fn swapped(self) -> Self {
        let [ahead, level, behind] = self.games;
        Self {
            one: self.other,
            other: self.one,
            games: [behind, level, ahead],
            elo: self.elo.map(Elo::swapped),
            pentanomial: self.pentanomial.map(|[a, b, c, d, e]| [e, d, c, b, a]),
        }
    }
}

/// The pairs of bots that met, by index. `table` is the cross table of `blocks`. Empty if all seats share one score.
pub fn pairs(table: &CrossTable, blocks: &BlockCounts) -> Vec<Pair> {
    let mut met: BTreeMap<(BotIndex, BotIndex), Vec<SharedUnit<'_>>> = BTreeMap::new();
    for (number, (kinds, count)) in blocks.units().enumerate() {
        for kind in kinds {
            for [one, other] in kind.score.bots().into_iter().dedup().array_combinations() {
                let units = met.entry((one, other)).or_default();
                match units.last_mut() {
                    Some((last, kinds, _)) if *last == number => kinds.push(kind),
                    _ => units.push((number, smallvec![kind], count)),
                }
            }
        }
    }
    let pair = |((one, other), units): (_, Vec<SharedUnit<'_>>)| {
        let games = table.against(one, other)?;
        let kinds = || units.iter().flat_map(|(_, kinds, _)| kinds.iter().copied());
        let two = kinds().all(|kind| kind.score.games.iter().all(|game| game.table.len() == 2));
        let results = two.then(|| BlockResults::of(one, 2, kinds()));
        let pentanomial = results.filter(|results| !results.counts().is_empty());
        Some(Pair {
            one,
            other,
            games,
            elo: Elo::in_units(one, other, blocks, units.into_iter().map(|(_, kinds, count)| (kinds, count))),
            pentanomial: pentanomial.and_then(|results| results.pentanomial()),
        })
    };
    met.into_iter().filter_map(pair).collect()
}
