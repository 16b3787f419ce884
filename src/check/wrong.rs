//! What can be wrong with a bot that is checked.

use std::{io, time::Duration};

use uvi::{Fault, ParseError, Value, Word, Words};
use uvi_games::game::BadOption;
use uvi_match::{
    record::{self, Complaint, Said},
    referee::{self, Unfit},
};

/// What is wrong with the bot.
#[derive(Debug)]
pub(super) struct Finding {
    /// The fault that it would be in a match, where it would be one.
    pub(super) fault: Option<Fault>,
    pub(super) lapse: Deviation,
    /// The line that is wrong, where one is.
    pub(super) said: Option<Said>,
    /// The position, as the bot's seat sees it, where it was asked.
    pub(super) position: Option<Words>,
}

/// What the bot did not do as it must.
#[derive(Debug, thiserror::Error)]
pub(super) enum Deviation {
    /// The referee of a match says so.
    #[error("{0}")]
    Match(record::Lapse),
    /// It ended where something was expected.
    #[error("expected {what}: {how}")]
    Ended { what: &'static str, how: String },
    /// What it was told stays in its pipe.
    #[error("the bot does not read its input: its pipe is full after {after}")]
    NotRead { after: &'static str },
    /// Nothing came.
    #[error("expected {what} within {} ms of {after}, none came", within.as_millis())]
    Late { what: &'static str, after: &'static str, within: Duration },
    /// A line is longer than a bot's line may be.
    #[error("expected lines of at most {} bytes, found a longer one", uvi::MAX_LINE)]
    LineTooLong,
    /// It said more than this before an answer.
    #[error("expected at most {bytes} bytes and {lines} lines before an answer, found more")]
    TooMuch { bytes: usize, lines: u32 },
    /// A message cannot be read.
    #[error("{0}")]
    Unreadable(ParseError),
    /// It does not leave.
    #[error("expected the bot to exit within {} ms of {after}, but it still runs", within.as_millis())]
    Stays { after: &'static str, within: Duration },
    /// An option of it makes no sense.
    #[error("{0}")]
    OptionFlaw(OptionFlaw),
    /// It does not play what it must.
    #[error("expected {expected}, but the bot plays only {}", named.join(", "))]
    Plays { expected: &'static str, named: Vec<String> },
    /// It plays nothing that the arbiter knows.
    #[error("expected one of {known}, but the bot plays only {}", named.join(", "))]
    PlaysNone { known: String, named: Vec<String> },
    /// The game cannot start with it.
    #[error("{0}")]
    Unfit(Unfit),
    /// The game itself cannot start.
    #[error("{0}")]
    NoGame(BadOption),
}

/// What is wrong with an option that the bot declares, or with a value for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionFlaw {
    /// There are two of that name.
    #[error("expected each option once, found a second {0}")]
    Twice(Word),
    /// The least is above the greatest.
    #[error("option {name}: expected min to be at most max, found min {min} and max {max}")]
    Bounds { name: Word, min: i64, max: i64 },
    /// Its default is none of its values.
    #[error("option {name}: expected {expected} as its default, found {found}")]
    Default { name: Word, expected: referee::Misfit, found: Value },
    /// It is not declared.
    #[error("expected an option {0}, but the bot declares no such option")]
    Missing(Word),
    /// A value is none of its values.
    #[error("option {name}: expected {expected}, found {found}")]
    Value { name: Word, expected: referee::Misfit, found: Value },
}

/// Why a step came to no good end.
#[derive(Debug)]
pub(super) enum StepError {
    /// The bot does not do as it must.
    Bot(Box<Finding>),
    /// The system has no process, descriptor or memory left.
    System(io::Error),
}

pub(super) type Checked<T> = Result<T, StepError>;

/// A line that says nothing to the arbiter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ignored {
    /// The line, as it is shown.
    pub(super) line: String,
    pub(super) why: Why,
}

/// Why a line says nothing to the arbiter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Why {
    #[error("no question was open")]
    NotAsked,
    #[error("not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    NoMessage(ParseError),
}

impl Deviation {
    /// What would be this fault in a match.
    pub(super) fn fault(self, fault: Fault) -> Finding {
        Finding { fault: Some(fault), ..Finding::from(self) }
    }
}

impl Finding {
    /// A fault in a match.
    pub(super) fn in_match(fault: Fault, complaint: Complaint) -> Self {
        let Complaint { lapse, said, position } = complaint;
        Self { fault: Some(fault), lapse: Deviation::Match(lapse), said, position }
    }

    /// The same, about a line.
    pub(super) fn about(self, said: Said) -> Self {
        Self { said: Some(said), ..self }
    }

    /// The same, in the position in which the bot was asked.
    pub(super) fn in_position(self, position: Words) -> Self {
        Self { position: Some(position), ..self }
    }

    /// Whether what is wrong is an action that is not the first of its answer.
    pub(super) fn is_further_action(&self) -> bool {
        matches!(&self.lapse, Deviation::Match(record::Lapse::Refused(refused)) if refused.place > 0)
    }
}

/// What a match would let pass, or would not see.
impl From<Deviation> for Finding {
    fn from(lapse: Deviation) -> Self {
        Self { fault: None, lapse, said: None, position: None }
    }
}

impl From<Finding> for StepError {
    fn from(wrong: Finding) -> Self {
        Self::Bot(Box::new(wrong))
    }
}

impl From<Deviation> for StepError {
    fn from(lapse: Deviation) -> Self {
        Finding::from(lapse).into()
    }
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}
