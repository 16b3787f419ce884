//! The folder of a tournament or of a shard: its plan, the log of each game, the results. [`Folder`] is a folder that
//! this arbiter has claimed, [`FolderView`] a folder that this arbiter only reads. The module uses no thread and starts
//! no bot.
//!
//! Files are only appended to, so a killed tournament resumes where it was.

mod begin;
mod chain;
pub(crate) mod disk;
mod error;
mod line_file;
pub(crate) mod names;
mod played;
mod proof;
mod retired_shards;
mod seal;
mod secret;
mod shard_manifest;
mod standing;
mod view;

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use uvi::Digest;
use uvi_cup::{
    Difference, FinishedGame, GameResult, GameTimes, KnownResults, Plan, Progress, RunEnd, Shard, ShardGames,
    file::{self, File as PlanFile},
};

pub use self::{
    begin::{Begin, continued},
    chain::{GameLink, LogMark},
    error::FolderError,
    proof::MissingLog,
    shard_manifest::{Attempt, ManifestBot, ShardManifest, ShardState},
    view::FolderView,
};
pub(crate) use self::{
    chain::digest,
    error::{if_there, system},
    line_file::{LineFile, stream},
    played::PlayedGame,
    seal::{reveal, seal},
    secret::hidden,
    standing::{GameState, StoredGame, read_log, replay, standing},
};
use self::{
    disk::{claim_folder, make_private, sync_folder, write_whole},
    names::{CHAIN, DECIDED, DONE, GAMES, PLAN, PLAYED, RESULTS, SHARDS, TIMES, earlier},
    played::{finished_elsewhere, sort_out},
    proof::check,
    retired_shards::retire,
};
use crate::world::Disk;

/// A folder that this arbiter has claimed.
#[derive(Debug)]
pub struct Folder {
    disk: Disk,
    path: PathBuf,
    _claimed: Box<dyn fmt::Debug + Send>,
    results: LineFile,
    times: LineFile,
    index: Index,
}

/// The index of finished games, besides the results.
#[derive(Debug)]
enum Index {
    /// The chain of a whole tournament, and its last link.
    Chain { links: LineFile, last: Option<Digest> },
    /// The index of a shard.
    Shard(Box<ShardIndex>),
}

/// The data of a shard's folder besides results and times.
#[derive(Debug)]
struct ShardIndex {
    /// The folder of the whole tournament.
    whole: PathBuf,
    played: LineFile,
    manifest: ShardManifest,
    /// The number of finished games.
    finished: usize,
    /// The longest thinking time of a game's bots in an earlier attempt, in milliseconds.
    longest: f64,
}

/// A folder that was opened for a plan.
#[derive(Debug)]
pub struct OpenedFolder {
    /// The folder.
    pub folder: Folder,
    /// The tournament as far as the results in the folder show.
    pub progress: Progress,
    /// The state in which the folder was found.
    pub state: FolderState,
}

/// The state of a folder when it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderState {
    /// The folder was missing or empty.
    Fresh,
    /// The folder holds this tournament.
    Resumed,
    /// The folder held a smaller tournament, or one of other programs.
    Grown,
    /// All games are played.
    Finished,
}

/// The changes since games were last played in a folder.
#[derive(Debug)]
struct Changed {
    /// The old plan, as its file.
    text: String,
    differences: Vec<Difference>,
}

impl Folder {
    /// Renames the folder of a tournament to `FOLDER.1`, or the next free number. Returns its new path; `None` if there
    /// is no tournament.
    ///
    /// # Errors
    /// If the folder holds something else, another arbiter is at work in it, or it cannot be renamed.
    pub fn set_aside(disk: Disk, path: &Path) -> Result<Option<PathBuf>, FolderError> {
        if FolderView::new(disk, path).plan_text()?.is_none() {
            return Ok(None);
        }
        let Some(name) = path.file_name() else { return Err(FolderError::Unnamed(path.to_owned())) };
        let _claimed = claim_folder(disk, path)?;
        let numbered = (1_u32..).map(|number| {
            let mut name = name.to_owned();
            name.push(format!(".{number}"));
            path.with_file_name(name)
        });
        let aside = numbered.into_iter().find(|aside| !disk.is_taken(aside));
        aside.map(|aside| disk::rename(disk, path, &aside, "rename", path).map(|()| aside)).transpose()
    }

