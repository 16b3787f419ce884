//! A round of a format whose pairings depend on results.

use std::cmp::Reverse;

use itertools::Itertools as _;

use super::{BotIndex, Lineup, SeedDecision};
use crate::stats::PointSum;

/// A round, as far as it has been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    /// Who meets whom.
    pub(super) pairings: Vec<Pairing>,
    /// Who does not play.
    pub(super) byes: Vec<BotIndex>,
    /// Whether the last table plays for the third place.
    pub(super) third_place: bool,
}

/// A table of a round, with what its bots have scored there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) table: Lineup,
    /// The points of each bot, in the table's order.
    pub(super) points: Vec<PointSum>,
}

impl Pairing {
    /// A table that has not played.
    pub(super) fn new(table: Lineup) -> Self {
        let points = vec![PointSum::ZERO; table.len()];
        Self { table, points }
    }

    /// The bots, best first; those with as many points as they sit.
    pub(super) fn ranking(&self) -> Vec<BotIndex> {
        let places = 0..self.table.len();
        places.sorted_by_key(|&place| Reverse(self.points[place])).map(|place| self.table[place]).collect()
    }

    /// What their seed decides where so many of them go on; `None` if points do.
    pub(super) fn by_seed(&self, round: u32, advancing: usize) -> Option<SeedDecision> {
        let ranking = self.ranking();
        let level = self.points_of(*ranking.get(advancing.checked_sub(1)?)?);
        if level != self.points_of(*ranking.get(advancing)?) {
            return None;
        }
        let of = |bots: &[BotIndex]| bots.iter().copied().filter(|&bot| self.points_of(bot) == level).collect();
        Some(SeedDecision { round, ahead: of(&ranking[..advancing]), behind: of(&ranking[advancing..]) })
    }

    /// The points of a bot, if it sits here.
    pub(super) fn points_of(&self, bot: BotIndex) -> Option<PointSum> {
        self.table.iter().position(|&other| other == bot).map(|place| self.points[place])
    }
}
