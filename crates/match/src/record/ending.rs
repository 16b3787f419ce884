//! The end of a game.

use uvi::Word;
use uvi_games::game::{Score, Seat};

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// A word of the rules page, the word of a fault, `resign`, `adjudication`, `tablebase` or `abort`.
    pub reason: Word,
    /// `None` after an abort.
    pub score: Option<Score>,
    /// The seat whose fault, resignation or loss by adjudication ended the game. `None` for any other end.
    pub seat: Option<Seat>,
    /// The seats that resigned in the decision that ended the game, in seat order, if several seats forfeited in that
    /// decision. Vacated seats are omitted, because each has a record of its own. Empty if `seat` is set.
    pub resigned: Vec<Seat>,
}
