//! The errors of a log, and of a request to take decisions back.

use std::fmt;

use uvi_games::game::Seat;

/// The first line of a log that is no record, or does not follow from the lines before it.
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
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum RecordError {
    #[error("expected a match record, found an empty log")]
    Empty,
    #[error("not a record: {0}")]
    Unreadable(String),
    #[error("expected {expected}, found {found}")]
    Order { expected: &'static str, found: &'static str },
    #[error("{field}: {reason}")]
    Head { field: &'static str, reason: String },
    #[error("{what}: expected {expected}, found {found}")]
    Differs { what: &'static str, expected: String, found: String },
    #[error("action {action} of seat {seat} is refused: {reason}")]
    Refused { seat: u32, action: String, reason: String },
    #[error("chance {0} is impossible here")]
    Impossible(String),
    #[error("cannot take back: {0}")]
    NotUndone(UndoError),
    #[error("expected at most {tries} tries of seat {seat} in the game, found one more")]
    NotAgain { seat: u32, tries: u32 },
    #[error("a record after the end of the game")]
    AfterEnd,
    #[error("a blank line after the end of the game; remove it")]
    BlankEnd,
    #[error("each line ends with CR LF, as Windows writes it, and a log has LF; mend it: sed -i 's/\\r$//' LOG")]
    CarriageReturns,
}

/// The reason for which decisions cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum UndoError {
    #[error("expected a match in which only the host plays, or takebacks on")]
    NotAllowed,
    #[error("expected at most {plies} decisions to take back")]
    TooMany { plies: u32 },
    #[error("expected an action that stands, found none")]
    NoneStands,
    #[error("expected a number below {n}, the actions that stand")]
    TooFew { n: u32 },
    #[error("seat {0} has left the game since then")]
    Left(Seat),
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
