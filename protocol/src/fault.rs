//! The faults of bots and the errors of host lines, each with its word on the line.

use crate::{Word, settings::words};

words! {
    /// A fault of a bot (UVI 3.3).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Fault: "the word of a fault" {
        /// The bot did not answer in time.
        Timeout = "timeout",
        /// The answer is an action of this variant, but not legal now.
        Illegal = "illegal",
        /// The answer does not parse, or is no action in this variant's notation.
        Unreadable = "unreadable",
        /// The bot sent too much output, or a line that is too long.
        Flood = "flood",
        /// The bot's output or its process ended.
        Crash = "crash",
        /// The arbiter could not deliver a whole message, or the bot closed its input.
        Deaf = "deaf",
        /// The process could not be started.
        NoStart = "no-start",
        /// The bot did not finish its greeting in time.
        NoGreeting = "no-greeting",
    }
}

words! {
    /// The reason why the arbiter refuses a host line (UVI 4.4).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum ErrorCode: "an error code" {
        /// The verb is unknown.
        UnknownCommand = "unknown-command",
        /// The verb is known, but its arguments do not parse.
        BadArgument = "bad-argument",
        /// No match has this name.
        NoSuchMatch = "no-such-match",
        /// A match has this name already.
        MatchExists = "match-exists",
        /// The arbiter does not know this variant.
        NoSuchVariant = "no-such-variant",
        /// The variant has no such option, or the value does not fit.
        BadOption = "bad-option",
        /// The position does not parse, is refused, or is finished.
        BadPosition = "bad-position",
        /// The match has no such seat, or the seat is not of the kind that is needed.
        BadSeat = "bad-seat",
        /// That seat is not asked now.
        NotYourTurn = "not-your-turn",
        /// The action is not legal now.
        IllegalAction = "illegal-action",
        /// The match cannot start.
        CannotStart = "cannot-start",
        /// The line is longer than 64 KiB.
        LineTooLong = "line-too-long",
        /// The match has been started.
        AlreadyRunning = "already-running",
        /// The match is not running.
        NotRunning = "not-running",
        /// The decisions cannot be taken back.
        CannotUndo = "cannot-undo",
        /// The log cannot be followed.
        CannotWatch = "cannot-watch",
    }
}

/// The word of the fault, which is also the reason of a result.
impl From<Fault> for Word {
    fn from(fault: Fault) -> Self {
        Self::new(fault.word()).expect("the word of a fault is a word")
    }
}
