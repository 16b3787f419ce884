//! The ends of games, by reason and loser.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi::Fault;

use crate::progress::{EndCounts, ResultCounts};

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
