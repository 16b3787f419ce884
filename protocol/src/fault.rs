//! What a bot or a host can do wrong, each with its word on the line.

use std::fmt;

use crate::Word;

/// What a bot did wrong (UVI 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// No answer in time.
    Timeout,
    /// The answer is an action of this variant, but not legal now.
    Illegal,
    /// The answer does not parse, or is no action of this variant's notation.
    Unreadable,
    /// Too much output, or a line that is too long.
    Flood,
    /// Its output ended, or the process did.
    Crash,
    /// Bytes of a message could not be delivered, or its input is closed.
    Deaf,
    /// The process could not be started.
    NoStart,
    /// It did not finish its greeting in time.
    NoGreeting,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 8] = [
        Self::Timeout,
        Self::Illegal,
        Self::Unreadable,
        Self::Flood,
        Self::Crash,
        Self::Deaf,
        Self::NoStart,
        Self::NoGreeting,
    ];

    /// The word on the line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Illegal => "illegal",
            Self::Unreadable => "unreadable",
            Self::Flood => "flood",
            Self::Crash => "crash",
            Self::Deaf => "deaf",
            Self::NoStart => "no-start",
            Self::NoGreeting => "no-greeting",
        }
    }
}

/// Why a host line was not accepted (UVI 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// No such verb.
    UnknownCommand,
    /// A known verb with arguments that do not parse.
    BadArgument,
    /// No match has this name.
    NoSuchMatch,
    /// A match has this name already.
    MatchExists,
    /// The arbiter does not know this variant.
    NoSuchVariant,
    /// The variant has no such option, or the value does not fit.
    BadOption,
    /// The position does not parse, is refused, or is finished.
    BadPosition,
    /// The match has no such seat, or the seat is not of the kind that is needed.
    BadSeat,
    /// That seat is not asked now.
    NotYourTurn,
    /// The action is not legal now.
    IllegalAction,
    /// The match cannot start.
    CannotStart,
    /// The line is longer than 64 KiB.
    LineTooLong,
    /// The match has been started.
    AlreadyRunning,
    /// The match is not running.
    NotRunning,
    /// The decisions cannot be taken back.
    CannotUndo,
    /// The log cannot be followed.
    CannotWatch,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 16] = [
        Self::UnknownCommand,
        Self::BadArgument,
        Self::NoSuchMatch,
        Self::MatchExists,
        Self::NoSuchVariant,
        Self::BadOption,
        Self::BadPosition,
        Self::BadSeat,
        Self::NotYourTurn,
        Self::IllegalAction,
        Self::CannotStart,
        Self::LineTooLong,
        Self::AlreadyRunning,
        Self::NotRunning,
        Self::CannotUndo,
        Self::CannotWatch,
    ];

    /// The word on the line.
    pub fn word(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown-command",
            Self::BadArgument => "bad-argument",
            Self::NoSuchMatch => "no-such-match",
            Self::MatchExists => "match-exists",
            Self::NoSuchVariant => "no-such-variant",
            Self::BadOption => "bad-option",
            Self::BadPosition => "bad-position",
            Self::BadSeat => "bad-seat",
            Self::NotYourTurn => "not-your-turn",
            Self::IllegalAction => "illegal-action",
            Self::CannotStart => "cannot-start",
            Self::LineTooLong => "line-too-long",
            Self::AlreadyRunning => "already-running",
            Self::NotRunning => "not-running",
            Self::CannotUndo => "cannot-undo",
            Self::CannotWatch => "cannot-watch",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A fault is the reason of a result.
impl From<Fault> for Word {
    fn from(fault: Fault) -> Self {
        Self::new(fault.word()).expect("the word of a fault is a word")
    }
}
