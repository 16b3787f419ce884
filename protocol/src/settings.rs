//! The settings of a match besides its players: limits, waiting times, consequences of a fault, and the keeping of the
//! log. Each type has one form as text, shared by the host link, the log, tournament files and command lines.

use std::{fmt, time::Duration};

use crate::{
    WriteProblemError,
    word_writer::{WordWriter, shown},
};

/// A setting that is one of a few words.
pub(crate) trait WordChoice: Copy {
    /// The words, as an error lists them.
    const EXPECTED: &'static str;

    /// The value of this word; `None` if no value has this word.
    fn of_word(word: &str) -> Option<Self>;
}

/// Defines an enum whose values have one word each, with `ALL`, `word` and `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! spelled {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$meaning:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$meaning])* $value,)+
        }

        impl $type {
            /// Every value.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// The word of the value.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

/// Defines one of a few words, each with its value, and what errors expect: an enum with [`WordChoice`], `FromStr` and
/// `Display`.
macro_rules! words {
    ($(#[$about:meta])* pub enum $type:ident: $expected:literal {
        $($(#[$meaning:meta])* $value:ident = $word:literal,)+
    }) => {
        $crate::spelled! { $(#[$about])* pub enum $type { $($(#[$meaning])* $value = $word,)+ } }

        impl $crate::settings::WordChoice for $type {
            const EXPECTED: &'static str = $expected;

            fn of_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.word() == word)
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, $crate::ParseError> {
                $crate::grammar::parse(text, $crate::grammar::choice)
            }
        }
    };
}

pub(crate) use words;

/// The words of `clock`: limits for a seat, or `none`. Times are whole milliseconds. `None` means no such limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ClockWords {
    /// A hard limit on each answer.
    pub movetime: Option<u64>,
    /// The time for the whole game.
    pub time: Option<u64>,
    /// The time added after each answer.
    pub inc: Option<u64>,
    /// The number of answers of the seat after which its time is added again.
    pub movestogo: Option<u64>,
    /// The limit on nodes, passed on to the bot.
    pub nodes: Option<u64>,
    /// The limit on depth, passed on to the bot.
    pub depth: Option<u64>,
    /// The time by which an answer may exceed a limit. `None` means 0.
    pub margin: Option<u64>,
}

/// The words of `patience`: waiting times in whole milliseconds. `None` means the default (UVI 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Patience {
    /// The time from the start of the bot to `uviok`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub greet: Option<u64>,
    /// The time for each `readyok`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub ready: Option<u64>,
    /// The time to leave after `quit`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub quit: Option<u64>,
}

words! {
    /// The consequence of a fault (UVI 3.3).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum OnFault: "forfeit or random" {
        /// The seat forfeits.
        #[default]
        Forfeit = "forfeit",
        /// The arbiter plays a random legal action for the seat.
        Random = "random",
    }
}

/// The words of `onfault`: the number of retries, and the consequence after them (UVI 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FaultWords {
    /// The number of times per game that a seat is asked again after a refused answer, from 1 to [`FaultWords::MOST`].
    /// `None` means never.
    pub retry: Option<u32>,
    /// The consequence of a fault without a retry left.
    pub then: OnFault,
}

words! {
    /// The `info` lines that a log keeps.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum InfoDetail: "off, last or all" {
        /// Nothing.
        Off = "off",
        /// The last score, nodes, depth, tokens and cost.
        #[default]
        Last = "last",
        /// Every line.
        All = "all",
    }
}

words! {
    /// The moment when a log is synced to the disk.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum Sync: "off, game or event" {
        /// Left to the system. Killing the arbiter loses nothing; a power cut loses all that is not written yet.
        Off = "off",
        /// At the end of the game.
        #[default]
        Game = "game",
        /// At every event.
        Event = "event",
    }
}

words! {
    /// A setting that is on or off.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Switch: "on or off" {
        /// `on`.
        On = "on",
        /// `off`.
        Off = "off",
    }
}

