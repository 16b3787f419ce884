//! The faults of bots and the errors of host lines, each with its word on the line.

use crate::{Word, settings::words};

/// A fault of a bot (UVI 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The bot did not answer in time.
    Timeout,
    /// The answer is an action of this variant, but not legal now.
    Illegal,
    /// The answer does not parse, or is no action in this variant's notation.
    Unreadable,
    /// The bot sent too much output, or a line that is too long.
    Flood,
    /// The bot's output or its process ended.
    Crash,
    /// The arbiter could not deliver a whole message, or the bot closed its input.
    Deaf,
    /// The process could not be started.
    NoStart,
    /// The bot did not finish its greeting in time.
    NoGreeting,
}

words!(
    Fault,
    "the word of a fault",
    Timeout => "timeout",
    Illegal => "illegal",
    Unreadable => "unreadable",
    Flood => "flood",
    Crash => "crash",
    Deaf => "deaf",
    NoStart => "no-start",
    NoGreeting => "no-greeting",
);

/// The reason why the arbiter refuses a host line (UVI 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The verb is unknown.
    UnknownCommand,
    /// The verb is known, but its arguments do not parse.
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

words!(
    ErrorCode,
    "an error code",
    UnknownCommand => "unknown-command",
    BadArgument => "bad-argument",
    NoSuchMatch => "no-such-match",
    MatchExists => "match-exists",
    NoSuchVariant => "no-such-variant",
    BadOption => "bad-option",
    BadPosition => "bad-position",
    BadSeat => "bad-seat",
    NotYourTurn => "not-your-turn",
    IllegalAction => "illegal-action",
    CannotStart => "cannot-start",
    LineTooLong => "line-too-long",
    AlreadyRunning => "already-running",
    NotRunning => "not-running",
    CannotUndo => "cannot-undo",
    CannotWatch => "cannot-watch",
);

/// The word of the fault, which is also the reason of a result.
impl From<Fault> for Word {
    fn from(fault: Fault) -> Self {
        Self::new(fault.word()).expect("the word of a fault is a word")
    }
}
