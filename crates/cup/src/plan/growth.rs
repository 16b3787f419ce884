//! The growth of a tournament into a bigger one that keeps its games.

use itertools::Itertools as _;

use super::Plan;
use crate::schedule::GrowthStage;

pub(super) const GROWN_TEST: &str = "a sequential test cannot continue with more bots; start it in another folder";

const DECIDES_ONCE: &str = "a gate with fixed decides once, by the interval for the number of games that was chosen first, which errs more often \
     if it is looked at again after more games; play a new gate with more games, or one without fixed, which may grow";

impl Plan {
    /// Returns the plan of `bigger` with the games of this plan first. Each game of this plan keeps its number, table,
    /// seed, opening and log. `bigger` may have more rounds, or more bots at the end. The new games follow, so all
    /// games together are those of `bigger`.
    ///
    /// The result differs from `bigger` only in [`Plan::grown`], which has the earlier sizes.
    ///
    /// # Errors
    /// The reason why this plan cannot grow into `bigger`.
    pub fn grown_into(&self, bigger: &Self) -> Result<Self, String> {
        let mut same = bigger.clone();
        same.grown.clone_from(&self.grown);
        // The ranking does not affect games.
        same.ranking.clone_from(&self.ranking);
        let (bots, found) = (self.entrants.len(), bigger.entrants.len());
        same.entrants.truncate(bots);
        let rounds = self.format.rounds().zip(bigger.format.rounds());
        if let Some(format) = rounds.and_then(|(rounds, _)| bigger.format.with_rounds(rounds)) {
            same.format = format;
        }
        // Without this, a missing last bot would be reported as other differences.
        if found < bots && self.names().take(found).eq(bigger.names()) {
            return Err(format!("expected at least {bots} bots, found {found}"));
        }
        let differences = same.differences(&self.to_file());
        if !differences.is_empty() {
            let differences = differences.iter().join("; ");
            return Err(format!("{differences}: only the number of rounds and the bots of a tournament can grow"));
        }
        if let Some((expected, found)) = rounds.filter(|(expected, found)| found < expected) {
            if let (Some(_), Some(games)) = (self.gate, self.games_of_a_round()) {
                return Err(format!("expected at least {} games, found {}", expected * games, found * games));
            }
            return Err(format!("expected at least {expected} rounds, found {found}"));
        }
        let is_bigger = found > bots || rounds.is_some_and(|(before, after)| after > before);
        if is_bigger && self.gate.is_some_and(|gate| gate.fixed) {
            return Err(DECIDES_ONCE.to_owned());
        }
        let mut grown = bigger.clone();
        grown.grown.clone_from(&self.grown);
        if found > bots {
            // The games of a new bot reuse the seeds of earlier rounds. So their results depend on results that the
            // test has counted, and the test would not be valid.
            if self.lead.is_some() {
                return Err(GROWN_TEST.to_owned());
            }
            let Some((rounds, _)) = rounds.filter(|_| self.format.takes_bots()) else {
                let cause = "more can join only a round robin or a gauntlet";
                return Err(format!("expected the same {bots} bots: {cause}"));
            };
            grown.grown.push(GrowthStage { bots, rounds });
        }
        Ok(grown)
    }

    /// This plan with the known files of each bot as the other plan has them.
    #[must_use]
    pub fn with_files_of(mut self, other: &Self) -> Self {
        for entrant in &mut self.entrants {
            if let Some(there) = other.entrants.iter().find(|there| there.name == entrant.name) {
                entrant.files.clone_from(&there.files);
            }
        }
        self
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.entrants.iter().map(|entrant| &entrant.name)
    }
}
