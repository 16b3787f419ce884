//! The English texts of errors: games that cannot be played, changed bots, missing judgements.

use std::fmt;

use super::{
    judge::JudgeError,
    play::{GameError, GameStartError},
    programs::ProgramError,
};

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart { game, why } => write!(f, "game {game} cannot start: {why}"),
            Self::LogFailed { game, why } => write!(f, "game {game}: {why}"),
            Self::Store(error) => error.fmt(f),
            Self::Lost { game, lost } => write!(f, "game {game} cannot be played: {lost}"),
            Self::Short { game, text } => write!(f, "game {game} cannot start: {text}"),
        }
    }
}

impl fmt::Display for GameStartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied(denial) => denial.fmt(f),
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Path(path) => write!(f, "{}: expected a path of UTF-8", path.display()),
            Self::NoResult(path) => write!(f, "{} has no result", path.display()),
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { bot, path, then, now } => {
                let [then, now] = [then, now].map(|digest| digest.to_string()[..12].to_owned());
                write!(
                    f,
                    "bot {bot}: {} changed while the tournament ran: sha256 {then}… before, {now}… now; restore the old file \
                     to resume, or start over with --fresh (if the bot writes this file itself, list it in the bot's key writes)",
                    path.display()
                )
            }
            Self::Gone { bot, text } => {
                write!(f, "bot {bot} does not start: {text}; fix it, and run the command again to resume")
            }
            Self::Unseen(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart(why) => why.fmt(f),
            Self::System(error) => error.fmt(f),
            Self::Fault(text) => f.write_str(text),
        }
    }
}
