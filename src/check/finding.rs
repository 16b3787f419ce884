//! The errors of a checked bot.

use std::{io, time::Duration};

use uvi::{Fault, Words};
use uvi_match::record::{self, Complaint, SaidLine};

/// An error of the bot.
#[derive(Debug)]
pub(super) struct CheckFinding {
    /// The corresponding fault in a match, if there is one.
    pub(super) fault: Option<Fault>,
    pub(super) lapse: DeviationError,
    /// The wrong line, if there is one.
    pub(super) said: Option<SaidLine>,
    /// The position of the question, as the bot's seat sees it.
    pub(super) position: Option<Words>,
}

/// A demand that the bot did not meet.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeviationError {
    /// The referee of a match found this.
    #[error("{0}")]
    Match(record::Lapse),
    #[error("expected {what} within {} ms of {after}, none came", within.as_millis())]
    Late { what: &'static str, after: &'static str, within: Duration },
    /// Any other demand, in words.
    #[error("{0}")]
    Other(String),
}

/// The reason why a step failed.
#[derive(Debug)]
pub(super) enum StepError {
    /// The bot did not do what it must.
    Bot(Box<CheckFinding>),
    /// The bot exited with status 0 between two games, as it may (UVI 2.1).
    Left(String),
    /// The system has no process, descriptor or memory left.
    System(io::Error),
}

pub(super) type CheckResult<T> = Result<T, StepError>;

/// A line that meant nothing to the arbiter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IgnoredLine {
    /// The line for people, escaped.
    pub(super) line: String,
    /// The reason, in words.
    pub(super) why: String,
}

impl StepError {
    /// The finding about the bot. Fails if the system is to blame.
    pub(super) fn finding(self) -> io::Result<CheckFinding> {
        match self {
            Self::Bot(wrong) => Ok(*wrong),
            Self::Left(how) => Ok(DeviationError::Other(format!("expected an answer: {how}")).fault(Fault::Crash)),
            Self::System(error) => Err(error),
        }
    }
}

impl DeviationError {
    /// A finding that would be this fault in a match.
    pub(super) fn fault(self, fault: Fault) -> CheckFinding {
        CheckFinding { fault: Some(fault), ..CheckFinding::from(self) }
    }
}

impl CheckFinding {
    pub(super) fn in_match(fault: Fault, complaint: Complaint) -> Self {
        let Complaint { lapse, said, position } = complaint;
        Self { fault: Some(fault), lapse: DeviationError::Match(lapse), said, position }
    }

    pub(super) fn about(self, said: SaidLine) -> Self {
        Self { said: Some(said), ..self }
    }

    pub(super) fn in_position(self, position: Words) -> Self {
        Self { position: Some(position), ..self }
    }

    /// Returns true if the error is an action after the first of its answer.
    pub(super) fn is_further_action(&self) -> bool {
        matches!(&self.lapse, DeviationError::Match(record::Lapse::Refused(refused)) if refused.place > 0)
    }
}

/// A finding that a match would ignore or not see.
impl From<DeviationError> for CheckFinding {
    fn from(lapse: DeviationError) -> Self {
        Self { fault: None, lapse, said: None, position: None }
    }
}

impl From<CheckFinding> for StepError {
    fn from(wrong: CheckFinding) -> Self {
        Self::Bot(Box::new(wrong))
    }
}

impl From<DeviationError> for StepError {
    fn from(lapse: DeviationError) -> Self {
        CheckFinding::from(lapse).into()
    }
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}