    /// Opens the folder for this plan, or makes the folder. Cuts off lines torn by a kill. Checks results against the
    /// logs and the chain; results without a chain are replayed.
    ///
    /// # Errors
    /// If the folder cannot be made, holds something else, or is claimed by another arbiter. If results contradict the
    /// logs or the chain: the first such result. [`FolderError::OtherPlan`] if the folder holds another tournament.
    pub fn open(disk: Disk, path: &Path, plan: &Plan, begin: Begin) -> Result<OpenedFolder, FolderError> {
        make_private(disk, path)?;
        let claimed = claim_folder(disk, path)?;
        let (state, changed) = match FolderView::new(disk, path).plan_text()? {
            Some(text) => match changed(disk, path, plan, begin, text)? {
                None => (FolderState::Resumed, None),
                changed => (FolderState::Grown, changed),
            },
            None => seal(disk, path, plan).map(|()| (FolderState::Fresh, None))?,
        };
        make_private(disk, &path.join(GAMES))?;
        let (results, held_results) = LineFile::open::<GameResult>(disk, path.join(RESULTS), None)?;
        let (times, held_times) = LineFile::open::<GameTimes>(disk, path.join(TIMES), Some(held_results.len()))?;
        let (links, held_links) = LineFile::open::<GameLink>(disk, path.join(CHAIN), Some(held_results.len()))?;
        // A killed arbiter may have made or renamed the folder and its files without a sync.
        settle(disk, path)?;
        for (expected, result) in (1..).zip(&held_results) {
            if result.game != expected {
                let text = format!("expected game {expected}, found game {}", result.game);
                let line = usize::try_from(expected).ok();
                return Err(FolderError::Unreadable { path: path.join(RESULTS), line, text });
            }
        }
        let held = KnownResults { results: held_results, times: held_times };
        let wrong = |wrong| FolderError::OtherGame { path: path.join(RESULTS), wrong };
        let progress = Progress::new(plan, held).map_err(wrong)?;
        let index = Index::Chain { links, last: None };
        let mut folder = Self { disk, path: path.to_owned(), _claimed: claimed, results, times, index };
        folder.check(plan, &progress, &held_links)?;
        let is_over = progress.is_over();
        if let Some(changed) = changed {
            folder.change(plan, &changed, &progress)?;
        }
        // The plan of a tournament that was over, or that an older arbiter made, may still hold the seed.
        let view = FolderView::new(disk, path);
        if !is_over && view.file()?.is_some_and(|told| told.seed.is_some()) {
            seal(disk, path, plan)?;
        }
        // The ranking does not affect games, so the folder takes the latest.
        if let Some(text) = view.file()?.and_then(|there| plan.ranked(&there)) {
            write_whole(disk, path, PLAN, text.as_bytes())?;
        }
        Ok(OpenedFolder { folder, progress, state: if is_over { FolderState::Finished } else { state } })
    }

