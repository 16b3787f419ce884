//! The folder of a shard: the plan and the logs of its games, and nothing else. What is finished follows from the logs.

use std::{
    collections::BTreeSet,
    fmt, io,
    path::{Path, PathBuf},
    time::Duration,
};

use uvi_cup::{FinishedGame, Plan, Progress, Shard, ShardGames, schedule::PlannedGame};

use super::{
    disk::{self, claim_folder, make_private, settle, write_whole},
    error::{FolderError, system},
    merge_inputs::listed,
    names::{GAMES, PLAN, SHARDS, log_of},
    standing::{LogProof, read_game},
    view::FolderView,
};
use crate::world::{Disk, threads::in_parts};

/// The folder of a shard that this arbiter has claimed, and what follows from the logs.
#[derive(Debug)]
pub(super) struct ClaimedShard {
    pub(super) path: PathBuf,
    pub(super) claimed: Box<dyn fmt::Debug + Send>,
    /// The progress of the merged tournament.
    pub(super) progress: Progress,
    pub(super) games: ShardGames,
    /// The longest thinking time of a game's bots.
    pub(super) longest: Duration,
}

/// Opens or makes the folder of a shard, in that of its tournament. Renames logs that were changed after their games.
/// Fails if the folder cannot be made, has another plan, or is claimed by another arbiter.
pub(super) fn open(disk: Disk, whole: &Path, plan: &Plan, shard: Shard) -> Result<ClaimedShard, FolderError> {
    let view = FolderView::new(disk, whole);
    let there = view.file()?.ok_or_else(|| FolderError::NotOurs(whole.to_owned()))?;
    plan.missing(&there).map_or(Ok(()), |missing| Err(FolderError::Missing(missing)))?;
    let differences = plan.differences(&there);
    if !differences.is_empty() {
        let (path, gate) = (whole.to_owned(), there.gate.is_some());
        return Err(FolderError::OtherPlan { path, gate, unplayed: false, differences });
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
    let logs = ShardLogs { disk, plan, whole, path: &path };
    let (finished, elsewhere, longest) = logs.sort_out(&progress, shard)?;
    let games = ShardGames::new(plan, &progress, shard, finished, elsewhere);
    Ok(ClaimedShard { path, claimed, progress, games, longest })
}

/// The logs of a shard, and those of the merged tournament.
struct ShardLogs<'a> {
    disk: Disk,
    plan: &'a Plan,
    whole: &'a Path,
    path: &'a Path,
}

enum LogState {
    Finished(Box<FinishedGame>),
    /// The log is missing or cut off.
    Unfinished,
    Wrong(FolderError),
}

impl ShardLogs<'_> {
    /// The games of the shard that are finished here, those that are finished in the merged tournament, and the longest
    /// thinking time of a game. Renames wrong logs, whose games are played again. In match play the second game of a
    /// block continues from the end of the first, so it is played again with the first.
    fn sort_out(
        &self,
        progress: &Progress,
        shard: Shard,
    ) -> Result<(BTreeSet<u32>, BTreeSet<u32>, Duration), FolderError> {
        let games: Vec<PlannedGame> =
            shard.blocks(self.plan, progress).flat_map(|block| block.entries().collect::<Vec<_>>()).collect();
        let look = |part: &[PlannedGame]| -> Result<Vec<_>, FolderError> {
            part.iter().map(|game| Ok([self.look(game, self.whole)?, self.look(game, self.path)?])).collect()
        };
        let states = in_parts(self.disk.readers(), &games, look);
        let states = states.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
        // The games whose results stand need no look.
        let (mut finished, mut elsewhere) = (listed(self.disk, self.path)?, BTreeSet::new());
        finished.retain(|game| *game <= progress.count());
        let mut longest = 0.0_f64;
        for (game, [merged, here]) in games.iter().zip(states) {
            if matches!(merged, LogState::Finished(_)) {
                elsewhere.insert(game.game);
            }
            let follows = self.plan.match_play && game.within > 1 && !finished.contains(&(game.game - 1));
            match here {
                LogState::Finished(there) if !follows => {
                    finished.insert(game.game);
                    longest = there
                        .times
                        .iter()
                        .map(|times| times.seats.iter().map(|seat| seat.ms).sum())
                        .fold(longest, f64::max);
                }
                LogState::Finished(_) => {
                    let log = log_of(self.path, game.game).display().to_string();
                    self.set_aside(game.game, &format!("{log}: it began from the end of the game before"))?;
                }
                LogState::Wrong(error) => self.set_aside(game.game, &error.to_string())?,
                LogState::Unfinished => {}
            }
        }
        Ok((finished, elsewhere, Duration::try_from_secs_f64(longest / 1000.0).unwrap_or_default()))
    }

    fn look(&self, game: &PlannedGame, folder: &Path) -> Result<LogState, FolderError> {
        let path = log_of(folder, game.game);
        let text = match self.disk.read_unlinked(&path) {
            Ok(text) => text,
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound => return Ok(LogState::Unfinished),
                io::ErrorKind::InvalidInput => return Ok(LogState::Wrong(system("read", &path)(error))),
                _ => return Err(system("read", &path)(error)),
            },
        };
        Ok(match read_game(self.plan, game, &text, &path, LogProof::Sealed) {
            Ok(Some(finished)) => LogState::Finished(Box::new(finished)),
            Ok(None) => LogState::Unfinished,
            Err(error) => LogState::Wrong(error),
        })
    }

    fn set_aside(&self, game: u32, why: &str) -> Result<(), FolderError> {
        let log: PathBuf = log_of(self.path, game);
        log::warn!("{why}; game {game} is played again");
        disk::rename(self.disk, &log, &log.with_extension("damaged"), "rename", &log)
    }
}
