//! What a search must be told of a game beyond its rules: how well each seat stands in a position that is not finished. A
//! game that says nothing is played to its end by lot.

use super::{Game, MAX_SEATS, Seat};

/// What each seat can expect, by its index: points where seats compete, the shared score where they do not.
pub type Shares = [f64; MAX_SEATS];

/// How a position at the edge of the tree is played on before it is judged.
#[derive(Debug, Clone, Copy)]
pub struct Playout {
    /// The decisions of seats that are made; those of chance are not counted.
    pub decisions: u32,
    /// How many actions, drawn by lot, are looked at for each; the one that promises its seat most is played. With 1
    /// the playout is random.
    pub candidates: usize,
}

/// A game and what is known about it beyond its rules.
pub trait Sense: Game {
    /// How it is played on.
    const PLAYOUT: Playout = Playout { decisions: 400, candidates: 1 };

    /// What each seat can expect in a position that is not finished; `None` if only the end tells.
    fn judge(&self) -> Option<Shares> {
        None
    }

    /// What the seat should do without any search; it may be an action that the list leaves out.
    fn obvious(&self, seat: Seat) -> Option<Self::Action> {
        let _ = seat;
        None
    }
}

/// The shares of two seats, where the first is ahead by so much: 1 is an advantage that wins three games of four.
pub fn ahead(advantage: f64) -> Shares {
    let first = 0.5 + 0.5 * advantage / (1.0 + advantage.abs());
    [first, 1.0 - first, 0.0, 0.0, 0.0]
}

/// Shares in the proportion of these strengths, none of them negative, and one at least above 0.
pub fn in_proportion(strengths: Shares) -> Shares {
    let sum: f64 = strengths.iter().sum();
    strengths.map(|strength| strength / sum)
}
