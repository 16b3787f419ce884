//! A round of a format whose pairings depend on results.

use super::{BotIndex, Table};
use crate::stats::PointSum;

/// A round, as far as it has been played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    /// Who meets whom.
    pub(super) pairings: Vec<Pairing>,
    /// Who does not play.
    pub(super) byes: Vec<BotIndex>,
}

/// A table of a round, with what its bots have scored there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The table.
    pub(super) table: Table,
    /// The points of each bot, in the table's order.
    pub(super) points: Vec<PointSum>,
}

impl Pairing {
    /// A table that has not played.
    pub(super) fn new(table: Table) -> Self {
        let points = vec![PointSum::ZERO; table.len()];
        Self { table, points }
    }

    /// The points of a bot, if it sits here.
    pub(super) fn points_of(&self, bot: BotIndex) -> Option<PointSum> {
        self.table.iter().position(|&other| other == bot).map(|place| self.points[place])
    }
}
