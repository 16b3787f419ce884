//! The English of a tournament that is played: why a game was not.

use std::fmt;

use super::{
    judge::NoJudgement,
    worker::{NoGame, NotPlayed},
};

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart { game, why } => write!(f, "game {game} cannot start: {why}"),
            Self::LogFailed { game, why } => write!(f, "game {game}: {why}"),
            Self::Store(error) => error.fmt(f),
            Self::Short { game, text } => write!(f, "game {} cannot start: {text}", game.game),
        }
    }
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied(denial) => denial.fmt(f),
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Path(path) => write!(f, "{}: expected a path of UTF-8", path.display()),
            Self::NoResult(path) => write!(f, "{} has no result", path.display()),
        }
    }
}

impl fmt::Display for NoJudgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart(why) => why.fmt(f),
            Self::System(error) => error.fmt(f),
            Self::Fault(text) => f.write_str(text),
        }
    }
}
