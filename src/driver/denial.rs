//! The reasons for which a host's request is denied, with their error codes and places in the host's line.

use std::{io, path::PathBuf};

use uvi::{ErrorCode, Value, Word};
use uvi_games::game::{Seat, suggestion};
use uvi_match::referee::{self, HostError, LinePlace, UnfitBot};

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
    Resume { path: PathBuf, why: String },
    #[error("{}: the match is finished, so there is nothing to resume", .0.display())]
    Finished(PathBuf),
    #[error("{}: {why}", path.display())]
    Watch { path: PathBuf, why: String },
    #[error("seat {seat}: {error}")]
    Sandbox { seat: Seat, error: StartError },
    /// The log cannot be made, written or closed.
    #[error("{error}{}", if *aborts { "; the match is aborted" } else { "" })]
    Log { error: JournalError, aborts: bool },
    /// The bot of a seat cannot play.
    #[error("{0}")]
    Unfit(UnfitBot),
    /// The system has no thread or file descriptor left.
    #[error("{0}")]
    System(io::Error),
    #[error("expected uvi version {expected}, found {0}", expected = uvi::VERSION)]
    Version(u32),
    /// Any other reason, with its error code.
    #[error("{1}")]
    Other(ErrorCode, String),
}

impl DenialError {
    /// Returns true if the system had too few file descriptors, so a later try may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Log { error, .. } if error.may_pass())
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
            Self::Resume { .. }
            | Self::Finished(_)
            | Self::Sandbox { .. }
            | Self::Log { .. }
            | Self::Unfit(_)
            | Self::System(_) => (ErrorCode::CannotStart, None),
            Self::Watch { .. } => (ErrorCode::CannotWatch, None),
            Self::Other(code, _) => (*code, None),
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
