//! What the search is told: what the turns that are left bring, if the chain lasts.

use super::{Action, Catalonia, Claim, Phase};
use crate::game::{
    MAX_SEATS, Seat,
    sense::{Playout, Sense, Shares},
};

impl Sense for Catalonia {
    const PLAYOUT: Playout = Playout { decisions: 0, candidates: 1 };

    /// The points so far, and the square of the longest chain for each turn that has not scored. Men and defences from
    /// which chains are mended count a little.
    fn judge(&self) -> Option<Shares> {
        let scored = !matches!(self.phase(), Phase::Move(_) | Phase::Answer | Phase::Claim);
        let left = (self.turns() + u32::from(!scored)).saturating_sub(self.number());
        let graph = self.defence();
        let longest = graph.search().longest() as f64;
        let turn = longest * longest + 0.5 * graph.links() as f64 + self.men().all().len() as f64;
        Some([f64::from(self.total()) + f64::from(left) * turn; MAX_SEATS])
    }

    /// Of the chains the longest; the list has the shortest only.
    fn obvious(&self, _: Seat) -> Option<Action> {
        if self.phase() != Phase::Claim {
            return None;
        }
        let squares: Vec<_> = self.men().all().iter().collect();
        let witness: Vec<_> = self.defence().search().witness().iter().map(|&man| squares[man]).collect();
        if witness.is_empty() { Some(Action::NoClaim) } else { Claim::new(&witness).map(Action::Claim) }
    }
}
