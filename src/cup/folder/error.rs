//! The reasons why the folder of a tournament cannot be used.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use itertools::Itertools as _;
use uvi_cup::{Difference, GrowthError, MissingFileError, OtherGameError, WrongLogError};

use super::chain::LogMark;
use crate::driver::Denial;

/// A reason why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refuses something.
    System {
        /// The action that was tried.
        what: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another arbiter has claimed the folder.
    Busy(PathBuf),
    /// The folder holds something else.
    NotOurs(PathBuf),
    /// The folder holds another tournament.
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// True if the folder holds a gate.
        gate: bool,
        /// True if no game in the folder is finished. Then a tournament file with a mistake may have made it.
        unplayed: bool,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// The folder holds a smaller tournament.
    Smaller {
        /// The folder.
        path: PathBuf,
        /// True if the folder holds a gate.
        gate: bool,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// The tournament in the folder cannot grow into this one.
    NoGrowth {
        /// The folder.
        path: PathBuf,
        /// The obstacle.
        why: GrowthError,
    },
    /// A file of a bot is missing. It may exist on another machine, or later.
    Missing(MissingFileError),
    /// A result is of a game that the plan does not have.
    OtherGame {
        /// The results, or their folder.
        path: PathBuf,
        /// The game.
        wrong: OtherGameError,
    },
    /// All games have been played, by other programs.
    OtherPrograms {
        /// The folder.
        path: PathBuf,
        /// The differences.
        differences: Vec<Difference>,
    },
    /// A result differs from its log.
    WrongResult {
        /// The results.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The log of that game.
        log: PathBuf,
        /// The difference.
        wrong: WrongLogError,
    },
    /// A log has changed since its game ended.
    ChangedLog {
        /// The log.
        path: PathBuf,
        /// Its SHA-256 at the end of the game.
        then: LogMark,
        /// Its SHA-256 now.
        now: LogMark,
    },
    /// The chain is broken.
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
        /// The differences.
        differences: Vec<Difference>,
    },
    /// The plan is to change, but shards of it have games that are not merged.
    Unmerged {
        /// The folder.
        folder: PathBuf,
        /// One of these games.
        game: u32,
    },
    /// A shard of another plan.
    OtherShard(PathBuf),
    /// Neither a tournament nor a shard.
    NoShard(PathBuf),
    /// The file of the seed is missing.
    NoSeed(PathBuf),
    /// A folder without a name, which cannot be put aside.
    Unnamed(PathBuf),
    /// A file in the folder cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if the error is in a line.
        line: Option<usize>,
        /// The error.
        text: String,
    },
    /// A log does not fit the plan.
    WrongLog {
        /// The log.
        path: PathBuf,
        /// The difference.
        wrong: WrongLogError,
    },
    /// A game cannot be resumed.
    Game(Box<Denial>),
}

pub(crate) fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::System { what, path, source }
}

/// The result of an access to a file; `None` if the file does not exist.
pub(crate) fn if_there<T>(what: &'static str, path: &Path, tried: io::Result<T>) -> Result<Option<T>, FolderError> {
    match tried {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(system(what, path)(error)),
    }
}

impl FolderError {
    /// The error for a file that cannot be parsed.
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
