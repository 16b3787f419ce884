//! The events of a game, as a running game reports them.

use uvi::{Fault, Word};
use uvi_games::game::{ScoredTurn, Seat};

use super::{Complaint, Ending};

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
