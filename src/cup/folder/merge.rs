//! Merges shards: takes the finished logs of any folders of a tournament into one, and makes its index from them.
//!
//! The result is a function of the set of finished logs. Games are taken in the order of the plan. Blocks whose games
//! all have results are forgotten, so memory does not grow with the number of games.

use std::{
    collections::BTreeSet,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use uvi_cup::{
    ComingBlocks, Plan, Progress,
    schedule::{Next, PlannedGame},
};
use uvi_games::game::Seat;

use super::{
    disk::{claim_folder, copy, link, make_private, remove_log, settle, sync_folder},
    error::{FolderError, system},
    index::{Fold, FoundLog, Index, IndexRow, LogSource, OtherRow, PART},
    merge_inputs::{MergeInputs, most_shards, must_be_same},
    names::{GAMES, PLAN, log_of},
    secret::{reveal, seal},
    standing::LogProof,
    view::FolderView,
};
use crate::{
    driver::stderr_path,
    world::{Disk, threads},
};

const NAMED: usize = 20;

/// The arguments of a merge.
#[derive(Debug)]
pub struct Merge<'a> {
    /// The disk of the folders.
    pub disk: Disk,
    /// The plan that all inputs share.
    pub plan: &'a Plan,
    /// The folder of the tournament, with its shards.
    pub folder: &'a Path,
    /// Further folders, of tournaments with the same plan or of shards.
    pub others: &'a [PathBuf],
    /// The folder for the result; `None` only reports.
    pub output: Option<&'a Path>,
    /// True if every log is to be replayed.
    pub verify: bool,
}

/// The result of a merge.
#[derive(Debug, Default)]
pub struct MergeResult {
    /// True if no game is left to play.
    pub is_over: bool,
    /// The number of results in the merged folder, which count in the plan's order, up to the first missing game.
    pub games: u32,
    /// The number of finished games that wait for an earlier game.
    pub ahead: u32,
    /// The known blocks that are still to be played.
    pub missing: BTreeSet<u32>,
    /// The number of unfinished games in the missing blocks.
    pub missing_games: u32,
    /// The number of finished games that come after the verdict.
    pub wasted: u32,
    /// The first games whose logs differ, and the number of all such games.
    pub differing: (Vec<u32>, u32),
    /// The first wrong logs, and the number of all.
    pub wrong: (Vec<FolderError>, u32),
    /// The first logs that were damaged or changed after their games ended, and the number of all. They do not count.
    pub damaged: (Vec<FolderError>, u32),
    /// The greatest number of shards that the tournament was split into; `None` without shards.
    pub of: Option<NonZeroU32>,
}

impl Merge<'_> {
    /// Runs the merge. Fails if a folder has another plan.
    pub fn run(&self) -> Result<MergeResult, FolderError> {
        let Self { disk, plan, folder, others, .. } = *self;
        // One folder may be named in two ways.
        let is_same = |one: &Path, other: &Path| one == other || disk.is_same(&one.join(PLAN), &other.join(PLAN));
        let into = self.output.map(|into| if is_same(into, folder) { folder } else { into });
        let claim = |into| make_private(disk, into).and_then(|()| claim_folder(disk, into));
        let _claimed = into.map(claim).transpose()?;
        // What the target holds stays: it must be of this very tournament, and its logs are merged too.
        let other = into.filter(|into| *into != folder);
        let there = other.map(|into| FolderView::new(disk, into).whole_file()).transpose()?.flatten();
        let held = there.as_ref().and(other);
        if let (Some(into), Some(there)) = (held, &there) {
            must_be_same(into, plan.differences(there))?;
        }
        let is_known = |place: &Path| is_same(place, folder) || held.is_some_and(|held| is_same(place, held));
        let others: Vec<&Path> = others.iter().map(PathBuf::as_path).filter(|place| !is_known(place)).collect();
        let proof = if self.verify { LogProof::Replayed } else { LogProof::Sealed };
        let inputs = MergeInputs::read(disk, plan, (folder, held), &others, proof)?;
        let index = into.map(|into| self.open_index(into)).transpose()?;
        let merged = MergeResult { of: most_shards(&inputs.all), ..MergeResult::default() };
        let mut collection = LogCollection { disk, inputs, into, merged };
        let mut fold = Fold::new(disk, into.unwrap_or(folder), index, OtherRow::Replaced)?;
        let mut progress = Progress::forgetful(plan);
        let gap = fold.run(&mut progress, &mut collection)?;
        collection.merged.games = progress.count();
        // The progress has handed out the missing game already, so the progress may seem over.
        collection.merged.is_over = gap.is_none() && progress.is_over();
        collection.look_behind(progress.coming())?;
        if let Some(index) = &fold.index {
            index.sync()?;
        }
        if let Some(into) = into {
            self.close(into, &collection.merged)?;
        }
        Ok(collection.merged)
    }

    /// Opens the index of the merged folder, which is made if it is missing.
    fn open_index(&self, into: &Path) -> Result<Index, FolderError> {
        if FolderView::new(self.disk, into).plan_text()?.is_none() {
            seal(self.disk, into, self.plan)?;
        }
        make_private(self.disk, &into.join(GAMES))?;
        let index = Index::open(self.disk, into)?;
        settle(self.disk, into)?;
        Ok(index)
    }

    /// Reveals the seed if the tournament is over, which also tells the shards; otherwise hides a seed that was revealed.
    fn close(&self, into: &Path, merged: &MergeResult) -> Result<(), FolderError> {
        if merged.is_over {
            return reveal(self.disk, into, self.plan);
        }
        match FolderView::new(self.disk, into).file()? {
            Some(told) if told.seed.is_some() => seal(self.disk, into, self.plan),
            Some(_) | None => Ok(()),
        }
    }
}

