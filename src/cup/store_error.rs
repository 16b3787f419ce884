//! What is wrong with the folder of a tournament.

use std::{
    io,
    path::{Path, PathBuf},
};

use uvi_cup::{Difference, WrongLog};

use super::chain::Mark;
use crate::driver::Denial;

/// What is wrong with a folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
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
        /// What differs.
        differences: Vec<Difference>,
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

pub(super) fn system(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::System { what, path, source }
}
