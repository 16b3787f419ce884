//! The English of a tournament that is played: why a game was not, and what is wrong with its folder.

use std::fmt;

use super::{
    store::StoreError,
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

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { what, path, source } => write!(f, "cannot {what} {}: {source}", path.display()),
            Self::Busy(path) => write!(f, "another arbiter is playing the tournament in {}", path.display()),
            Self::NotOurs(path) => {
                write!(f, "{} exists and holds no tournament: expected a plan.toml in it", path.display())
            }
            Self::OtherPlan { path, difference } => write!(
                f,
                "{} holds another tournament: {difference}; take another folder, or go on without that change",
                path.display()
            ),
            Self::Unreadable { path, line: Some(line), text } => write!(f, "{} line {line}: {text}", path.display()),
            Self::Unreadable { path, line: None, text } => write!(f, "{}: {text}", path.display()),
            Self::WrongLog { path, wrong } => write!(f, "{}: {wrong}", path.display()),
            Self::Game(denial) => denial.fmt(f),
        }
    }
}
