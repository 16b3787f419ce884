//! A round of a format whose pairings depend on results.

use std::cmp::Reverse;

use itertools::Itertools as _;

use super::{BotIndex, Lineup};
use crate::stats::PointSum;

/// A round, with the points so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) pairings: Vec<Pairing>,
    /// The bots that do not play.
    pub(super) byes: Vec<BotIndex>,
    /// True if the last table plays for the third place.
    pub(super) third_place: bool,
}

/// A table of a round, with the points of its bots there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) table: Lineup,
    /// The points of each bot, in the table's order.
    pub(super) points: Vec<PointSum>,
    /// The number of blocks that have given these points.
    pub(super) blocks: u32,
}

impl Pairing {
    pub(super) fn new(table: Lineup) -> Self {
        let points = vec![PointSum::ZERO; table.len()];
        Self { table, points, blocks: 0 }
    }

    /// The bots, best first. Bots with equal points are in the order of their seats.
    pub(super) fn ranking(&self) -> Vec<BotIndex> {
        let places = 0..self.table.len();
        places.sorted_by_key(|&place| Reverse(self.points[place])).map(|place| self.table[place]).collect()
    }

    /// The level bots that advance and those that do not if `advancing` bots advance; `None` if points decide.
    pub(super) fn by_seed(&self, advancing: usize) -> Option<[Vec<BotIndex>; 2]> {
        let ranking = self.ranking();
        let level = self.points_of(*ranking.get(advancing.checked_sub(1)?)?);
        if level != self.points_of(*ranking.get(advancing)?) {
            return None;
        }
        let of = |bots: &[BotIndex]| bots.iter().copied().filter(|&bot| self.points_of(bot) == level).collect();
        Some([&ranking[..advancing], &ranking[advancing..]].map(of))
    }

    /// The points of a bot and the number of blocks that gave them; `None` if the bot does not play at this table.
    pub(super) fn mean_of(&self, bot: BotIndex) -> Option<(PointSum, u32)> {
        Some((self.points_of(bot)?, self.blocks))
    }

    /// The points of a bot; `None` if the bot does not play at this table.
    pub(super) fn points_of(&self, bot: BotIndex) -> Option<PointSum> {
        self.table.iter().position(|&other| other == bot).map(|place| self.points[place])
    }
}
