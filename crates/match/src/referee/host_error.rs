//! The reasons for which a request of the host is refused.

use uvi::{ErrorCode, Value, Word};
use uvi_games::game::{IllegalError, OptionError, PositionError, Registry, Seat, UnreadableError};

use crate::record::{RecordError, UndoError};

/// The reason for which a request of the host is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum HostError {
    /// The variant does not exist.
    #[error("{}", registry.no_variant(word))]
    NoVariant {
        /// The word that the host sent.
        word: String,
        /// The known variants.
        registry: Registry,
    },
    /// The variant cannot have this number of seats.
    #[error("{variant} has {} seats, not {found}", joined(known))]
    SeatCount {
        /// The word of the variant.
        variant: &'static str,
        /// The possible numbers of seats.
        known: &'static [u8],
        /// The requested number of seats.
        found: u32,
    },
    /// A rule option does not exist, or its value does not fit.
    #[error("{0}")]
    BadOption(#[from] OptionError),
    /// A position does not parse, or breaks the rules of the variant.
    #[error("{0}")]
    BadPosition(PositionError),
    /// The start position is finished.
    #[error("expected an unfinished position, found one that has ended: {reason}")]
    Finished {
        /// The reason for the end of the game in the position.
        reason: String,
    },
    /// The match has no such seat.
    #[error("expected a seat from 1 to {seats}, found {found}")]
    NoSeat {
        /// The number of seats.
        seats: u8,
        /// The requested seat.
        found: u32,
    },
    /// The seat has no bot.
    #[error("expected a seat with a bot, but seat {0} has none")]
    NoBot(Seat),
    /// A `clock` line has an increment but no time.
    #[error("expected time with inc")]
    IncAlone,
    /// A `clock` line has moves to go but no time.
    #[error("expected time with movestogo")]
    MovesToGoAlone,
    /// Adjudication by scores needs two opposing seats, which the match does not have.
    #[error("expected two opposing seats: adjudication by resign and draw needs them")]
    NotTwoSided,
    /// Adjudication in the manner of another program needs a variant that counts moves as FEN does.
    #[error("expected chess: adjudication like cutechess or fastchess needs its count of moves")]
    NoMoveCounts,
    /// A switch of a seat is neither on nor off.
    #[error("seatset {key}: expected on, off or no value, found {found}")]
    NoSwitch {
        /// The key of `seatset`.
        key: &'static str,
        /// The value that the host sent.
        found: Value,
    },
    /// An option of a bot has a value that no line can hold.
    #[error("{option}: expected a value without control characters, found {}", uvi::escape_controls(found.as_str()))]
    Unsayable {
        /// The name of the option.
        option: Word,
        /// The value that the host sent.
        found: Value,
    },
    /// A seat has no player.
    #[error("seat {0} has no player")]
    NoPlayer(Seat),
    /// The head of a log cannot be used.
    #[error("line 1: {0}")]
    Head(#[from] HeadError),
    /// A bot plays the seat.
    #[error("expected a host seat, but a bot plays seat {0}")]
    BotSeat(Seat),
    /// The seat is not asked now.
    #[error("seat {0} is not asked now")]
    NotAsked(Seat),
    /// The seat has left the game.
    #[error("seat {0} has left the game")]
    HasLeft(Seat),
    /// The decisions cannot be taken back.
    #[error("{0}")]
    NoUndo(UndoError),
    /// The match is not running.
    #[error("the match is not running")]
    NotRunning,
    /// An action cannot be read.
    #[error("{error}, found {action}")]
    Unreadable {
        /// The expected form.
        error: UnreadableError,
        /// The action as the host wrote it.
        action: Word,
        /// The index of the action among the actions of the line, from 0.
        place: usize,
    },
    /// An action is not legal.
    #[error("{action} is not legal: {error}")]
    Illegal {
        /// The reason.
        error: IllegalError,
        /// The action as the host wrote it.
        action: Word,
    },
}

/// An unusable part of the head of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// A name is not a word.
    #[error("expected a word, found {0:?}")]
    Word(String),
    /// A bot has no command line.
    #[error("the bot of seat {seat} has no command")]
    NoCommand {
        /// The number of the seat, from 1.
        seat: u32,
    },
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
            Self::IncAlone => argument(LinePlace::Keyword("inc")),
            Self::MovesToGoAlone => argument(LinePlace::Keyword("movestogo")),
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
