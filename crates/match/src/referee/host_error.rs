//! Why a wish of the host is not granted.

use uvi::{ErrorCode, Value, Word};
use uvi_games::game::{BadOption, Illegal, PositionError, Registry, Seat, Unreadable};

use crate::record::{NoUndo, Wrong};

/// Why a wish of the host is not granted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum HostError {
    /// There is no such variant.
    #[error("no variant {word}; the arbiter knows {}", registry.words())]
    NoVariant {
        /// What the host said.
        word: String,
        /// The variants that there are.
        registry: Registry,
    },
    /// The variant cannot have so many seats.
    #[error("{variant} has {} seats, not {found}", joined(known))]
    SeatCount {
        /// The variant's word.
        variant: &'static str,
        /// How many it can have.
        known: &'static [u8],
        /// How many were wanted.
        found: u32,
    },
    /// A rule option cannot be set so.
    #[error("{0}")]
    BadOption(#[from] BadOption),
    /// A position cannot be read, or the rules page refuses it.
    #[error("{0}")]
    BadPosition(PositionError),
    /// A position to start from is finished.
    #[error("expected an unfinished position, found one that has ended: {reason}")]
    Finished {
        /// Why the game is over there.
        reason: String,
    },
    /// The match has no such seat.
    #[error("expected a seat from 1 to {seats}, found {found}")]
    NoSeat {
        /// How many it has.
        seats: u8,
        /// The number.
        found: u32,
    },
    /// No bot sits there.
    #[error("expected a seat with a bot, but seat {0} has none")]
    NoBot(Seat),
    /// An increment without a time.
    #[error("expected time with inc")]
    IncAlone,
    /// Moves to go without a time.
    #[error("expected time with movestogo")]
    MovesToGoAlone,
    /// Scores are compared of two seats against each other, which the match does not have.
    #[error("expected two opposing seats: adjudication by resign and draw needs them")]
    NotTwoSided,
    /// A switch of a seat is neither on nor off.
    #[error("seatset {key}: expected on, off or no value, found {found}")]
    NoSwitch {
        /// The key of `seatset`.
        key: &'static str,
        /// What was said.
        found: Value,
    },
    /// A seat has no player.
    #[error("seat {0} has no player")]
    NoPlayer(Seat),
    /// The head of a log cannot be used.
    #[error("line 1: {0}")]
    Head(#[from] BadHead),
    /// A bot plays the seat.
    #[error("expected a host seat, but a bot plays seat {0}")]
    BotSeat(Seat),
    /// The seat is not asked now.
    #[error("seat {0} is not asked now")]
    NotAsked(Seat),
    /// The seat has left the game.
    #[error("seat {0} has left the game")]
    HasLeft(Seat),
    /// Decisions are not taken back.
    #[error("{0}")]
    NoUndo(NoUndo),
    /// The match is not running.
    #[error("the match is not running")]
    NotRunning,
    /// An action cannot be read.
    #[error("{error}, found {action}")]
    Unreadable {
        /// What was expected.
        error: Unreadable,
        /// As the host wrote it.
        action: Word,
        /// Its place among the actions, from 0.
        place: usize,
    },
    /// An action is not legal.
    #[error("{action} is not legal: {error}")]
    Illegal {
        /// Why.
        error: Illegal,
        /// As the host wrote it.
        action: Word,
    },
}

/// What of the head of a log cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadHead {
    /// A name is no word.
    #[error("expected a word, found {0:?}")]
    Word(String),
    /// A bot has no command line.
    #[error("the bot of seat {seat} has no command")]
    NoCommand {
        /// Counted from 1.
        seat: u32,
    },
    /// A field is wrong.
    #[error("{0}")]
    Field(#[from] Wrong),
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
        self.on_link().0
    }

    /// Where in the host's line it is, where it is in one place.
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
            Self::Unreadable { place, .. } => argument(LinePlace::Word(3 + place)),
            Self::NotTwoSided => (ErrorCode::BadArgument, None),
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