#[cfg(feature = "serde")]
crate::serde::as_text!(exact: OnFault, InfoDetail, Sync);

impl ClockWords {
    /// Returns true if nothing is limited.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The time by which an answer may exceed a limit. Default 0.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin.unwrap_or(0))
    }

    /// These limits in the one form that a log has: with an increment beside a time, and without a margin of 0.
    #[must_use]
    pub fn in_full(self) -> Self {
        let inc = self.time.map(|_| self.inc.unwrap_or(0));
        Self { inc, margin: self.margin.filter(|&margin| margin > 0), ..self }
    }

    /// This clock, if a bot can answer in it.
    ///
    /// # Errors
    /// If the first answer has 0 ms, so that every answer that takes time is late.
    pub fn playable(self) -> Result<Self, NoTimeError> {
        let leaves_none = self.movetime == Some(0) || self.time == Some(0);
        if leaves_none && self.margin.unwrap_or(0) == 0 { Err(NoTimeError(self)) } else { Ok(self) }
    }

    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        if self.is_none() {
            return line.word("none");
        }
        line.expect(self.inc.is_none() || self.time.is_some(), "inc", WriteProblemError::Unfit("time beside inc"));
        let cycle = self.movestogo.is_none() || self.time.is_some();
        line.expect(cycle, "movestogo", WriteProblemError::Unfit("time beside movestogo"));
        let limits = self.movetime.or(self.time).or(self.nodes).or(self.depth);
        line.expect(
            limits.is_some(),
            "margin",
            WriteProblemError::Unfit("movetime, time, nodes or depth beside margin"),
        );
        line.pair("movetime", self.movetime).pair("time", self.time).pair("inc", self.inc);
        line.positive("movestogo", self.movestogo).positive("nodes", self.nodes).positive("depth", self.depth);
        line.pair("margin", self.margin)
    }
}

/// The error of a clock in which nobody can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected some time for the first answer, found 0 ms in `{0}`; give a base, or a margin")]
pub struct NoTimeError(ClockWords);

impl FaultWords {
    /// The most retries of a seat in a game.
    pub const MOST: u32 = 1000;

    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        let fits = self.retry.is_none_or(|retry| (1..=Self::MOST).contains(&retry));
        line.expect(fits, "retry", WriteProblemError::Unfit("a number from 1 to 1000")).pair("retry", self.retry);
        if self.retry.is_none() || self.then != OnFault::Forfeit {
            line.word(self.then.word());
        }
        line
    }
}

impl From<OnFault> for FaultWords {
    fn from(then: OnFault) -> Self {
        Self { retry: None, then }
    }
}

impl Patience {
    /// The time that a bot may take for its greeting. Default 10 s.
    pub fn greet(&self) -> Duration {
        Duration::from_millis(self.greet.unwrap_or(10_000))
    }

    /// The time that a bot may take for each `readyok`. Default 10 s.
    pub fn ready(&self) -> Duration {
        Duration::from_millis(self.ready.unwrap_or(10_000))
    }

    /// The time that a bot may take to leave after `quit`. Default 1 s.
    pub fn quit(&self) -> Duration {
        Duration::from_millis(self.quit.unwrap_or(1_000))
    }

    /// These times; times that are `None` are taken from `earlier`.
    #[must_use]
    pub fn or(self, earlier: Self) -> Self {
        Self {
            greet: self.greet.or(earlier.greet),
            ready: self.ready.or(earlier.ready),
            quit: self.quit.or(earlier.quit),
        }
    }

    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        line.expect(*self != Self::default(), "greet", WriteProblemError::Empty("greet, ready or quit"));
        line.pair("greet", self.greet).pair("ready", self.ready).pair("quit", self.quit)
    }
}

impl Switch {
    /// Returns true if the switch is on.
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

impl From<bool> for Switch {
    fn from(is_on: bool) -> Self {
        if is_on { Self::On } else { Self::Off }
    }
}

shown!(ClockWords, FaultWords, Patience);
