//! The folder of a shard: the plan and the logs of its games, and nothing else. What is finished follows from the logs.

use std::{collections::BTreeSet, path::Path, time::Duration};

use uvi_cup::{Plan, Progress, Shard, ShardGames, schedule::PlannedGame};

use super::{
    Folder, FolderKind, OpenedShard,
    disk::{self, claim_folder, make_private, settle, write_whole},
    error::FolderError,
    merge_inputs::{MergeInput, listed},
    names::{GAMES, PLAN, SHARDS},
    standing::LogProof,
    view::FolderView,
};
use crate::world::{Disk, threads::map_all};

impl Folder {
    /// Opens or makes the folder of a shard, in the folder of its tournament. Renames logs that were changed after
    /// their games. Fails if the folder has another plan, or another arbiter has claimed it.
    pub fn open_shard(disk: Disk, whole: &Path, plan: &Plan, shard: Shard) -> Result<OpenedShard, FolderError> {
        let view = FolderView::new(disk, whole);
        let there = view.file()?.ok_or_else(|| FolderError::NotOurs(whole.to_owned()))?;
        plan.missing(&there).map_or(Ok(()), |missing| Err(FolderError::Missing(missing)))?;
        let differences = plan.differences(&there);
        if !differences.is_empty() {
            let (path, gate) = (whole.to_owned(), there.gate.is_some());
            return Err(FolderError::OtherPlan { path, gate, unplayed: false, is_complete: false, differences });
        }
        let progress = view.followed(plan)?;
        let shards = whole.join(SHARDS);
        make_private(disk, &shards)?;
        let path = shards.join(shard.folder());
        make_private(disk, &path)?;
        let claimed = claim_folder(disk, &path)?;
        if let Some(old) = FolderView::new(disk, &path).whole_file()? {
            let differences = view.differences(plan, &old)?;
            if !differences.is_empty() {
                return Err(FolderError::OtherSource { path, differences });
            }
        }
        write_whole(disk, &path, PLAN, plan.to_sealed_toml().as_bytes())?;
        make_private(disk, &path.join(GAMES))?;
        settle(disk, &path)?;
        let inputs = [whole, &path].map(|folder| MergeInput::unlisted(disk, folder));
        let games = sort_out(disk, plan, (&progress, shard), inputs)?;
        let kind = FolderKind::Shard(whole.to_owned());
        Ok(OpenedShard { folder: Self { disk, path, _claimed: claimed, kind }, progress, games })
    }
}

/// The games that are left to a shard. Renames wrong logs, whose games are played again. In match play the second game
/// of a block continues from the end of the first, so it is played again with the first.
fn sort_out(
    disk: Disk,
    plan: &Plan,
    (progress, shard): (&Progress, Shard),
    inputs: [MergeInput; 2],
) -> Result<ShardGames, FolderError> {
    let games: Vec<PlannedGame> =
        shard.blocks(plan, progress).flat_map(|block| block.entries().collect::<Vec<_>>()).collect();
    let look = |game: &PlannedGame| inputs.each_ref().map(|input| input.look(plan, game, LogProof::Sealed));
    let looks = map_all(disk.readers(), &games, look);
    let [_, here] = &inputs;
    let set_aside = |game: u32, why: &str| {
        let log = here.log(game);
        log::warn!("{why}; game {game} is played again");
        disk::rename(disk, &log, &log.with_extension("damaged"), "rename", &log)
    };
    // The games whose results stand need no look.
    let (mut finished, mut elsewhere) = (listed(disk, &here.folder)?, BTreeSet::new());
    finished.retain(|game| *game <= progress.count());
    let mut longest = 0.0_f64;
    for (PlannedGame { game, within, .. }, [merged, found]) in games.iter().zip(looks) {
        match merged {
            Err(error) if error.is_of_system() => return Err(error),
            Ok(Some(_)) => _ = elsewhere.insert(*game),
            Ok(None) | Err(_) => {}
        }
        let follows = plan.match_play && *within > 1 && !finished.contains(&(game - 1));
        match found {
            Err(error) if error.is_of_system() => return Err(error),
            Err(error) => set_aside(*game, &error.to_string())?,
            Ok(Some(_)) if follows => {
                let log = here.log(*game).display().to_string();
                set_aside(*game, &format!("{log}: it began from the end of the game before"))?;
            }
            Ok(Some(there)) => {
                finished.insert(*game);
                let times = there.times.iter().map(|times| times.seats.iter().map(|seat| seat.ms).sum());
                longest = times.fold(longest, f64::max);
            }
            Ok(None) => {}
        }
    }
    let mut games = ShardGames::new(plan, progress, shard, finished, elsewhere);
    games.longest = Duration::try_from_secs_f64(longest / 1000.0).unwrap_or_default();
    Ok(games)
}
