//! The English of a tournament that is played: why a game was not, and what is wrong with its folder.

use std::fmt;

use itertools::Itertools;
use uvi_cup::Difference;

use super::{
    judge::NoJudgement,
    play::{NoGame, NotPlayed},
    programs::Lost,
    store_error::StoreError,
};

impl fmt::Display for NotPlayed {
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

impl fmt::Display for Lost {
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

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { what, path, source } => write!(f, "cannot {what} {}: {source}", path.display()),
            Self::Busy(path) => write!(f, "another arbiter is playing the tournament in {}", path.display()),
            Self::NotOurs(path) => {
                write!(
                    f,
                    "{} exists but is not a tournament folder: expected a plan.toml in it; choose another --folder",
                    path.display()
                )
            }
            Self::OtherPlan { path, gate, differences } => {
                let all = differences.iter().join("; ");
                let what = if *gate { "gate" } else { "tournament" };
                write!(
                    f,
                    "{} holds another {what}: {all}; choose another folder, or start over with --fresh, ",
                    path.display()
                )?;
                f.write_str("which keeps the old one beside it")?;
                if differences.iter().all(Difference::is_content) {
                    f.write_str(", or continue with it as it is with --resume")?;
                }
                Ok(())
            }
            Self::OtherPrograms { path, differences } => write!(
                f,
                "all games in {} were played by other programs, so the verdict would be theirs: {}; start over with --fresh, which \
                 keeps the old games beside it",
                path.display(),
                differences.iter().join("; ")
            ),
            Self::Unreadable { path, line: Some(line), text } => write!(f, "{} line {line}: {text}", path.display()),
            Self::Unreadable { path, line: None, text } => write!(f, "{}: {text}", path.display()),
            Self::WrongLog { path, wrong } => write!(f, "{}: {wrong}", path.display()),
            Self::WrongResult { path, line, log, wrong } => {
                write!(f, "{} line {line} does not match {}: {wrong}", path.display(), log.display())
            }
            Self::ChangedLog { path, then, now } => write!(
                f,
                "{} was changed after its game ended: sha256 {then}… then, {now}… now; restore the old file",
                path.display()
            ),
            Self::BrokenChain { path, line } => write!(
                f,
                "{} line {line}: the chain is broken: a result or a log up to that game was changed",
                path.display()
            ),
            Self::OtherSource { path, differences } => write!(
                f,
                "{} holds another tournament: {}; merge only folders of this one",
                path.display(),
                differences.iter().join("; ")
            ),
            Self::Unmerged { folder, game } => write!(
                f,
                "{} has shards of the plan as it was, and game {game} of them is not merged; play that plan to its end with \
                 its shards and `arbiter merge`, then change it",
                folder.display()
            ),
            Self::OtherShard(path) => {
                write!(
                    f,
                    "{} is a shard of another plan: expected a shard of this one; move it elsewhere",
                    path.display()
                )
            }
            Self::NoShard(path) => {
                write!(
                    f,
                    "{} is neither a tournament nor a shard: expected plan.toml or shard.json in it",
                    path.display()
                )
            }
            Self::NoSeed(path) => write!(f, "expected the seed of the tournament in {}", path.display()),
            Self::Unnamed(path) => {
                write!(
                    f,
                    "cannot set {} aside: expected a folder with a name, such as --folder cup.games",
                    path.display()
                )
            }
            Self::Game(denial) => denial.fmt(f),
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
