//! What happens in a game, one thing at a time.

use uvi::{Fault, Word};
use uvi_games::game::{Scored, Seat};

use super::{Complaint, Ending};

/// How an action came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The seat decided it.
    Decided,
    /// A pass of a seat that must act and cannot.
    Forced,
    /// The arbiter drew it after a fault.
    Random,
}

/// One thing that happened, in the order of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A chance event.
    Chance {
        /// Its number in the log.
        n: u32,
        /// What chance did.
        action: Word,
    },
    /// A seat did something.
    Action {
        /// Its number in the log.
        n: u32,
        /// Who decided.
        seat: Seat,
        /// The word for the link.
        action: Word,
        /// The action as people write it.
        text: String,
        /// How it came about.
        how: How,
    },
    /// A turn scored.
    Score(Scored),
    /// A seat is at fault.
    Fault {
        /// Who is at fault.
        seat: Seat,
        /// What it did wrong.
        fault: Fault,
        /// What was expected and what came.
        complaint: Box<Complaint>,
    },
    /// An answer of a seat was refused, and it is asked again.
    Try {
        /// Who answered.
        seat: Seat,
        /// Why it was refused.
        fault: Fault,
        /// What was expected and what came.
        complaint: Box<Complaint>,
        /// How often it can still answer again.
        left: u32,
    },
    /// The game continues without a seat.
    Vacated {
        /// Who left.
        seat: Seat,
        /// A fault's word or `resign`.
        reason: Word,
    },
    /// Decisions were taken back.
    Undo {
        /// How many.
        plies: u32,
        /// The number of the last thing that still stands.
        to: u32,
    },
    /// The game is over.
    Over(Ending),
}
