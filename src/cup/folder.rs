//! The folder of a tournament: its plan, the log of each game, and the index that follows from the logs. The folder of
//! a shard has no index. [`Folder`] is a folder that this arbiter has claimed, [`FolderView`] a folder that this arbiter
//! only reads. The module starts no bot.
//!
//! Files are only appended to, so a killed tournament resumes where it was.

mod begin;
mod chain;
pub(crate) mod disk;
mod error;
mod index;
mod line_file;
mod merge;
mod merge_inputs;
pub(crate) mod names;
mod own_logs;
mod secret;
mod shard_folder;
mod standing;
mod view;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use uvi_cup::{
    Difference, FinishedGame, Plan, Progress, RunEnd, ShardGames,
    file::{self, File as PlanFile},
};

pub use self::{
    begin::{Begin, continued},
    chain::{GameLink, LogMark, digest},
    error::FolderError,
    merge::{Merge, MergeResult},
    own_logs::MissingLog,
    view::FolderView,
};
use self::{
    disk::{claim_folder, make_private, settle, write_whole},
    index::{Fold, Index, OtherRow},
    names::{GAMES, PLAN, earlier},
    own_logs::OwnLogs,
};
pub(crate) use self::{
    error::{if_there, system},
    secret::{hidden, reveal, seal},
    standing::{GameState, finished_game, read_log, standing},
};
use crate::world::Disk;

/// A folder that this arbiter has claimed.
#[derive(Debug)]
pub struct Folder {
    pub(super) disk: Disk,
    path: PathBuf,
    _claimed: Box<dyn fmt::Debug + Send>,
    kind: FolderKind,
}

#[derive(Debug)]
enum FolderKind {
    Whole(Index),
    /// A shard of the tournament in this folder.
    Shard(PathBuf),
}

/// A folder that was opened for a plan.
#[derive(Debug)]
pub struct OpenedFolder {
    /// The folder.
    pub folder: Folder,
    /// The tournament as far as the results in the folder show.
    pub progress: Progress,
    /// True if the folder was missing or empty.
    pub is_fresh: bool,
}

/// A shard that was opened to be played.
#[derive(Debug)]
pub struct OpenedShard {
    /// The folder of the shard.
    pub folder: Folder,
    /// The progress of the merged tournament.
    pub progress: Progress,
    /// The games that are left to play here.
    pub games: ShardGames,
}

#[derive(Debug)]
struct Changed {
    text: String,
    differences: Vec<Difference>,
}

impl Folder {
    /// Renames the folder of a tournament to `FOLDER.1`, or the next free number. Returns the path, if there is one.
    /// Fails if the folder holds something else, or another arbiter is at work in it.
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

    /// Opens the folder for this plan, or makes the folder. Cuts off lines torn by a kill, proves the index by the
    /// logs, and adds the rows of finished logs that it lacks. Fails with the first row that contradicts its log, and
    /// with [`FolderError::OtherPlan`] if the folder holds another tournament.
    pub fn open(disk: Disk, path: &Path, plan: &Plan, begin: Begin) -> Result<OpenedFolder, FolderError> {
        make_private(disk, path)?;
        let claimed = claim_folder(disk, path)?;
        let there = FolderView::new(disk, path).plan_text()?;
        let is_fresh = there.is_none();
        let changed = match there {
            Some(text) => changed(disk, path, plan, begin, text)?,
            None => seal(disk, path, plan).map(|()| None)?,
        };
        make_private(disk, &path.join(GAMES))?;
        let index = Index::open(disk, path)?;
        // A killed arbiter may have made or renamed the folder and its files without a sync.
        settle(disk, path)?;
        let mut logs = OwnLogs { disk, folder: path, plan, missing: None, unproved: Vec::new() };
        let mut fold = Fold::new(disk, path, Some(index), OtherRow::Refused)?;
        let mut found = Progress::empty(plan);
        fold.run(&mut found, &mut logs)?;
        // The games without a log can be handed out again.
        let progress = Progress::new(plan, found.into_held());
        let progress = progress.map_err(|wrong| FolderError::unreadable(path.to_owned(), wrong))?;
        let index = fold.index.expect("the fold has the index that it was given");
        let folder = Self { disk, path: path.to_owned(), _claimed: claimed, kind: FolderKind::Whole(index) };
        if let Some(changed) = changed {
            folder.change(plan, &changed, &progress)?;
        }
        // The plan of a tournament that was over, or that an older arbiter made, may still hold the seed.
        let view = FolderView::new(disk, path);
        if !progress.is_over() && view.file()?.is_some_and(|told| told.seed.is_some()) {
            seal(disk, path, plan)?;
        }
        // The ranking does not affect games, so the folder takes the latest.
        if let Some(text) = view.file()?.and_then(|there| plan.ranked(&there)) {
            write_whole(disk, path, PLAN, text.as_bytes())?;
        }
        Ok(OpenedFolder { folder, progress, is_fresh })
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
        let mut names = (1_u32..).map(earlier);
        let free = names.find(|name| !self.disk.is_taken(&self.path.join(name)));
        write_whole(self.disk, &self.path, &free.unwrap_or_else(|| PLAN.to_owned()), text.as_bytes())?;
        seal(self.disk, &self.path, plan)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the folder of the whole tournament.
    pub fn whole(&self) -> &Path {
        match &self.kind {
            FolderKind::Whole(_) => &self.path,
            FolderKind::Shard(whole) => whole,
        }
    }

    /// Adds finished games to the index, in the order of the plan. A shard has no index.
    pub fn add(&mut self, games: &[FinishedGame]) -> Result<(), FolderError> {
        match &mut self.kind {
            FolderKind::Whole(index) => index.add(games),
            FolderKind::Shard(_) => Ok(()),
        }
    }

    /// True if a merge of the shards has found that the tournament is over, as far as this machine can see: the seed is
    /// published.
    pub(crate) fn is_decided(&self) -> bool {
        let FolderKind::Shard(whole) = &self.kind else { return false };
        FolderView::new(self.disk, whole).file().is_ok_and(|plan| plan.is_some_and(|plan| plan.seed.is_some()))
    }

    /// Syncs the index. Reveals the seed of a whole tournament that is complete. `ending` is `None` after a failure.
    pub fn end(&self, plan: &Plan, ending: Option<RunEnd>) -> Result<(), FolderError> {
        let FolderKind::Whole(index) = &self.kind else { return Ok(()) };
        index.sync()?;
        if ending == Some(RunEnd::Complete) { reveal(self.disk, &self.path, plan) } else { Ok(()) }
    }
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
        Begin::Grow | Begin::GrowChanged => Ok(Some(Changed { text, differences })),
        // A run that ended before its first game, as with a wrong option of a bot, leaves a plan that nobody needs. Its
        // seed may be needed: somebody may have seen the commitment.
        _ if !differences.contains(&Difference::Seed) && view.is_untouched() => seal(disk, folder, plan).map(|()| None),
        Begin::Resume | Begin::GoOn | Begin::Fresh => {
            let (path, unplayed, gate) = (folder.to_owned(), view.is_unplayed(), found.gate.is_some());
            // The seed of a tournament that is complete is published.
            let is_complete = gate && found.seed.is_some();
            Err(FolderError::OtherPlan { path, gate, unplayed, is_complete, differences })
        }
    }
}
