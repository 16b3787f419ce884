//! The errors of a log, and of a request to take decisions back.

use std::fmt;

use uvi_games::game::Seat;

/// An error in a log, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct LogError {
    /// The line number, from 1.
    pub line: usize,
    /// The error: what was expected in the line, and what was found.
    pub wrong: RecordError,
}

/// An error in a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The log is empty.
    #[error("expected a match record, found an empty log")]
    Empty,
    /// The line is not a record.
    #[error("not a record: {0}")]
    Unreadable(String),
    /// A record of another kind is expected in this place.
    #[error("expected {expected}, found a {found} record")]
    Order {
        /// The expected record.
        expected: &'static str,
        /// The found record.
        found: &'static str,
    },
    /// A field of the head cannot be used.
    #[error("{field}: {reason}")]
    Head {
        /// The name of the field.
        field: &'static str,
        /// The reason.
        reason: String,
    },
    /// A field or record differs from what follows from the records before it.
    #[error("{what}: expected {expected}, found {found}")]
    Differs {
        /// The name of the field.
        what: &'static str,
        /// The value that follows from the records before.
        expected: String,
        /// The value in the log.
        found: String,
    },
    /// An action is refused: illegal, unreadable, or not among the listed actions that can be drawn.
    #[error("action {action} of seat {seat} is refused: {reason}")]
    Refused {
        /// The number of the seat, from 1.
        seat: u32,
        /// The action as the log has it.
        action: String,
        /// The reason for the refusal.
        reason: String,
    },
    /// A chance event cannot happen in the position.
    #[error("chance {0} is impossible here")]
    Impossible(String),
    /// An undo record takes back decisions that could not be taken back.
    #[error("cannot take back: {0}")]
    NotUndone(UndoError),
    /// A seat has more try records than the match allows.
    #[error("expected at most {tries} tries of seat {seat} in the game, found one more")]
    NotAgain {
        /// The number of the seat, from 1.
        seat: u32,
        /// The number of tries that the match allows.
        tries: u32,
    },
    /// A record follows the end of the game.
    #[error("a record after the end of the game")]
    AfterEnd,
}

/// The reason for which decisions cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// A bot plays, and the host has not allowed takebacks.
    #[error("expected a match in which only the host plays, or takebacks on")]
    NotAllowed,
    /// More decisions are requested than have been made.
    #[error("expected at most {plies} decisions to take back")]
    TooMany {
        /// The number of decisions that can be taken back.
        plies: u32,
    },
    /// The requested number is not below the number of actions and chance events that stand.
    #[error("expected a number below {n}, the actions that stand")]
    TooFew {
        /// The number of actions and chance events.
        n: u32,
    },
    /// A seat has left the game after the first of these decisions.
    #[error("seat {0} has left the game since then")]
    Left(Seat),
    /// The match has adjudication rules, which takebacks would contradict.
    #[error("expected a match without adjudication")]
    Adjudicated,
}

impl RecordError {
    pub(super) fn differs(what: &'static str, expected: impl ToString, found: impl ToString) -> Self {
        Self::Differs { what, expected: expected.to_string(), found: found.to_string() }
    }
}

/// Checks that a field of a record equals the value that follows from the records before.
pub(super) fn same<T: PartialEq + fmt::Display + ?Sized>(
    what: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), RecordError> {
    if expected == found {
        return Ok(());
    }
    Err(RecordError::differs(what, expected, found))
}
