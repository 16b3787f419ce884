//! The reasons for which a host's request is denied, with their error codes and places in the host's line.

use std::{io, path::PathBuf};

use uvi::{ErrorCode, ParseError, Value, Word};
use uvi_games::game::{Seat, suggestion};
use uvi_match::{
    record::{LogError, RecordError},
    referee::{self, HostError, LinePlace, UnfitBot},
};

use super::JournalError;
use crate::bot::{CommandError, LimitError, Limits, StartError};

/// A reason for which a host's request is denied.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum DenialError {
    /// The referee denies the request.
    #[error("{0}")]
    Match(#[from] HostError),
    #[error("in the command line: {0}")]
    Command(CommandError),
    #[error("{}", limit(key, value.as_ref(), error))]
    Limit { key: Word, value: Option<Value>, error: LimitError },
    #[error("{}: {why}", path.display())]
    Resume { path: PathBuf, why: ResumeError },
    #[error("{}: {why}", path.display())]
    Watch { path: PathBuf, why: WatchError },
    #[error("seat {seat}: {error}")]
    Sandbox { seat: Seat, error: StartError },
    /// The log cannot be made, written or closed.
    #[error("{0}")]
    Log(LogWriteError),
    /// The bot of a seat cannot play.
    #[error("{0}")]
    Unfit(UnfitBot),
    /// The system has no thread or file descriptor left.
    #[error("{0}")]
    System(io::Error),
    #[error("expected uvi version {expected}, found {0}", expected = uvi::VERSION)]
    Version(u32),
    #[error("match {0} already exists")]
    MatchExists(Word),
    #[error("no match {0}")]
    NoMatch(Word),
    #[error("match {0} has already been started")]
    Started(Word),
    #[error("match {0} is running; stop it first")]
    Running(Word),
    #[error("the match has not been started")]
    NotStarted,
    #[error("expected UTF-8")]
    NotUtf8,
    #[error("expected at most {most} bytes", most = uvi::MAX_LINE)]
    LineTooLong,
}

/// A reason why a log cannot be resumed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum ResumeError {
    /// The log cannot be read.
    #[error("{0}")]
    File(io::Error),
    /// The file is not a log, or the log does not verify.
    #[error("{0}")]
    Log(LogError),
    #[error("{error}; remove it and {}, and start the match again", seed.display())]
    Empty { error: LogError, seed: PathBuf },
    #[error("the match is finished, so there is nothing to resume")]
    Finished,
    #[error("cannot resume without the seed in {path}: {error}", path = .0.display(), error = .1)]
    NoSeed(PathBuf, io::Error),
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Seed(PathBuf, ParseError),
    #[error("the seed in {} does not match the commitment in the log", .0.display())]
    OtherSeed(PathBuf),
    /// The match record of the log cannot be used.
    #[error("{0}")]
    Head(HostError),
    #[error("expected a path of UTF-8")]
    Path,
}

/// A reason why a log cannot be followed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum WatchError {
    /// The log cannot be read.
    #[error("{0}")]
    File(io::Error),
    /// The file is not a log, or the log does not verify.
    #[error("{0}")]
    Log(LogError),
    #[error("line {line}: expected a record, {error}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        error: String,
    },
    #[error("line {line}: expected a word")]
    NoWord {
        /// The line's number, from 1.
        line: usize,
    },
    #[error("expected a match record first")]
    NoHead,
    #[error("line 1: {0}")]
    Head(RecordError),
    #[error("expected the log of a match, found an imported game")]
    Imported,
}

/// A failure of a log, and its effect on the match.
#[derive(Debug, thiserror::Error)]
#[error("{error}{}", if *aborts { "; the match is aborted" } else { "" })]
pub struct LogWriteError {
    /// The error.
    pub error: JournalError,
    /// True if the match is aborted because of the error.
    pub aborts: bool,
}

impl DenialError {
    /// Returns true if the system had too few file descriptors, so a later try may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Log(failure) if failure.error.may_pass())
    }

    /// The error code that the host is sent.
    pub fn code(&self) -> ErrorCode {
        self.on_link().0
    }

    /// The word of the host's line that is wrong. `None` if no single word is.
    pub fn place(&self) -> Option<LinePlace> {
        self.on_link().1
    }

    fn on_link(&self) -> (ErrorCode, Option<LinePlace>) {
        let argument = |word| (ErrorCode::BadArgument, Some(LinePlace::Word(word)));
        match self {
            Self::Match(error) => (error.code(), error.place()),
            Self::Command(_) | Self::Limit { error: LimitError::Value(_), .. } => argument(4),
            Self::Limit { error: LimitError::Key | LimitError::Unavailable(_), .. } => argument(3),
            Self::Version(_) => argument(1),
            Self::Resume { .. } | Self::Sandbox { .. } | Self::Log(_) | Self::Unfit(_) | Self::System(_) => {
                (ErrorCode::CannotStart, None)
            }
            Self::Watch { .. } => (ErrorCode::CannotWatch, None),
            Self::MatchExists(_) => (ErrorCode::MatchExists, None),
            Self::NoMatch(_) => (ErrorCode::NoSuchMatch, None),
            Self::Started(_) | Self::Running(_) => (ErrorCode::AlreadyRunning, None),
            Self::NotStarted => (ErrorCode::NotRunning, None),
            Self::NotUtf8 => (ErrorCode::UnknownCommand, None),
            Self::LineTooLong => (ErrorCode::LineTooLong, None),
        }
    }
}

fn limit(key: &Word, value: Option<&Value>, error: &LimitError) -> String {
    match error {
        LimitError::Key => {
            let known = || format!("expected one of {}, {}", Limits::KEYS.join(", "), referee::LEGAL);
            let known = suggestion(key.as_str(), Limits::KEYS.into_iter().chain([referee::LEGAL]), known);
            format!("no seatset key {key}; {known}")
        }
        LimitError::Value(_) => {
            let found = value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
            format!("seatset {key}: {error}, found {found}")
        }
        LimitError::Unavailable(_) => format!("seatset {key}: {error}"),
    }
}
