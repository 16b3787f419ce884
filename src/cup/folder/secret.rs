//! The secrets of a folder: the seed, in a private file while the tournament runs and in the plan at the end; and the parts
//! that are hidden from bots, which are all except the plans.

use std::path::{Path, PathBuf};

use uvi_cup::Plan;

use super::{
    disk::{make_private, remove_all, rename, write_synced, write_whole},
    error::FolderError,
    names::{CHAIN, GAMES, LUCK, PLAN, RESULTS, SEED, SEED_DRAFT, SHARDS, TIMES},
    view::FolderView,
};
use crate::world::{Disk, OpenMode};

/// Files and folders that are made while games are played. No bot needs them.
const MADE: [&str; 6] = [CHAIN, GAMES, LUCK, RESULTS, SHARDS, TIMES];

/// The prefix of the file names of plans, which hold no seed while the tournament runs.
const PLANS: &str = "plan.";

/// The paths to hide: this folder, with all that will ever be made in it, and the folder of the logs. Also returns the
/// entries of the folder that stay visible: plans, and what bots need.
pub(crate) fn hidden(disk: Disk, folder: &Path, logs: &Path, bots: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let folder = disk.resolve(folder).unwrap_or_else(|_| folder.to_owned());
    let bots: Vec<PathBuf> = bots.iter().filter_map(|place| disk.resolve(place).ok()).collect();
    let is_kept = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        !MADE.iter().any(|made| made.as_bytes() == name)
            && (name.starts_with(PLANS.as_bytes()) || bots.iter().any(|place| place.starts_with(path)))
    };
    let mut kept: Vec<PathBuf> = disk.list(&folder).unwrap_or_default().into_iter().filter(is_kept).collect();
    kept.sort_unstable();
    // The logs may be in a shard elsewhere, or behind a link.
    let logs = disk.resolve(logs).ok().filter(|logs| !logs.starts_with(&folder));
    ([folder].into_iter().chain(logs).collect(), kept)
}

/// Writes the seed into a file for its owner only, then, once that is durable, the plan with only the commitment.
pub(crate) fn seal(disk: Disk, folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    let luck = folder.join(LUCK);
    make_private(disk, &luck)?;
    // A plan that is there already needs its seed at every moment.
    let (draft, seed) = (luck.join(SEED_DRAFT), luck.join(SEED));
    write_synced(disk, &draft, OpenMode::RewritePrivate, format!("{}\n", plan.seed).as_bytes())?;
    rename(disk, &draft, &seed, "write", &seed)?;
    write_whole(disk, folder, PLAN, plan.to_sealed_toml().as_bytes())
}

/// Writes the seed into the plan, then removes its private file. The plan is durable before the file is removed.
pub(crate) fn reveal(disk: Disk, folder: &Path, plan: &Plan) -> Result<(), FolderError> {
    if FolderView::new(disk, folder).file()?.is_none_or(|told| told.seed.is_none()) {
        write_whole(disk, folder, PLAN, plan.to_toml().as_bytes())?;
    }
    remove_all(disk, &folder.join(LUCK))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a folder for a test")]
mod tests {
    use std::fs;

    use super::*;
    use crate::world::DISK;

    #[test]
    fn all_but_plans_and_bots_is_hidden_whatever_its_name() {
        let folder = testkit::processes::scratch("secret");
        fs::create_dir_all(folder.join("bots/one")).unwrap();
        for file in ["plan.toml", "plan.1.toml", "chain.jsonl", "standings.csv", "merged", "bot.py", "bots/one/bot"] {
            fs::write(folder.join(file), "").unwrap();
        }
        fs::create_dir_all(folder.join("shards/1/games")).unwrap();
        let elsewhere = folder.with_extension("elsewhere");
        fs::create_dir_all(&elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.join("games")).unwrap();
        let bots = [folder.join("bot.py"), folder.join("bots/one"), folder.join("results.jsonl")];
        let found = |logs: &str| hidden(DISK, &folder, &folder.join(logs), &bots);
        let folder = folder.canonicalize().unwrap();
        let kept = ["bot.py", "bots", "plan.1.toml", "plan.toml"].map(|name| folder.join(name)).to_vec();
        assert_eq!(
            found("shards/1/games"),
            (vec![folder.clone()], kept.clone()),
            "the logs of a shard lie in the folder"
        );
        assert_eq!(
            found("games"),
            (vec![folder.clone(), elsewhere.canonicalize().unwrap()], kept),
            "where the link leads to"
        );
        fs::remove_dir_all(&elsewhere).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
