//! What can be wrong with a bot that is checked, as facts. Their English stands in `words`.

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
#[derive(Debug)]
pub(super) enum Deviation {
    /// The referee of a match says so.
    Match(record::Lapse),
    /// It ended where something was expected.
    Ended { what: &'static str, how: String },
    /// What it was told stays in its pipe.
    NotRead { after: &'static str },
    /// Nothing came.
    Late { what: &'static str, after: &'static str, within: Duration },
    /// A line is longer than a bot's line may be.
    LineTooLong,
    /// It said more than this before an answer.
    TooMuch { bytes: usize, lines: u32 },
    /// A message cannot be read.
    Unreadable(ParseError),
    /// It does not leave.
    Stays { after: &'static str, within: Duration },
    /// An option of it makes no sense.
    OptionFlaw(OptionFlaw),
    /// It does not play what it must.
    Plays { expected: &'static str, named: Vec<String> },
    /// It plays nothing that the arbiter knows.
    PlaysNone { known: String, named: Vec<String> },
    /// The game cannot start with it.
    Unfit(Unfit),
    /// The game itself cannot start.
    NoGame(BadOption),
}

/// What is wrong with an option that the bot declares, or with a value for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OptionFlaw {
    /// There are two of that name.
    Twice(Word),
    /// The least is above the greatest.
    Bounds { name: Word, min: i64, max: i64 },
    /// Its default is none of its values.
    Default { name: Word, expected: referee::Misfit, found: Value },
    /// It is not declared.
    Missing(Word),
    /// A value is none of its values.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Why {
    NotAsked,
    NotUtf8,
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
