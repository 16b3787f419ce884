//! The ends of games, by reason and loser.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use uvi::Fault;

use super::field::ToldGame;

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
    pub(super) fn all(games: &[ToldGame<'_>]) -> Vec<Self> {
        let mut rows: BTreeMap<&str, Self> = BTreeMap::new();
        for (game, _) in games {
            let empty = || Self { reason: game.reason.clone(), games: 0, drawn: 0, lost: BTreeMap::new() };
            let row = rows.entry(&game.reason).or_insert_with(empty);
            row.games += 1;
            match game.loser() {
                Some(name) => *row.lost.entry(name.to_owned()).or_default() += 1,
                None => row.drawn += 1,
            }
        }
        rows.into_values().collect()
    }

    /// True if the reason is not an end by the rules: an adjudication, a fault or a resignation.
    pub(super) fn is_by_others(&self) -> bool {
        let word = self.reason.as_str();
        ["adjudication", "resign"].contains(&word) || Fault::ALL.iter().any(|fault| fault.word() == word)
    }
}
