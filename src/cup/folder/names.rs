//! The names of the files and folders in the folder of a tournament.

use std::path::{Path, PathBuf};

/// The plan.
pub const PLAN: &str = "plan.toml";
/// The results, a line for each game.
pub const RESULTS: &str = "results.jsonl";
/// The times of the games, a line for each game with times.
pub const TIMES: &str = "times.jsonl";
/// The chain of results and logs.
pub const CHAIN: &str = "chain.jsonl";
/// The folder of the shards.
pub const SHARDS: &str = "shards";
pub(crate) const GAMES: &str = "games";
/// The folder of the seed while the tournament runs.
pub(crate) const LUCK: &str = "luck";
pub(super) const SEED: &str = "seed";
pub(super) const SEED_DRAFT: &str = "seed.draft";
/// A draft of a file that is written as a whole.
pub(super) const DRAFT: &str = "plan.draft";

pub(crate) fn log_of(folder: &Path, game: u32) -> PathBuf {
    folder.join(GAMES).join(format!("{game:06}.jsonl"))
}

pub(super) fn earlier(number: u32) -> String {
    format!("plan.{number}.toml")
}
