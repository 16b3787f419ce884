//! The English of the referee: why a wish of the host is not granted, and why a bot cannot play.

use std::fmt;

use uvi::Word;

use super::{BadHead, HostError, Misfit, Unfit, Unfitness};

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVariant { word, registry } => {
                write!(f, "no variant {word}; the arbiter knows {}", registry.words())
            }
            Self::SeatCount { variant, known, found } => {
                let known: Vec<_> = known.iter().map(ToString::to_string).collect();
                write!(f, "{variant} has {} seats, not {found}", known.join(", "))
            }
            Self::BadOption(error) => error.fmt(f),
            Self::BadPosition(error) => error.fmt(f),
            Self::Finished { reason } => {
                write!(f, "expected an unfinished position, found one that has ended: {reason}")
            }
            Self::NoSeat { seats, found } => write!(f, "expected a seat from 1 to {seats}, found {found}"),
            Self::NoBot(seat) => write!(f, "expected a seat with a bot, but seat {seat} has none"),
            Self::IncAlone => f.write_str("expected time with inc"),
            Self::MovesToGoAlone => f.write_str("expected time with movestogo"),
            Self::NotTwoSided => f.write_str("expected two opposing seats: adjudication by resign and draw needs them"),
            Self::NoSwitch { key, found } => write!(f, "seatset {key}: expected on, off or no value, found {found}"),
            Self::NoPlayer(seat) => write!(f, "seat {seat} has no player"),
            Self::Head(error) => write!(f, "line 1: {error}"),
            Self::BotSeat(seat) => write!(f, "expected a host seat, but a bot plays seat {seat}"),
            Self::NotAsked(seat) => write!(f, "seat {seat} is not asked now"),
            Self::HasLeft(seat) => write!(f, "seat {seat} has left the game"),
            Self::NoUndo(no) => no.fmt(f),
            Self::NotRunning => f.write_str("the match is not running"),
            Self::Unreadable { error, action, .. } => write!(f, "{error}, found {action}"),
            Self::Illegal { error, action } => write!(f, "{action} is not legal: {error}"),
        }
    }
}

impl fmt::Display for BadHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(found) => write!(f, "expected a word, found {found:?}"),
            Self::Clock(found) => write!(f, "clock: expected limits or none, found {found}"),
            Self::NoCommand { seat } => write!(f, "the bot of seat {seat} has no command"),
            Self::Field(wrong) => wrong.fmt(f),
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, reason } = self;
        match reason {
            Unfitness::Unstarted { reason, .. } => write!(f, "cannot start the bot of seat {seat}: {reason}"),
            Unfitness::Variant { variant, named } => {
                write!(f, "the bot of seat {seat} does not play {variant}, only {}", named.join(", "))
            }
            Unfitness::NoOption { name, known } => {
                let known: Vec<_> = known.iter().map(Word::as_str).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                write!(f, "the bot of seat {seat} has no option {name}; it has {known}")
            }
            Unfitness::Value { name, expected, found } => {
                write!(f, "option {name} of the bot of seat {seat}: expected {expected}, found {found}")
            }
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_any = |bound: &Option<i64>| bound.map_or_else(|| "any".to_owned(), |bound| bound.to_string());
        match self {
            Self::TrueOrFalse => f.write_str("true or false"),
            Self::Number { min, max } => write!(f, "a number from {} to {}", or_any(min), or_any(max)),
            Self::OneOf(values) => {
                f.write_str(&values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "))
            }
        }
    }
}
