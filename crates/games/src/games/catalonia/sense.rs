//! A quick judgement of a position for search: the points of the remaining turns if the chain lasts.

use super::{Action, Catalonia, Claim, Phase};
use crate::game::{
    MAX_SEATS, Seat,
    sense::{Playout, Sense, Shares},
};

impl Sense for Catalonia {
    const PLAYOUT: Playout = Playout { decisions: 0, candidates: 1 };

    /// The points so far, and the square of the longest chain for each turn that has not scored. Men and defences count
    /// a little, because chains are repaired from them.
    fn judge(&self) -> Option<Shares> {
        let scored = !matches!(self.phase(), Phase::Move(_) | Phase::Answer | Phase::Claim);
        let left = (self.options.turns + u32::from(!scored)).saturating_sub(self.turn);
        let graph = self.defence();
        let longest = graph.search().longest() as f64;
        let turn = longest * longest + 0.5 * graph.links() as f64 + self.men().all().len() as f64;
        Some([f64::from(self.total()) + f64::from(left) * turn; MAX_SEATS])
    }

    /// A longest chain, because the list has chains of four only.
    fn obvious(&self, _: Seat) -> Option<Action> {
        if self.phase() != Phase::Claim {
            return None;
        }
        Some(Claim::new(&self.witness()).map_or(Action::NoClaim, Action::Claim))
    }
}
