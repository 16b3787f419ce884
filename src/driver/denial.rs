//! Why a wish of the host is not granted, by the match or by the world around it, as facts. Their English stands in
//! `words`.

use std::{io, path::PathBuf};

use uvi::{ErrorCode, ParseError, Value, Word};
use uvi_games::game::Seat;
use uvi_match::{
    record::{LogError, Wrong},
    referee::{HostError, LinePlace, Unfit},
};

use super::JournalError;
use crate::bot::{CommandError, LimitError, NoStart};

/// Why a wish of the host is not granted.
#[derive(Debug)]
pub enum Denial {
    /// The match does not grant it.
    Match(HostError),
    /// The command line of a bot cannot be split.
    Command(CommandError),
    /// How a bot is started cannot be set so.
    Limit {
        /// The key of `seatset`.
        key: Word,
        /// Its value, where it has one.
        value: Option<Value>,
        /// What is wrong.
        error: LimitError,
    },
    /// A log cannot be resumed.
    Resume {
        /// The log.
        path: PathBuf,
        /// What stands in the way.
        why: NoResume,
    },
    /// A log cannot be followed.
    Watch {
        /// The log.
        path: PathBuf,
        /// What stands in the way.
        why: NoWatch,
    },
    /// A bot's sandbox would show it what is hidden.
    Sandbox {
        /// The seat of the bot.
        seat: Seat,
        /// What is wrong.
        error: NoStart,
    },
    /// The log fails.
    Log(LogFailure),
    /// The bot of a seat cannot play.
    Unfit(Unfit),
    /// The system has no thread or descriptor left.
    System(io::Error),
    /// The host speaks another version.
    Version(u32),
    /// There is a match of that name.
    MatchExists(Word),
    /// There is no match of that name.
    NoMatch(Word),
    /// The match has been started.
    Started(Word),
    /// The match is running.
    Running(Word),
    /// The match has not been started.
    NotStarted,
    /// A line is not UTF-8.
    NotUtf8,
    /// A line is longer than a host's line may be.
    LineTooLong,
}

/// Why a log cannot be resumed.
#[derive(Debug)]
pub enum NoResume {
    /// It cannot be read.
    File(io::Error),
    /// It is no log, or does not verify.
    Log(LogError),
    /// It has no record; the seed stands there.
    Empty {
        /// What is wrong with the log.
        error: LogError,
        /// The file that holds the seed of the match.
        seed: PathBuf,
    },
    /// Its match is finished.
    Finished,
    /// Its seed is needed.
    NoSeed(PathBuf, io::Error),
    /// Its seed cannot be read.
    Seed(PathBuf, ParseError),
    /// Its seed is another's.
    OtherSeed(PathBuf),
    /// Its head cannot be used.
    Head(HostError),
    /// Its path is not UTF-8.
    Path,
}

/// Why a log cannot be followed.
#[derive(Debug)]
pub enum NoWatch {
    /// It cannot be read.
    File(io::Error),
    /// It is no log, or does not verify.
    Log(LogError),
    /// A line is no record.
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// A line has no word where one must stand.
    NoWord {
        /// Its number, from 1.
        line: usize,
    },
    /// It does not begin with the record of a match.
    NoHead,
    /// Its head cannot be used.
    Head(Wrong),
    /// It was imported from print.
    Imported,
}

/// How a log fails.
#[derive(Debug)]
pub struct LogFailure {
    /// What went wrong.
    pub error: JournalError,
    /// Whether the match is aborted for it.
    pub aborts: bool,
}

impl Denial {
    /// Whether it is for want of descriptors, which may be there later.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Log(failure) if failure.error.may_pass())
    }

    /// Its code on the host link.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Match(error) => error.code(),
            Self::Command(_) | Self::Limit { .. } | Self::Version(_) => ErrorCode::BadArgument,
            Self::Resume { .. } | Self::Sandbox { .. } | Self::Log(_) | Self::Unfit(_) | Self::System(_) => {
                ErrorCode::CannotStart
            }
            Self::Watch { .. } => ErrorCode::CannotWatch,
            Self::MatchExists(_) => ErrorCode::MatchExists,
            Self::NoMatch(_) => ErrorCode::NoSuchMatch,
            Self::Started(_) | Self::Running(_) => ErrorCode::AlreadyRunning,
            Self::NotStarted => ErrorCode::NotRunning,
            Self::NotUtf8 => ErrorCode::UnknownCommand,
            Self::LineTooLong => ErrorCode::LineTooLong,
        }
    }

    /// Where in the host's line it is, where it is in one place.
    pub fn place(&self) -> Option<LinePlace> {
        match self {
            Self::Match(error) => error.place(),
            Self::Command(_) | Self::Limit { error: LimitError::Value(_), .. } => Some(LinePlace::Word(4)),
            Self::Limit { error: LimitError::Key | LimitError::Unavailable(_), .. } => Some(LinePlace::Word(3)),
            Self::Version(_) => Some(LinePlace::Word(1)),
            Self::Resume { .. }
            | Self::Watch { .. }
            | Self::Sandbox { .. }
            | Self::Log(_)
            | Self::Unfit(_)
            | Self::System(_)
            | Self::MatchExists(_)
            | Self::NoMatch(_)
            | Self::Started(_)
            | Self::Running(_)
            | Self::NotStarted
            | Self::NotUtf8
            | Self::LineTooLong => None,
        }
    }
}

impl std::error::Error for Denial {}

impl From<HostError> for Denial {
    fn from(error: HostError) -> Self {
        Self::Match(error)
    }
}
