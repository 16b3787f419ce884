//! Why a wish of the host is not granted, as facts. Their English stands in `words`.

use uvi::{ErrorCode, Value, Word};
use uvi_games::game::{BadOption, Illegal, PositionError, Registry, Seat, Unreadable};

use crate::record::{NoUndo, Wrong};

/// Why a wish of the host is not granted.
#[derive(Debug, Clone)]
pub enum HostError {
    /// There is no such variant.
    NoVariant {
        /// What the host said.
        word: String,
        /// The variants that there are.
        registry: Registry,
    },
    /// The variant cannot have so many seats.
    SeatCount {
        /// The variant's word.
        variant: &'static str,
        /// How many it can have.
        known: &'static [u8],
        /// How many were wanted.
        found: u32,
    },
    /// A rule option cannot be set so.
    BadOption(BadOption),
    /// A position cannot be read, or the rules page refuses it.
    BadPosition(PositionError),
    /// A position to start from is finished.
    Finished {
        /// Why the game is over there.
        reason: String,
    },
    /// The match has no such seat.
    NoSeat {
        /// How many it has.
        seats: u8,
        /// The number.
        found: u32,
    },
    /// No bot sits there.
    NoBot(Seat),
    /// An increment without a time.
    IncAlone,
    /// Moves to go without a time.
    MovesToGoAlone,
    /// Scores are compared of two seats against each other, which the match does not have.
    NotTwoSided,
    /// A switch of a seat is neither on nor off.
    NoSwitch {
        /// The key of `seatset`.
        key: &'static str,
        /// What was said.
        found: Value,
    },
    /// A seat has no player.
    NoPlayer(Seat),
    /// The head of a log cannot be used.
    Head(BadHead),
    /// A bot plays the seat.
    BotSeat(Seat),
    /// The seat is not asked now.
    NotAsked(Seat),
    /// The seat has left the game.
    HasLeft(Seat),
    /// Decisions are not taken back.
    NoUndo(NoUndo),
    /// The match is not running.
    NotRunning,
    /// An action cannot be read.
    Unreadable {
        /// What was expected.
        error: Unreadable,
        /// As the host wrote it.
        action: Word,
        /// Its place among the actions, from 0.
        place: usize,
    },
    /// An action is not legal.
    Illegal {
        /// Why.
        error: Illegal,
        /// As the host wrote it.
        action: Word,
    },
}

/// What of the head of a log cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadHead {
    /// A name is no word.
    Word(String),
    /// The limits cannot be read.
    Clock(String),
    /// A bot has no command line.
    NoCommand {
        /// Counted from 1.
        seat: u32,
    },
    /// A field is wrong.
    Field(Wrong),
}

/// A place in a host's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinePlace {
    /// The word with this number, from 0.
    Word(usize),
    /// The last word that reads so.
    Keyword(&'static str),
}

impl HostError {
    /// Its code on the host link.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NoVariant { .. } => ErrorCode::NoSuchVariant,
            Self::SeatCount { .. } | Self::NoSeat { .. } | Self::NoBot(_) => ErrorCode::BadSeat,
            Self::BadOption(_) => ErrorCode::BadOption,
            Self::BadPosition(_) | Self::Finished { .. } => ErrorCode::BadPosition,
            Self::IncAlone
            | Self::MovesToGoAlone
            | Self::NotTwoSided
            | Self::NoSwitch { .. }
            | Self::Unreadable { .. } => ErrorCode::BadArgument,
            Self::NoPlayer(_) | Self::Head(_) => ErrorCode::CannotStart,
            Self::BotSeat(_) | Self::NotAsked(_) | Self::HasLeft(_) => ErrorCode::NotYourTurn,
            Self::NoUndo(_) => ErrorCode::CannotUndo,
            Self::NotRunning => ErrorCode::NotRunning,
            Self::Illegal { .. } => ErrorCode::IllegalAction,
        }
    }

    /// Where in the host's line it is, where it is in one place.
    pub fn place(&self) -> Option<LinePlace> {
        match self {
            Self::IncAlone => Some(LinePlace::Keyword("inc")),
            Self::NoSwitch { key, .. } => Some(LinePlace::Keyword(key)),
            Self::MovesToGoAlone => Some(LinePlace::Keyword("movestogo")),
            Self::Unreadable { place, .. } => Some(LinePlace::Word(3 + place)),
            Self::NoVariant { .. }
            | Self::SeatCount { .. }
            | Self::BadOption(_)
            | Self::BadPosition(_)
            | Self::Finished { .. }
            | Self::NoSeat { .. }
            | Self::NoBot(_)
            | Self::NotTwoSided
            | Self::NoPlayer(_)
            | Self::Head(_)
            | Self::BotSeat(_)
            | Self::NotAsked(_)
            | Self::HasLeft(_)
            | Self::NoUndo(_)
            | Self::NotRunning
            | Self::Illegal { .. } => None,
        }
    }
}

impl std::error::Error for HostError {}

impl From<BadOption> for HostError {
    fn from(error: BadOption) -> Self {
        Self::BadOption(error)
    }
}

impl From<BadHead> for HostError {
    fn from(error: BadHead) -> Self {
        Self::Head(error)
    }
}

impl From<Wrong> for BadHead {
    fn from(wrong: Wrong) -> Self {
        Self::Field(wrong)
    }
}
