//! The errors of a checked bot.

use std::{io, time::Duration};

use itertools::Itertools as _;
use uvi::{Fault, ParseError, Value, Word, Words};
use uvi_games::game::{OptionError, suggestion};
use uvi_match::{
    record::{self, Complaint, SaidLine},
    referee::{self, UnfitBot},
};

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
    #[error("expected {what}: {how}")]
    Ended { what: &'static str, how: String },
    #[error("the bot does not read its input: its pipe is full after {after}")]
    NotRead { after: &'static str },
    #[error("expected {what} within {} ms of {after}, none came", within.as_millis())]
    Late { what: &'static str, after: &'static str, within: Duration },
    #[error("expected lines of at most {} bytes, found a longer one", uvi::MAX_LINE)]
    LineTooLong,
    #[error("expected at most {bytes} bytes and {lines} lines before an answer, found more")]
    TooMuch { bytes: usize, lines: u32 },
    #[error("{0}")]
    Unreadable(ParseError),
    #[error("expected the bot to exit within {} ms of {after}, but it still runs", within.as_millis())]
    Stays { after: &'static str, within: Duration },
    #[error("{0}")]
    OptionFlaw(OptionFlawError),
    #[error("expected {expected}, but the bot plays only {}", named.join(", "))]
    Plays { expected: &'static str, named: Vec<String> },
    #[error("expected one of {known}, but the bot plays only {}", named.join(", "))]
    PlaysNone { known: String, named: Vec<String> },
    /// The game cannot start with this bot.
    #[error("{0}")]
    Unfit(UnfitBot),
    /// The game itself cannot start.
    #[error("{0}")]
    NoGame(OptionError),
}

/// A flaw of an option that the bot declares, or of a value for an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionFlawError {
    #[error("expected each option once, found a second {0}")]
    Twice(Word),
    #[error("option {name}: expected min to be at most max, found min {min} and max {max}")]
    Bounds { name: Word, min: i64, max: i64 },
    #[error("option {name}: expected {expected} as its default, found {found}")]
    Default { name: Word, expected: referee::AllowedValues, found: Value },
    #[error("expected an option {name}, but the bot declares no such option; {}", others(name, known))]
    Missing { name: Word, known: Vec<Word> },
    #[error("option {name}: expected {expected}, found {found}")]
    Value { name: Word, expected: referee::AllowedValues, found: Value },
}

fn others(name: &Word, known: &[Word]) -> String {
    let list =
        || if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.iter().join(", ")) };
    suggestion(name.as_str(), known.iter().map(Word::as_str), list)
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
    pub(super) why: IgnoredLineError,
}

/// The reason why a line meant nothing to the arbiter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum IgnoredLineError {
    #[error("no question was open")]
    NotAsked,
    #[error("not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    NoMessage(ParseError),
}

impl StepError {
    /// The finding about the bot. Fails if the system is to blame.
    pub(super) fn finding(self) -> io::Result<CheckFinding> {
        match self {
            Self::Bot(wrong) => Ok(*wrong),
            Self::Left(how) => Ok(DeviationError::Ended { what: "an answer", how }.fault(Fault::Crash)),
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
