//! The English of the driver: why a wish of the host is not granted.

use std::fmt;

use uvi_match::referee;

use super::denial::{Denial, LogFailure, NoResume, NoWatch};
use crate::bot::{self, LimitError};

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match(error) => error.fmt(f),
            Self::Command(error) => write!(f, "in the command line: {error}"),
            Self::Limit { key, error: LimitError::Key, .. } => {
                write!(f, "no seatset key {key}; expected one of {}, {}", bot::Limits::KEYS.join(", "), referee::LEGAL)
            }
            Self::Limit { key, value, error: error @ LimitError::Value(_) } => {
                let found = value.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
                write!(f, "seatset {key}: {error}, found {found}")
            }
            Self::Limit { key, error: error @ LimitError::Unavailable(_), .. } => write!(f, "seatset {key}: {error}"),
            Self::Watch { path, why } => write!(f, "{}: {why}", path.display()),
            Self::Resume { path, why } => write!(f, "{}: {why}", path.display()),
            Self::Sandbox { seat, error } => write!(f, "seat {seat}: {error}"),
            Self::Log(failure) => failure.fmt(f),
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::System(error) => error.fmt(f),
            Self::Version(found) => write!(f, "expected uvi version {}, found {found}", uvi::VERSION),
            Self::MatchExists(name) => write!(f, "match {name} already exists"),
            Self::NoMatch(name) => write!(f, "no match {name}"),
            Self::Started(name) => write!(f, "match {name} has already been started"),
            Self::Running(name) => write!(f, "match {name} is running; stop it first"),
            Self::NotStarted => f.write_str("the match has not been started"),
            Self::NotUtf8 => f.write_str("expected UTF-8"),
            Self::LineTooLong => write!(f, "expected at most {} bytes", uvi::MAX_LINE),
        }
    }
}

impl fmt::Display for NoResume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Log(error) => error.fmt(f),
            Self::Empty { error, seed } => {
                write!(f, "{error}; remove it and {}, and start the match again", seed.display())
            }
            Self::Finished => f.write_str("the match is finished, so there is nothing to resume"),
            Self::NoSeed(path, error) => write!(f, "cannot resume without the seed in {}: {error}", path.display()),
            Self::Seed(path, error) => write!(f, "{}: {error}", path.display()),
            Self::OtherSeed(path) => {
                write!(f, "the seed in {} does not match the commitment in the log", path.display())
            }
            Self::Head(error) => error.fmt(f),
            Self::Path => f.write_str("expected a path of UTF-8"),
        }
    }
}

impl fmt::Display for NoWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Log(error) => error.fmt(f),
            Self::Line { line, error } => write!(f, "line {line}: expected a record, {error}"),
            Self::NoWord { line } => write!(f, "line {line}: expected a word"),
            Self::NoHead => f.write_str("expected a match record first"),
            Self::Head(wrong) => write!(f, "line 1: {wrong}"),
            Self::Imported => f.write_str("expected the log of a match, found an imported game"),
        }
    }
}

impl fmt::Display for LogFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aborted = if self.aborts { "; the match is aborted" } else { "" };
        write!(f, "{}{aborted}", self.error)
    }
}
