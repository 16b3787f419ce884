//! The number of games of a plan, and the supply of openings for its blocks.

use std::iter::successors;

use super::Plan;
use crate::schedule::{Fixtures, Format, Next};

impl Plan {
    /// The number of games of the whole tournament. `None` for a knockout, in which results decide the number, or if
    /// the number exceeds [`u32::MAX`].
    pub fn total(&self) -> Option<u32> {
        let (rounds, one) = match &self.format {
            Format::Tables(_) => (1, self.format.clone()),
            format => (format.rounds()?, format.with_rounds(1)?),
        };
        let mut fixtures = Fixtures::new(&one, self.entrants.len(), self.seats, self.seatings).ok()?;
        let games = if one.follows_results() {
            fixtures.blocks()? * u64::from(self.seatings.games(self.seats))
        } else {
            // A block of a bot with itself may have fewer games.
            let mut games = 0;
            while let Next::One(block) = fixtures.step() {
                games += block.entries().count() as u64;
            }
            games
        };
        u32::try_from(games.checked_mul(rounds.into())?).ok()
    }

    /// The remarks to show before the first game: on the openings, and a warning if there are too few.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.remarks.iter().cloned().chain(self.shortage())
    }

    /// The warning if there are fewer openings than deals. A knockout may need more than its fewest rounds.
    fn shortage(&self) -> Option<String> {
        let found = self.openings.len();
        let expected = match self.format {
            Format::Knockout { blocks, advance, .. } => {
                let chairs = usize::from(self.seats);
                let next = |&left: &usize| (left > chairs).then(|| left - left / chairs * (chairs - advance));
                blocks as usize * successors(Some(self.entrants.len()), next).count()
            }
            _ => self.format.deals()? as usize,
        };
        let is_short = (1..expected).contains(&found);
        is_short
            .then(|| format!("too few openings: expected {expected}, found {found}; after the last they come again"))
    }
}
