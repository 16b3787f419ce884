//! Counts of games: the copies, which are no new evidence, and the ends by reason and loser.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::Serialize;
use uvi::Fault;

use crate::{
    counted,
    progress::{EndCounts, ResultCounts},
    stats::BlockCounts,
};

/// Games of the same bots that are equal move for move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Copied")]
pub struct CopiedGames {
    /// The number of games that are copies of an earlier one.
    pub games: u32,
    /// The number of all games.
    pub of: u32,
    /// The number of blocks that are not copies of an earlier one. Intervals and tests count these blocks.
    pub independent_blocks: u32,
}

impl CopiedGames {
    pub(super) fn among(games: u32, blocks: &BlockCounts) -> Option<Self> {
        (games > 0).then(|| Self { games, of: blocks.count_of_games(), independent_blocks: blocks.count() as u32 })
    }
}

impl fmt::Display for CopiedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, of, independent_blocks } = self;
        let blocks = counted(*independent_blocks, "independent block");
        write!(f, "of {of} games {games} are copies of others, move for move: intervals and tests count {blocks}")
    }
}

/// The games of two seats that ended for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EndRow {
    /// The reason.
    pub reason: String,
    /// The number of games with this end.
    pub games: u32,
    /// The number of them that were drawn.
    pub drawn: u32,
    /// The number of them that each bot lost, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<String, u32>,
}

impl EndRow {
    /// The ends of games between two seats, by their reasons.
    pub(super) fn all(counts: &ResultCounts) -> Vec<Self> {
        let row = |(reason, EndCounts { games, lost }): (&String, &EndCounts)| Self {
            reason: reason.clone(),
            games: *games,
            drawn: games - lost.values().sum::<u32>(),
            lost: lost.iter().map(|(bot, &count)| (counts.names()[bot.0].clone(), count)).collect(),
        };
        counts.ends.iter().map(row).collect()
    }

    /// True if the reason is not an end by the rules: an adjudication, a fault or a resignation.
    pub(super) fn is_by_others(&self) -> bool {
        let word = self.reason.as_str();
        ["adjudication", "tablebase", "resign"].contains(&word) || Fault::ALL.iter().any(|fault| fault.word() == word)
    }
}
