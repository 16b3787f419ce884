//! The table of results of each bot against each.

use std::collections::BTreeMap;

use super::BlockCounts;
use crate::schedule::BotIndex;

/// The results of every bot against every other: the numbers of games in which a bot had more points than the other, as
/// many, and fewer. With two seats these are the bot's wins, draws and losses. If a bot sits at several seats, a game
/// counts once for each pair of seats. Seats of the same bot are not compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CrossTable {
    encounters: BTreeMap<(BotIndex, BotIndex), [u32; 3]>,
}

impl CrossTable {
    /// The table of the games in these blocks; empty if all seats of a game share one score.
    pub fn of(blocks: &BlockCounts) -> Self {
        let [ahead, level, behind] = [0, 1, 2];
        let mut table = Self::default();
        for (game, times) in blocks.iter().flat_map(|kind| kind.score.games.iter().map(|game| (game, kind.times()))) {
            let mut add = |one: BotIndex, other: BotIndex, result: usize| {
                if one != other {
                    table.encounters.entry((one, other)).or_default()[result] += times as u32;
                }
            };
            let groups = game.ranked();
            for (place, group) in groups.iter().enumerate() {
                for (number, &one) in group.iter().enumerate() {
                    for &other in &group[number + 1..] {
                        add(one, other, level);
                        add(other, one, level);
                    }
                    for &other in groups[place + 1..].iter().flatten() {
                        add(one, other, ahead);
                        add(other, one, behind);
                    }
                }
            }
        }
        table
    }

    /// The number of pairs of bots that met.
    pub fn count(&self) -> usize {
        self.encounters.len() / 2
    }

    /// The results of `one` against `other`; `None` if the two never met.
    pub fn against(&self, one: BotIndex, other: BotIndex) -> Option<[u32; 3]> {
        self.encounters.get(&(one, other)).copied()
    }
}
