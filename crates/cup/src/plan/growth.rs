//! How a tournament becomes a bigger one without losing a game.

use itertools::Itertools as _;

use super::{Difference, Plan};
use crate::schedule::GrowthStage;

/// Why a plan does not grow into another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum GrowthError {
    #[error("{}: only the number of rounds and the bots of a tournament can grow", .0.iter().join("; "))]
    Other(Vec<Difference>),
    #[error("expected at least {expected} rounds, found {found}")]
    FewerRounds { expected: u32, found: u32 },
    #[error("expected at least {expected} games, found {found}")]
    FewerGames { expected: u32, found: u32 },
    #[error("expected at least {expected} bots, found {found}")]
    FewerBots { expected: usize, found: usize },
    #[error("expected the same {0} bots: more can join only a round robin or a gauntlet")]
    NoMoreBots(usize),
    #[error("a sequential test cannot continue with more bots; start it in another folder")]
    Tested,
}

impl Plan {
    /// The plan by which this one becomes `bigger`: with more rounds, or with bots behind those that there are. What
    /// this plan has is the beginning of it, so that each game keeps its number, its table, its luck, its opening and
    /// its log; what it has not yet follows. All games together are those of `bigger`.
    ///
    /// It differs from `bigger` in [`Plan::grown`] only, which says what was there before.
    ///
    /// # Errors
    /// What is in the way.
    pub fn grown_into(&self, bigger: &Self) -> Result<Self, GrowthError> {
        let mut same = bigger.clone();
        same.grown.clone_from(&self.grown);
        // How games are ranked is no part of them.
        same.ranking.clone_from(&self.ranking);
        let (bots, found) = (self.entrants.len(), bigger.entrants.len());
        same.entrants.truncate(bots);
        let rounds = self.format.rounds().zip(bigger.format.rounds());
        if let Some(format) = rounds.and_then(|(rounds, _)| bigger.format.with_rounds(rounds)) {
            same.format = format;
        }
        // A bot that is missing at the end would else be told as a difference of lines.
        if found < bots && self.entrants.iter().map(|bot| &bot.name).take(found).eq(bigger.names()) {
            return Err(GrowthError::FewerBots { expected: bots, found });
        }
        let differences = same.differences(&self.to_file());
        if !differences.is_empty() {
            return Err(GrowthError::Other(differences));
        }
        if let Some((expected, found)) = rounds.filter(|(expected, found)| found < expected) {
            if let (Some(_), Some(games)) = (self.gate, self.games_of_a_round()) {
                return Err(GrowthError::FewerGames { expected: expected * games, found: found * games });
            }
            return Err(GrowthError::FewerRounds { expected, found });
        }
        let mut grown = bigger.clone();
        grown.grown.clone_from(&self.grown);
        if found > bots {
            // The first luck is dealt again to a new bot, so that what it gives would not be independent.
            if self.lead.is_some() {
                return Err(GrowthError::Tested);
            }
            let Some((rounds, _)) = rounds.filter(|_| self.format.takes_bots()) else {
                return Err(GrowthError::NoMoreBots(bots));
            };
            grown.grown.push(GrowthStage { bots, rounds });
        }
        Ok(grown)
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.entrants.iter().map(|entrant| &entrant.name)
    }
}
