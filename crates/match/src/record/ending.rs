//! How a game ended.

use uvi::Word;
use uvi_games::game::{Score, Seat};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// A word of the rules page, a fault's word, `resign` or `abort`.
    pub reason: Word,
    /// The score; none after an abort.
    pub score: Option<Score>,
    /// The seat whose fault or resignation ended the game.
    pub seat: Option<Seat>,
    /// The seats that resigned at the same time, where several forfeits ended the game and nobody else records it; in order.
    pub resigned: Vec<Seat>,
}
