//! Decisions of the schedule itself, which do not follow from scores.

use schemars::JsonSchema;
use serde::Serialize;

use super::BotIndex;

/// A round in which a bot did not play although it was not eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// The bot that did not play.
    pub bot: BotIndex,
}

/// A tie that the bracket broke: bots of a table had equal points, and those with better places in it advanced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedDecision {
    /// The round, from 1.
    pub round: u32,
    /// The bots that advanced, or won the place that the table played for.
    pub ahead: Vec<BotIndex>,
    /// The bots with equal points that did not advance, or did not win that place.
    pub behind: Vec<BotIndex>,
    /// The question that the table decided.
    pub stake: Stake,
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
