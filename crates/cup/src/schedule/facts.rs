//! What a schedule has decided by itself, and not by what bots have scored.

use super::BotIndex;

/// A bot did not play in a round, and had not lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// The round, from 1.
    pub round: u32,
    /// Who did not play.
    pub bot: BotIndex,
}

/// Bots of a table had as many points when it was to be said who goes on, and those with the better places in the
/// bracket did: the better seeds, or who has beaten them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedDecision {
    /// The round, from 1.
    pub round: u32,
    /// Who went on, or won what the table played for.
    pub ahead: Vec<BotIndex>,
    /// Who did not.
    pub behind: Vec<BotIndex>,
}
