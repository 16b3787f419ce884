//! The errors of a checked bot.

use std::io;

use uvi::Fault;
use uvi_match::record::{Complaint, Lapse};

#[derive(Debug)]
pub(super) struct CheckFinding {
    /// The corresponding fault in a match; `None` if a match would ignore or not see the error.
    pub(super) fault: Option<Fault>,
    pub(super) complaint: Complaint,
}

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IgnoredLine {
    pub(super) line: String,
    pub(super) why: String,
}

impl StepError {
    /// The finding about the bot. Fails if the system is to blame.
    pub(super) fn finding(self) -> io::Result<CheckFinding> {
        match self {
            Self::Bot(wrong) => Ok(*wrong),
            Self::Left(how) => Ok(CheckFinding::new(Fault::Crash, Lapse::Told(format!("expected an answer: {how}")))),
            Self::System(error) => Err(error),
        }
    }
}

impl CheckFinding {
    /// A finding that would be this fault in a match.
    pub(super) fn new(fault: Fault, complaint: impl Into<Complaint>) -> Self {
        Self { fault: Some(fault), complaint: complaint.into() }
    }

    /// A finding that a match would ignore or not see.
    pub(super) fn unseen(text: String) -> Self {
        Self { fault: None, complaint: Lapse::Told(text).into() }
    }
}

impl From<CheckFinding> for StepError {
    fn from(wrong: CheckFinding) -> Self {
        Self::Bot(Box::new(wrong))
    }
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}