impl MergeResult {
    fn note_bad(&mut self, found: &mut FoundLog) {
        note(&mut self.wrong, std::mem::take(&mut found.wrong));
        note(&mut self.damaged, std::mem::take(&mut found.damaged));
    }
}

#[derive(Debug)]
struct LogCollection<'a> {
    disk: Disk,
    inputs: MergeInputs<'a>,
    into: Option<&'a Path>,
    merged: MergeResult,
}

impl LogSource for LogCollection<'_> {
    fn find(&self, game: &PlannedGame, _: &IndexRow) -> Result<FoundLog, FolderError> {
        self.inputs.choose(game)
    }

    fn keep(&mut self, found: &mut [FoundLog]) -> Result<(), FolderError> {
        self.take(found)?;
        // A game without a log is noted with the games after it.
        found.iter_mut().filter(|found| found.game.is_some()).for_each(|found| self.merged.note_bad(found));
        let differing = found.iter().filter(|found| found.differs).filter_map(|found| found.game.as_ref());
        note(&mut self.merged.differing, differing.map(|game| game.result.game));
        Ok(())
    }
}

impl LogCollection<'_> {
    fn take(&mut self, found: &[FoundLog]) -> Result<(), FolderError> {
        if let Some(into) = self.into {
            let taken = threads::map_all(self.disk.readers(), found, |found| self.place(into, found));
            let taken = taken.into_iter().collect::<Result<Vec<_>, _>>()?;
            if taken.contains(&true) {
                sync_folder(self.disk, &into.join(GAMES))?;
            }
        }
        Ok(())
    }

    /// Looks at the games after those with results. Takes finished ones, and notes missing ones. After the verdict,
    /// removes logs that an earlier merge has taken.
    fn look_behind(&mut self, mut coming: ComingBlocks) -> Result<(), FolderError> {
        let games = self.merged.games;
        loop {
            let mut behind: Vec<PlannedGame> = Vec::new();
            while behind.len() < PART * self.disk.readers()
                && let Next::One(block) = coming.step()
            {
                behind.extend(block.entries().filter(|game| game.game > games));
            }
            if behind.is_empty() {
                return Ok(());
            }
            let found = threads::map_all(self.disk.readers(), &behind, |game| self.inputs.choose(game));
            let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
            if self.merged.is_over {
                self.merged.wasted += found.iter().filter(|found| found.game.is_some()).count() as u32;
                behind.iter().try_for_each(|game| self.leave(game.game))?;
                continue;
            }
            self.take(&found)?;
            for (game, mut found) in behind.iter().zip(found) {
                self.merged.note_bad(&mut found);
                match found.game {
                    Some(_) => self.merged.ahead += 1,
                    None => {
                        self.merged.missing.insert(game.block);
                        self.merged.missing_games += 1;
                    }
                }
            }
        }
    }

    /// Takes the log of a game into the folder, with the stderr files of its bots: by a link from the folder's own shards,
    /// by a copy from elsewhere, because people may overwrite what they have copied there. Returns true if it was not
    /// there.
    fn place(&self, into: &Path, found: &FoundLog) -> Result<bool, FolderError> {
        let Some(game) = &found.game else { return Ok(false) };
        let (disk, game) = (self.disk, game.result.game);
        let input = &self.inputs.all[found.input];
        let (log, target) = (input.log(game), log_of(into, game));
        if disk.is_same(&log, &target) {
            return Ok(false);
        }
        if input.is_near {
            // A shard that was killed may not have synced its log.
            disk.sync_contents(&log).map_err(system("sync", &log))?;
        }
        let take = if input.is_near { link } else { copy };
        take(disk, &log, &target)?;
        for seat in Seat::all(self.inputs.plan.seats) {
            let beside = stderr_path(&log, seat);
            if disk.is_taken(&beside) {
                take(disk, &beside, &stderr_path(&target, seat))?;
            }
        }
        Ok(true)
    }

    /// Removes the log of a game that does not count from the merged folder, if another input has it.
    fn leave(&self, game: u32) -> Result<(), FolderError> {
        let has_other = |into| self.inputs.all.iter().any(|input| input.folder != into && input.games.contains(&game));
        let Some(into) = self.into.filter(|into| has_other(*into)) else { return Ok(()) };
        remove_log(self.disk, &log_of(into, game), self.inputs.plan.seats)
    }
}

fn note<T>((named, count): &mut (Vec<T>, u32), found: impl IntoIterator<Item = T>) {
    for found in found {
        *count += 1;
        if named.len() < NAMED {
            named.push(found);
        }
    }
}