    /// Opens or makes the folder of a shard, in the folder of its tournament. Also returns the progress of the merged
    /// tournament, and the games that are left to play here.
    ///
    /// # Errors
    /// If the folder cannot be made, has another plan, or is claimed by another arbiter.
    pub fn open_shard(
        disk: Disk,
        whole: &Path,
        plan: &Plan,
        shard: Shard,
        attempt: Attempt,
    ) -> Result<(Self, Progress, ShardGames), FolderError> {
        let there = FolderView::new(disk, whole).file()?.ok_or_else(|| FolderError::NotOurs(whole.to_owned()))?;
        plan.missing(&there).map_or(Ok(()), |missing| Err(FolderError::Missing(missing)))?;
        let differences = plan.differences(&there);
        if !differences.is_empty() {
            let (path, gate) = (whole.to_owned(), there.gate.is_some());
            return Err(FolderError::OtherPlan { path, gate, unplayed: false, differences });
        }
        let progress = FolderView::new(disk, whole).followed(plan)?;
        let shards = whole.join(SHARDS);
        make_private(disk, &shards)?;
        let path = shards.join(shard.folder());
        make_private(disk, &path)?;
        let claimed = claim_folder(disk, &path)?;
        let mut manifest = match ShardManifest::read(disk, &path)? {
            Some(manifest) if manifest.plan != plan.id() => return Err(FolderError::OtherShard(path)),
            Some(manifest) => manifest,
            None => ShardManifest::new(plan, shard),
        };
        make_private(disk, &path.join(GAMES))?;
        let (mut played, lines) = LineFile::open::<PlayedGame>(disk, path.join(PLAYED), None)?;
        let (mut results, held) = LineFile::open::<GameResult>(disk, path.join(RESULTS), None)?;
        let (mut times, before) = LineFile::open::<GameTimes>(disk, path.join(TIMES), None)?;
        let longest = before.iter().map(|game| game.seats.iter().map(|seat| seat.ms).sum::<f64>()).fold(0.0, f64::max);
        let elsewhere = finished_elsewhere(disk, whole, &progress)?;
        let (finished, lost) = sort_out(disk, &path, plan, &lines, &elsewhere)?;
        if !lost.is_empty() {
            // Lost games are played again, so their lines are removed.
            played = played.keep(lines, |line| !lost.contains(line.game))?;
            results = results.keep(held, |line| !lost.contains(line.game))?;
            times = times.keep(before, |line| !lost.contains(line.game))?;
        }
        let shard_games = ShardGames::new(plan, &progress, shard, finished, elsewhere);
        let finished = shard_games.finished().len();
        manifest.state = ShardState::Running;
        manifest.attempts.push(Attempt { games: finished, ..attempt });
        disk::remove(disk, &path.join(DONE))?;
        manifest.write(disk, &path)?;
        settle(disk, &path)?;
        let index = Index::Shard(Box::new(ShardIndex { whole: whole.to_owned(), played, manifest, finished, longest }));
        Ok((Self { disk, path, _claimed: claimed, results, times, index }, progress, shard_games))
    }

    /// Checks the results in the folder against the logs, and adds missing links to the chain.
    fn check(&mut self, plan: &Plan, progress: &Progress, held: &[GameLink]) -> Result<(), FolderError> {
        let results = &progress.held().results;
        let logs = check(self.disk, &self.path, plan, results, held, MissingLog::Refused)?.logs;
        let Index::Chain { links, last } = &mut self.index else { return Ok(()) };
        *last = held.last().map(|link| link.link);
        let new: Vec<GameLink> =
            results.iter().zip(logs).skip(held.len()).map(|(result, log)| GameLink::add(last, result, log)).collect();
        links.add(&new)
    }

    /// Replaces the plan by the current one, and keeps the plan that earlier games were played by.
    fn change(&self, plan: &Plan, changed: &Changed, progress: &Progress) -> Result<(), FolderError> {
        let Changed { text, differences } = changed;
        for difference in differences.iter().filter(|difference| difference.is_content()) {
            log::warn!("{difference}: earlier games were played by another program");
        }
        // A finished tournament keeps the plan that its games were played by.
        if progress.is_over() && differences.iter().all(Difference::is_content) {
            return Ok(());
        }
        // Shards belong to the old plan.
        retire(self.disk, &self.path, progress.held().results.len())?;
        let mut names = (1_u32..).map(earlier);
        let free = names.find(|name| !self.disk.is_taken(&self.path.join(name)));
        write_whole(self.disk, &self.path, &free.unwrap_or_else(|| PLAN.to_owned()), text.as_bytes())?;
        seal(self.disk, &self.path, plan)
    }

