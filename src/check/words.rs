//! The English of a check: what is wrong with a bot.

use std::fmt;

use super::wrong::{Deviation, OptionFlaw, Why};

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match(lapse) => lapse.fmt(f),
            Self::Ended { what, how } => write!(f, "expected {what}: {how}"),
            Self::NotRead { after } => write!(f, "the bot does not read its input: its pipe is full after {after}"),
            Self::Late { what, after, within } => {
                write!(f, "expected {what} within {} ms of {after}, none came", within.as_millis())
            }
            Self::LineTooLong => {
                write!(f, "expected lines of at most {} bytes, found a longer one", uvi::MAX_LINE)
            }
            Self::TooMuch { bytes, lines } => {
                write!(f, "expected at most {bytes} bytes and {lines} lines before an answer, found more")
            }
            Self::Unreadable(error) => error.fmt(f),
            Self::Stays { after, within } => {
                write!(f, "expected the bot to exit within {} ms of {after}, but it still runs", within.as_millis())
            }
            Self::OptionFlaw(flaw) => flaw.fmt(f),
            Self::Plays { expected, named } => {
                write!(f, "expected {expected}, but the bot plays only {}", named.join(", "))
            }
            Self::PlaysNone { known, named } => {
                write!(f, "expected one of {known}, but the bot plays only {}", named.join(", "))
            }
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::NoGame(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for OptionFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(name) => write!(f, "expected each option once, found a second {name}"),
            Self::Bounds { name, min, max } => {
                write!(f, "option {name}: expected min to be at most max, found min {min} and max {max}")
            }
            Self::Default { name, expected, found } => {
                write!(f, "option {name}: expected {expected} as its default, found {found}")
            }
            Self::Missing(name) => {
                write!(f, "expected an option {name}, but the bot declares no such option")
            }
            Self::Value { name, expected, found } => write!(f, "option {name}: expected {expected}, found {found}"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked => f.write_str("no question was open"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::NoMessage(error) => error.fmt(f),
        }
    }
}
