//! What can be wrong with a log, and with a wish to take decisions back.

use std::fmt;

use uvi_games::game::Seat;

/// What is wrong with a log, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is expected there, and what the log has.
    pub wrong: Wrong,
}

/// What is wrong with a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The text is empty.
    #[error("expected a match record, found an empty log")]
    Empty,
    /// It is no record.
    #[error("not a record: {0}")]
    Unreadable(String),
    /// The first record is no `match`, or a later one is.
    #[error("expected {expected}, found a {found} record")]
    Order {
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        found: &'static str,
    },
    /// A field of the head cannot be used.
    #[error("{field}: {reason}")]
    Head {
        /// The name of the field.
        field: &'static str,
        /// Why.
        reason: String,
    },
    /// A record or a field of it is not what follows from what was before.
    #[error("{what}: expected {expected}, found {found}")]
    Differs {
        /// Which field.
        what: &'static str,
        /// What follows from what was before.
        expected: String,
        /// What the log says.
        found: String,
    },
    /// An action that was not legal.
    #[error("action {action} of seat {seat} is refused: {reason}")]
    Refused {
        /// Counted from 1.
        seat: u32,
        /// As the log has it.
        action: String,
        /// Why.
        reason: String,
    },
    /// A chance event that cannot happen.
    #[error("chance {0} is impossible here")]
    Impossible(String),
    /// What was taken back could not be.
    #[error("cannot take back: {0}")]
    NotUndone(NoUndo),
    /// A seat answers again that cannot.
    #[error("expected at most {tries} tries of seat {seat} in the game, found one more")]
    NotAgain {
        /// Counted from 1.
        seat: u32,
        /// How often it could.
        tries: u32,
    },
    /// A record after the end of the game.
    #[error("a record after the end of the game")]
    AfterEnd,
}

/// Why decisions are not taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoUndo {
    /// A bot plays, and the host has not said that decisions may be taken back.
    #[error("expected a match in which only the host plays, or takebacks on")]
    NotAllowed,
    /// There are not so many.
    #[error("expected at most {plies} decisions to take back")]
    TooMany {
        /// How many there are.
        plies: u32,
    },
    /// No more than that has happened.
    #[error("expected a number below {n}, the actions that stand")]
    TooFew {
        /// How many actions and events of chance there were.
        n: u32,
    },
    /// A seat has left since.
    #[error("seat {0} has left the game since then")]
    Left(Seat),
    /// Games of the match are ended before their rules end them, by what has been said so far.
    #[error("expected a match without adjudication")]
    Adjudicated,
}

impl Wrong {
    /// A field that is not what follows from what was before.
    pub(super) fn differs(what: &'static str, expected: impl ToString, found: impl ToString) -> Self {
        Self::Differs { what, expected: expected.to_string(), found: found.to_string() }
    }
}

/// Checks that a field of a record is what follows from what was before.
pub(super) fn same<T: PartialEq + fmt::Display + ?Sized>(
    what: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), Wrong> {
    if expected == found {
        return Ok(());
    }
    Err(Wrong::differs(what, expected, found))
}
