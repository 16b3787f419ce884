//! A round of a format whose pairings depend on results, and what it decides beside scores.

use std::{cmp::Reverse, fmt};

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BotIndex, Lineup};
use crate::stats::PointSum;

/// A round, with the points so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) pairings: Vec<Pairing>,
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

/// A round in which a bot did not play although it was not eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// The bot that did not play.
    pub bot: BotIndex,
}

/// A table of a knockout whose bots were level after all its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BySeed")]
pub struct SeedDecision<B = BotIndex> {
    /// The round, from 1.
    pub round: u32,
    /// The bots that advanced, or won, by their places in the bracket.
    pub through: Vec<B>,
    /// The bots with equal points that did not. In a double elimination they may still play in the lower bracket.
    pub out: Vec<B>,
    /// The question that the table decided.
    pub stake: Stake,
}

impl<B> SeedDecision<B> {
    pub(crate) fn map<T>(self, of: impl Fn(B) -> T) -> SeedDecision<T> {
        let [through, out] = [self.through, self.out].map(|bots| bots.into_iter().map(&of).collect());
        SeedDecision { round: self.round, through, out, stake: self.stake }
    }
}

/// The outcome: `b1 through, b2 to the lower bracket`.
impl fmt::Display for SeedDecision<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (through, out) = (self.through.join(", "), self.out.join(", "));
        match self.stake {
            Stake::Advance => write!(f, "{through} through, {out} out"),
            Stake::LowerBracket => write!(f, "{through} through, {out} to the lower bracket"),
            Stake::Semifinal => write!(f, "{through} to the final, {out} to the match for the third place"),
            Stake::ThirdPlace => write!(f, "{through} third, before {out}"),
            Stake::Final => write!(f, "{through} first, before {out}"),
        }
    }
}

/// The question that a table of a knockout decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stake {
    /// The places in the next round. The other bots are out.
    Advance,
    /// A place without a loss. The loser plays on in the lower bracket.
    LowerBracket,
    /// A place in the final. The loser plays for the third place.
    Semifinal,
    /// The third place.
    ThirdPlace,
    /// The first place.
    Final,
}
