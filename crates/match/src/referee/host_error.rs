//! The reasons for which a request of the host is refused.

use uvi::{ErrorCode, Value, Word};
use uvi_games::game::{IllegalError, OptionError, PositionError, Registry, Seat, UnreadableError};

use crate::record::{RecordError, UndoError};

/// The reason for which a request of the host is refused.
#[derive(Debug, Clone, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum HostError {
    #[error("{}", registry.no_variant(word))]
    NoVariant { word: String, registry: Registry },
    #[error("{variant} has {} seats, not {found}", joined(known))]
    SeatCount { variant: &'static str, known: &'static [u8], found: u32 },
    /// A rule option does not exist, or its value does not fit.
    #[error("{0}")]
    BadOption(#[from] OptionError),
    /// A position does not parse, or breaks the rules of the variant.
    #[error("{0}")]
    BadPosition(PositionError),
    #[error("expected an unfinished position, found one that has ended: {reason}")]
    Finished { reason: String },
    #[error("expected a seat from 1 to {seats}, found {found}")]
    NoSeat { seats: u8, found: u32 },
    #[error("expected a seat with a bot, but seat {0} has none")]
    NoBot(Seat),
    #[error("expected two opposing seats: adjudication by resign and draw needs them")]
    NotTwoSided,
    #[error("expected chess: adjudication like cutechess or fastchess needs its count of moves")]
    NoMoveCounts,
    #[error("seatset {key}: expected on, off or no value, found {found}")]
    NoSwitch { key: &'static str, found: Value },
    #[error("{option}: expected a value without control characters, found {}", uvi::escape_controls(found.as_str()))]
    Unsayable { option: Word, found: Value },
    #[error("seat {0} has no player")]
    NoPlayer(Seat),
    #[error("line 1: {0}")]
    Head(#[from] HeadError),
    #[error("expected a host seat, but a bot plays seat {0}")]
    BotSeat(Seat),
    #[error("seat {0} is not asked now")]
    NotAsked(Seat),
    #[error("seat {0} has left the game")]
    HasLeft(Seat),
    /// The decisions cannot be taken back.
    #[error("{0}")]
    NoUndo(UndoError),
    #[error("the match is not running")]
    NotRunning,
    #[error("{error}, found {action}")]
    Unreadable {
        error: UnreadableError,
        action: Word,
        /// The index of the action among the actions of the line, from 0.
        place: usize,
    },
    #[error("{action} is not legal: {error}")]
    Illegal { error: IllegalError, action: Word },
}

/// An unusable part of the head of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum HeadError {
    #[error("expected a word, found {0:?}")]
    Word(String),
    #[error("the bot of seat {seat} has no command")]
    NoCommand { seat: u32 },
    /// A field has a value that cannot be used.
    #[error("{0}")]
    Field(#[from] RecordError),
}

/// The place of an error in a host's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinePlace {
    /// The word with this index, from 0.
    Word(usize),
    /// The last occurrence of this word.
    Keyword(&'static str),
}

impl HostError {
    /// The error code of the host link.
    pub fn code(&self) -> ErrorCode {
        self.on_link().0
    }

    /// The place of the error in the host's line, if it has a single place.
    pub fn place(&self) -> Option<LinePlace> {
        self.on_link().1
    }

    fn on_link(&self) -> (ErrorCode, Option<LinePlace>) {
        let argument = |place| (ErrorCode::BadArgument, Some(place));
        match self {
            Self::NoVariant { .. } => (ErrorCode::NoSuchVariant, None),
            Self::SeatCount { .. } | Self::NoSeat { .. } | Self::NoBot(_) => (ErrorCode::BadSeat, None),
            Self::BadOption(_) => (ErrorCode::BadOption, None),
            Self::BadPosition(_) | Self::Finished { .. } => (ErrorCode::BadPosition, None),
            Self::NoSwitch { key, .. } => argument(LinePlace::Keyword(key)),
            Self::Unsayable { .. } => argument(LinePlace::Keyword("value")),
            Self::Unreadable { place, .. } => argument(LinePlace::Word(3 + place)),
            Self::NotTwoSided | Self::NoMoveCounts => (ErrorCode::BadArgument, None),
            Self::NoPlayer(_) | Self::Head(_) => (ErrorCode::CannotStart, None),
            Self::BotSeat(_) | Self::NotAsked(_) | Self::HasLeft(_) => (ErrorCode::NotYourTurn, None),
            Self::NoUndo(_) => (ErrorCode::CannotUndo, None),
            Self::NotRunning => (ErrorCode::NotRunning, None),
            Self::Illegal { .. } => (ErrorCode::IllegalAction, None),
        }
    }
}

fn joined(things: &[impl ToString]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
