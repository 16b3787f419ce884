//! Knowledge that a search needs beyond the rules: estimates for unfinished positions. A search plays a game without
//! estimates to its end at random. The module knows no search.

use super::{Game, MAX_SEATS, Seat};

/// The expected result of each seat, by its index: points if seats compete, the shared score if they cooperate.
pub type Shares = [f64; MAX_SEATS];

/// The settings of a playout: a search plays some actions from a leaf of its tree, and then judges the position.
#[derive(Debug, Clone, Copy)]
pub struct Playout {
    /// The number of decisions to play. Chance events do not count.
    pub decisions: u32,
    /// The number of randomly drawn actions to compare for each decision; the action that is best for the seat is
    /// played. 1: the playout is random.
    pub candidates: usize,
}

/// A game with estimates for a search.
pub trait Sense: Game {
    /// The playout settings.
    const PLAYOUT: Playout = Playout { decisions: 400, candidates: 1 };

    /// The expected results in an unfinished position; `None` if the game has no estimate.
    fn judge(&self) -> Option<Shares> {
        None
    }

    /// The action that the seat should take without a search; `None`: the search decides. The action may be missing in
    /// an incomplete list of legal actions.
    fn obvious(&self, seat: Seat) -> Option<Self::Action> {
        let _ = seat;
        None
    }
}

/// The shares of two seats if the first leads by `advantage`: 1 gives it 0.75, and −1 gives it 0.25.
pub fn ahead(advantage: f64) -> Shares {
    let first = 0.5 + 0.5 * advantage / (1.0 + advantage.abs());
    [first, 1.0 - first, 0.0, 0.0, 0.0]
}

/// Shares proportional to these strengths. No strength may be negative; at least one must be positive.
pub fn in_proportion(strengths: Shares) -> Shares {
    let sum: f64 = strengths.iter().sum();
    strengths.map(|strength| strength / sum)
}
