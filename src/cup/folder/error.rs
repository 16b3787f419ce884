//! The reasons why the folder of a tournament cannot be used.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use itertools::Itertools as _;
use uvi_cup::{Difference, Missing, NoGrowth, OtherGame, WrongLog};

use super::chain::Mark;
use crate::driver::Denial;

/// A reason why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refuses something.
    System {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another arbiter is at work in it.
    Busy(PathBuf),
    /// There is something else in it.
    NotOurs(PathBuf),
    /// It holds another tournament.
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// It holds a gate.
        gate: bool,
        /// No game in it is finished: perhaps only a file with a mistake made it.
        unplayed: bool,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// It holds a smaller tournament.
    Smaller {
        /// The folder.
        path: PathBuf,
        /// It holds a gate.
        gate: bool,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// Its tournament cannot become this one.
    NoGrowth {
        /// The folder.
        path: PathBuf,
        /// The obstacle.
        why: NoGrowth,
    },
    /// A file that a bot was made of is not there. It may be on another machine, or later.
    Missing(Missing),
    /// A result is of a game that the plan does not have.
    OtherGame {
        /// The results, or their folder.
        path: PathBuf,
        /// The game.
        wrong: OtherGame,
    },
    /// All has been played, by other programs.
    OtherPrograms {
        /// The folder.
        path: PathBuf,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// A result is not what the log says.
    WrongResult {
        /// The results.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The log of that game.
        log: PathBuf,
        /// Where the two differ.
        wrong: WrongLog,
    },
    /// A log is not as it was when its game ended.
    ChangedLog {
        /// The log.
        path: PathBuf,
        /// Its SHA-256 then.
        then: Mark,
        /// Its SHA-256 now.
        now: Mark,
    },
    /// The chain does not hold.
    BrokenChain {
        /// The file of the chain.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A folder to be merged is of another tournament.
    OtherSource {
        /// The folder.
        path: PathBuf,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// Shards of a plan that is to change have games that are not merged.
    Unmerged {
        /// The folder.
        folder: PathBuf,
        /// The first of them that was found.
        game: u32,
    },
    /// A shard of another plan.
    OtherShard(PathBuf),
    /// Neither a tournament nor a shard.
    NoShard(PathBuf),
    /// The seed is not where it was kept.
    NoSeed(PathBuf),
    /// A folder that cannot be put aside.
    Unnamed(PathBuf),
    /// A file in it cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it is about one.
        line: Option<usize>,
        /// What was expected.
        text: String,
    },
    /// A log is not what the plan has.
    WrongLog {
        /// The log.
        path: PathBuf,
        /// Where it differs from the plan.
        wrong: WrongLog,
    },
    /// A game cannot go on.
    Game(Box<Denial>),
}

pub(crate) fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::System { what, path, source }
}

/// The result of an attempt on a file; `None` if there is no such file.
pub(crate) fn if_there<T>(what: &'static str, path: &Path, tried: io::Result<T>) -> Result<Option<T>, FolderError> {
    match tried {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(system(what, path)(error)),
    }
}

impl FolderError {
    /// A file that cannot be understood.
    pub(crate) fn unreadable(path: PathBuf, why: impl fmt::Display) -> Self {
        Self::Unreadable { path, line: None, text: why.to_string() }
    }
}

impl fmt::Display for FolderError {
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
            Self::Missing(missing) => write!(f, "{missing}; restore it, and try again"),
            Self::OtherGame { path, wrong } => write!(f, "{}: {wrong}", path.display()),
            Self::NoGrowth { path, why } => {
                write!(f, "{} cannot grow into this tournament: {why}", path.display())
            }
            Self::Smaller { path, gate, differences } => write!(
                f,
                "{} holds a smaller {}: {}; play the rest with --grow, choose another folder, or start over with \
                 --fresh, which keeps the old one beside it",
                path.display(),
                if *gate { "gate" } else { "tournament" },
                differences.iter().join("; ")
            ),
            Self::OtherPlan { path, gate, unplayed, differences } => {
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
                if *unplayed {
                    f.write_str(
                        "; no game in it is finished, so that nothing is lost if you delete it, or use --fresh",
                    )?;
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
