//! The events of a game and its end, as a running game reports them.

use uvi::{Fault, Word};
use uvi_games::game::{Score, ScoredTurn, Seat};

use super::Complaint;

/// The origin of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionSource {
    /// Decided by the seat.
    Decided,
    /// A pass, played because the seat must act and cannot.
    Forced,
    /// Drawn by the arbiter after a fault.
    Random,
}

/// An event of a game. Entries come in the order of the log.
#[expect(missing_docs, reason = "the records of the log have these fields")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A chance event.
    Chance { n: u32, action: Word },
    /// An action of a seat, which the seat or the arbiter has chosen.
    Action { n: u32, seat: Seat, action: Word, text: String, how: DecisionSource },
    /// The score of a turn.
    Score(ScoredTurn),
    /// A seat is at fault.
    Fault { seat: Seat, fault: Fault, complaint: Box<Complaint> },
    /// A refused answer. The seat is asked again.
    Try { seat: Seat, fault: Fault, complaint: Box<Complaint>, left: u32 },
    /// A seat has left, and the game continues without it.
    Vacated { seat: Seat, reason: Word },
    /// Decisions are taken back.
    Undo { plies: u32, to: u32 },
    /// The end of the game.
    Over(Ending),
}

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
