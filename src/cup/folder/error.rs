//! The reasons why the folder of a tournament cannot be used.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use itertools::Itertools as _;
use uvi_cup::{Difference, GameResult};

use super::chain::LogMark;
use crate::driver::DenialError;

/// A reason why a folder cannot be used. Lines count from 1.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum FolderError {
    /// `what` names the action that failed, such as `read`.
    #[error("cannot {what} {}: {source}", .path.display())]
    System { what: &'static str, path: PathBuf, source: io::Error },
    #[error("another arbiter is playing the tournament in {}", .0.display())]
    Busy(PathBuf),
    #[error(
        "{} exists but is not a tournament folder: expected a plan.toml in it; choose another folder", .0.display()
    )]
    NotOurs(PathBuf),
    /// `unplayed`: the folder has no finished game and no shards, so nothing is lost if the user deletes it. `is_complete`:
    /// it holds a gate that has ended, whose verdict is not that of other programs.
    #[error(
        "{} holds another {}: {}; choose another folder, or start over with --fresh, which keeps the old one beside it{}{}",
        .path.display(), kind(*.gate), .differences.iter().join("; "),
        if !*.is_complete && .differences.iter().all(Difference::is_content) { ", or continue with it as it is with --resume" } else { "" },
        if *.unplayed { "; no game in it is finished, so that nothing is lost if you delete it, or use --fresh" } else { "" }
    )]
    OtherPlan { path: PathBuf, gate: bool, unplayed: bool, is_complete: bool, differences: Vec<Difference> },
    #[error(
        "{} holds a smaller {}: {}; play the rest with --grow, choose another folder, or start over with --fresh, which \
         keeps the old one beside it",
        .path.display(), kind(*.gate), .differences.iter().join("; ")
    )]
    Smaller { path: PathBuf, gate: bool, differences: Vec<Difference> },
    #[error(
        "{} cannot grow into this tournament: {why}{}", .path.display(),
        if *.may_change { "; let it grow with the changed program with --grow --resume" } else { "" }
    )]
    NoGrowth { path: PathBuf, why: String, may_change: bool },
    /// A recorded file of a bot is missing or unreadable. The user can restore the file, or continue on a machine that
    /// has it.
    #[error("{0}; restore it, and try again")]
    Missing(String),
    #[error(
        "all games in {} were played by other programs, so the verdict would be theirs: {}; start over with --fresh, \
         which keeps the old games beside it",
        .path.display(), .differences.iter().join("; ")
    )]
    OtherPrograms { path: PathBuf, differences: Vec<Difference> },
    #[error("{} line {line} does not match {}: {wrong}", .path.display(), .log.display())]
    WrongResult { path: PathBuf, line: usize, log: PathBuf, wrong: String },
    #[error(
        "{} was changed after its game ended: sha256 {then}… then, {now}… now; restore the old file", .path.display()
    )]
    ChangedLog { path: PathBuf, then: LogMark, now: LogMark },
    #[error("{} line {line}: the chain is broken: a result or a log up to that game was changed", .path.display())]
    BrokenChain { path: PathBuf, line: usize },
    #[error(
        "{} holds another tournament: {}; merge only folders of this one", .path.display(),
        .differences.iter().join("; ")
    )]
    OtherSource { path: PathBuf, differences: Vec<Difference> },
    #[error("{} is neither a tournament nor a shard: expected plan.toml in it", .0.display())]
    NoShard(PathBuf),
    #[error("expected the seed of the tournament in {}", .0.display())]
    NoSeed(PathBuf),
    #[error("cannot set {} aside: expected a folder with a name, such as --folder cup.games", .0.display())]
    Unnamed(PathBuf),
    #[error("{}{}: {text}", .path.display(), .line.map(|line| format!(" line {line}")).unwrap_or_default())]
    Unreadable { path: PathBuf, line: Option<usize>, text: String },
    #[error("{}: {wrong}", .path.display())]
    WrongLog { path: PathBuf, wrong: String },
    /// A replay shows that the log does not follow the rules, or was changed.
    #[error("{} line {line}: {text}", .path.display())]
    NotReplayed { path: PathBuf, line: usize, text: String },
    /// The game cannot continue.
    #[error("{0}")]
    Game(Box<DenialError>),
}

fn kind(gate: bool) -> &'static str {
    if gate { "gate" } else { "tournament" }
}

pub(crate) fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |source| FolderError::System { what, path, source }
}

/// The result of an attempt on a file; `None` if there is no such file.
pub(crate) fn if_there<T>(what: &'static str, path: &Path, tried: io::Result<T>) -> Result<Option<T>, FolderError> {
    match tried {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(system(what, path)(error)),
    }
}

impl FolderError {
    /// True if the system refuses something. A link in the place of a file is the folder's fault.
    pub(super) fn is_of_system(&self) -> bool {
        matches!(self, Self::System { source, .. } if source.kind() != io::ErrorKind::InvalidInput)
    }

    pub(crate) fn unfinished(path: &Path) -> Self {
        Self::WrongLog { path: path.to_owned(), wrong: GameResult::UNFINISHED.to_owned() }
    }

    /// The error of a file that cannot be understood.
    pub fn unreadable(path: PathBuf, why: impl fmt::Display) -> Self {
        Self::Unreadable { path, line: None, text: why.to_string() }
    }
}
