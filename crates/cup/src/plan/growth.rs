//! How a tournament becomes a bigger one without losing a game.

use super::{Difference, Plan};
use crate::schedule::Stage;

/// Why a plan does not grow into another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGrowth {
    /// They differ in something that games follow from.
    Other(Vec<Difference>),
    /// The bigger one has fewer rounds.
    FewerRounds {
        /// How many there are.
        expected: u32,
        /// How many it has.
        found: u32,
    },
    /// The bigger one is a gate of fewer games.
    FewerGames {
        /// How many there are.
        expected: u32,
        /// How many it has.
        found: u32,
    },
    /// The bigger one has fewer bots.
    FewerBots {
        /// How many there are.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// Nobody can join a tournament of this format.
    NoMoreBots(usize),
    /// A sequential test hears other bots than it has heard.
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
    pub fn grown_into(&self, bigger: &Self) -> Result<Self, NoGrowth> {
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
            return Err(NoGrowth::FewerBots { expected: bots, found });
        }
        let differences = same.differences(&self.to_file());
        if !differences.is_empty() {
            return Err(NoGrowth::Other(differences));
        }
        if let Some((expected, found)) = rounds.filter(|(expected, found)| found < expected) {
            if let (Some(_), Some(games)) = (self.gate, self.games_of_a_round()) {
                return Err(NoGrowth::FewerGames { expected: expected * games, found: found * games });
            }
            return Err(NoGrowth::FewerRounds { expected, found });
        }
        let mut grown = bigger.clone();
        grown.grown.clone_from(&self.grown);
        if found > bots {
            // The first luck is dealt again to a new bot, so that what it gives would not be independent.
            if self.lead.is_some() {
                return Err(NoGrowth::Tested);
            }
            let Some((rounds, _)) = rounds.filter(|_| self.format.takes_bots()) else {
                return Err(NoGrowth::NoMoreBots(bots));
            };
            grown.grown.push(Stage { bots, rounds });
        }
        Ok(grown)
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.entrants.iter().map(|entrant| &entrant.name)
    }
}
