//! The parts of a folder that are hidden from bots: everything except the plans.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::names::{CHAIN, GAMES, LUCK, RESULTS, SHARDS, TIMES};
use crate::world::Disk;

/// Files and folders that are made while games are played. They are hidden even if they do not exist yet.
const MADE: [&str; 6] = [CHAIN, GAMES, LUCK, RESULTS, SHARDS, TIMES];

/// The prefix of the file names of plans, which hold no seed while the tournament runs.
const PLANS: &str = "plan.";

/// The paths to hide in this folder, and the folder of the logs. Files and folders that a bot needs stay visible.
pub(crate) fn hidden(disk: Disk, folder: &Path, logs: &Path, bots: &[PathBuf]) -> Vec<PathBuf> {
    let folder = disk.resolve(folder).unwrap_or_else(|_| folder.to_owned());
    let bots: Vec<PathBuf> = bots.iter().filter_map(|place| disk.resolve(place).ok()).collect();
    let mut hidden: BTreeSet<PathBuf> = MADE.iter().map(|name| folder.join(name)).collect();
    for path in disk.list(&folder).unwrap_or_default() {
        let is_plan = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PLANS.as_bytes()));
        if !is_plan && !bots.iter().any(|place| place.starts_with(&path)) {
            hidden.insert(path);
        }
    }
    // The logs may be in a shard elsewhere, or behind a link.
    if let Ok(logs) = disk.resolve(logs)
        && !hidden.iter().any(|place| logs.starts_with(place))
    {
        hidden.insert(logs);
    }
    hidden.into_iter().collect()
}

#[cfg(test)]
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
        let names = |logs: &str| {
            let hidden = hidden(DISK, &folder, &folder.join(logs), &bots).into_iter();
            let named = |path: PathBuf| path.strip_prefix(&folder).map_or_else(|_| path.clone(), PathBuf::from);
            hidden.map(|path| named(path).to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let expected =
            ["chain.jsonl", "games", "luck", "merged", "results.jsonl", "shards", "standings.csv", "times.jsonl"];
        assert_eq!(names("shards/1/games"), expected, "the logs of a shard lie in what is hidden");
        let logs = names("games").into_iter().find(|name| !expected.contains(&name.as_str()));
        assert_eq!(logs.as_deref(), elsewhere.to_str(), "where the link leads to");
        fs::remove_dir_all(&elsewhere).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}