    pub(super) fn disk(&self) -> Disk {
        self.disk
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the folder of the whole tournament.
    pub fn whole(&self) -> &Path {
        match &self.index {
            Index::Chain { .. } => &self.path,
            Index::Shard(shard) => &shard.whole,
        }
    }

    /// The longest thinking time of a game's bots in an earlier attempt of this shard. Zero if logs have no times.
    pub(crate) fn longest(&self) -> Duration {
        match &self.index {
            Index::Chain { .. } => Duration::ZERO,
            Index::Shard(shard) => Duration::try_from_secs_f64(shard.longest / 1000.0).unwrap_or_default(),
        }
    }

    /// Adds finished games. Those of a whole tournament must follow the last one in the order of the plan.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn add(&mut self, games: &[FinishedGame]) -> Result<(), FolderError> {
        // The line that makes a game count is written last: after a kill in between, the other lines are cut off or
        // ignored.
        match &mut self.index {
            Index::Chain { links, last } => {
                let new: Vec<GameLink> = games.iter().map(|game| GameLink::add(last, &game.result, game.log)).collect();
                self.times.add(games.iter().filter_map(|game| game.times.as_ref()))?;
                links.add(&new)?;
                self.results.add(games.iter().map(|game| &game.result))
            }
            Index::Shard(shard) => games.iter().try_for_each(|game| {
                self.times.add(&game.times)?;
                self.results.add([&game.result])?;
                let attempt = shard.manifest.attempts.len();
                shard.played.add([PlayedGame { game: game.result.game, attempt, log: game.log }])?;
                shard.finished += 1;
                Ok(())
            }),
        }
    }

    /// True if a merge has reached a verdict, as far as this machine can see.
    pub(crate) fn is_decided(&self) -> bool {
        matches!(&self.index, Index::Shard(shard) if self.disk.exists(&shard.whole.join(SHARDS).join(DECIDED)))
    }

    /// Syncs the added lines. Reveals the seed of a whole tournament that is complete, or writes the end of a shard's
    /// attempt. `ending` is `None` after a failure.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn end(&mut self, plan: &Plan, ending: Option<RunEnd>) -> Result<(), FolderError> {
        self.times.sync()?;
        match &mut self.index {
            Index::Chain { links, .. } => {
                links.sync()?;
                self.results.sync()?;
                if ending == Some(RunEnd::Complete) { reveal(self.disk, &self.path, plan) } else { Ok(()) }
            }
            Index::Shard(shard) => {
                self.results.sync()?;
                shard.played.sync()?;
                shard.manifest.state = match ending {
                    Some(RunEnd::Complete | RunEnd::Decided) => ShardState::Done,
                    Some(RunEnd::Stopped | RunEnd::OutOfTime) => ShardState::Stopped,
                    None => ShardState::Failed,
                };
                shard.manifest.write(self.disk, &self.path)?;
                if shard.manifest.state == ShardState::Done {
                    write_whole(self.disk, &self.path, DONE, format!("{} games\n", shard.finished).as_bytes())?;
                }
                Ok(())
            }
        }
    }
}

/// Makes the name of a folder, and the names in it, durable.
fn settle(disk: Disk, path: &Path) -> Result<(), FolderError> {
    sync_folder(disk, path)?;
    disk.sync_name(path).map_err(system("sync", path))
}

/// The changes since games were last played in a folder with this plan. Fails if `begin` does not allow them. Replaces
/// the plan, but not the seed, if no game has begun.
fn changed(disk: Disk, folder: &Path, plan: &Plan, begin: Begin, text: String) -> Result<Option<Changed>, FolderError> {
    let found: PlanFile =
        file::read(&text).map_err(|trouble| FolderError::unreadable(folder.join(PLAN), trouble.flaw))?;
    let differences = plan.differences(&found);
    if differences.is_empty() {
        return Ok(None);
    }
    let view = FolderView::new(disk, folder);
    match begin {
        Begin::Resume if differences.iter().all(Difference::is_content) => Ok(Some(Changed { text, differences })),
        Begin::Grow => Ok(Some(Changed { text, differences })),
        // A run that ended before its first game, as with a wrong option of a bot, leaves a plan that nobody needs. Its
        // seed may be needed: somebody may have seen the commitment.
        _ if !differences.contains(&Difference::Seed) && view.is_untouched() => seal(disk, folder, plan).map(|()| None),
        Begin::Resume | Begin::GoOn | Begin::Fresh => {
            let (path, unplayed) = (folder.to_owned(), view.is_unplayed());
            Err(FolderError::OtherPlan { path, gate: found.gate.is_some(), unplayed, differences })
        }
    }
}
