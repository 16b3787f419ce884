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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A chance event.
    Chance {
        /// The number of the event in the log.
        n: u32,
        /// The action of chance.
        action: Word,
    },
    /// An action of a seat, which the seat or the arbiter has chosen.
    Action {
        /// The number of the action in the log.
        n: u32,
        /// The acting seat.
        seat: Seat,
        /// The action as the seat link writes it.
        action: Word,
        /// The action as people write it.
        text: String,
        /// The origin of the action.
        how: DecisionSource,
    },
    /// The score of a turn.
    Score(ScoredTurn),
    /// A seat is at fault.
    Fault {
        /// The seat at fault.
        seat: Seat,
        /// The kind of fault.
        fault: Fault,
        /// The details: what was expected and what was found.
        complaint: Box<Complaint>,
    },
    /// A refused answer. The seat is asked again.
    Try {
        /// The seat that answered.
        seat: Seat,
        /// The reason for the refusal.
        fault: Fault,
        /// The details: what was expected and what was found.
        complaint: Box<Complaint>,
        /// The number of tries that the seat has left.
        left: u32,
    },
    /// A seat has left, and the game continues without it.
    Vacated {
        /// The seat that left.
        seat: Seat,
        /// The word of a fault, or `resign`.
        reason: Word,
    },
    /// Decisions are taken back.
    Undo {
        /// The number of decisions that are taken back.
        plies: u32,
        /// The number of the last action or chance event that still stands.
        to: u32,
    },
    /// The end of the game.
    Over(Ending),
}
