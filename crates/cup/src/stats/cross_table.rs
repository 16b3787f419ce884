//! The table of results of each bot against each.

use std::collections::BTreeMap;

use super::BlockCounts;
use crate::schedule::BotIndex;

/// The results of one bot against another. With two seats these are the bot's wins, draws and losses. If a bot sits at
/// several seats, a game counts once for each pair of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Encounter {
    /// Games in which the bot had more points than the other.
    pub ahead: u32,
    /// Games with equal points.
    pub level: u32,
    /// Games in which the bot had fewer points.
    pub behind: u32,
}

/// The results of every bot against every other. Seats of the same bot are not compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CrossTable {
    encounters: BTreeMap<(BotIndex, BotIndex), Encounter>,
}

impl CrossTable {
    /// The table of the games in these blocks; empty if all seats of a game share one score.
    pub fn of(blocks: &BlockCounts) -> Self {
        let mut table = Self::default();
        for (game, times) in blocks.iter().flat_map(|kind| kind.score.games.iter().map(|game| (game, kind.times()))) {
            let mut add =
                |one, other, count: fn(&mut Encounter) -> &mut u32| table.add(one, other, times as u32, count);
            let groups = game.ranked();
            for (place, group) in groups.iter().enumerate() {
                for (number, &one) in group.iter().enumerate() {
                    for &other in &group[number + 1..] {
                        add(one, other, |encounter| &mut encounter.level);
                        add(other, one, |encounter| &mut encounter.level);
                    }
                    for &other in groups[place + 1..].iter().flatten() {
                        add(one, other, |encounter| &mut encounter.ahead);
                        add(other, one, |encounter| &mut encounter.behind);
                    }
                }
            }
        }
        table
    }

    fn add(&mut self, one: BotIndex, other: BotIndex, times: u32, count: fn(&mut Encounter) -> &mut u32) {
        if one != other {
            *count(self.encounters.entry((one, other)).or_default()) += times;
        }
    }

    /// The number of pairs of bots that met.
    pub fn count(&self) -> usize {
        self.encounters.len() / 2
    }

    /// The results of `one` against `other`; `None` if the two never met.
    pub fn against(&self, one: BotIndex, other: BotIndex) -> Option<Encounter> {
        self.encounters.get(&(one, other)).copied()
    }
}

#[cfg(test)]
mod tests {
    use uvi_games::game::{BySeat, Points, Score, Seat};

    use super::*;
    use crate::{
        schedule::Lineup,
        stats::{BlockScore, GameScore},
    };

    #[test]
    fn a_bot_at_two_seats_counts_twice_and_never_against_itself() {
        let points = |seat| if seat == Seat::ONE { Points::ONE } else { Points::ZERO };
        let (table, score) = (Lineup::new([0, 1, 1].map(BotIndex)), Score::Each(BySeat::new(3, points)));
        let blocks = [BlockScore { games: vec![GameScore { table, score }] }];
        let table = CrossTable::of(&BlockCounts::of(&blocks));
        for (one, other, expected) in [(0, 1, Some([2, 0, 0])), (1, 0, Some([0, 0, 2])), (1, 1, None)] {
            let found = table.against(BotIndex(one), BotIndex(other));
            assert_eq!(found.map(|found| [found.ahead, found.level, found.behind]), expected);
        }
    }
}
