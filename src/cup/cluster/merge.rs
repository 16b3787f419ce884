//! Merges shards: makes the folder that one machine would have made, from logs alone.
//!
//! The result is a function of the set of finished logs. Games are taken in the order of the plan. Blocks whose games
//! all have results are forgotten, so memory does not grow with the number of games.

use std::{
    collections::BTreeMap,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use uvi_cup::{
    ComingBlocks, NextGame, Plan, Progress, Spans,
    schedule::{PlannedGame, Upcoming},
};
use uvi_games::game::Seat;

use super::{
    super::folder::{
        FolderError, FolderView,
        disk::{claim_folder, copy, link, make_private, remove, write_whole},
        names::{DECIDED, FINISHED, GAMES, SHARDS, log_of},
        reveal, seal,
    },
    drafts::Drafts,
    input::MergeInput,
    inputs::{BlockInputs, CountingLog, GameLogs, MergeInputs},
};
use crate::{
    driver::stderr_path,
    world::{Disk, threads},
};

/// The number of games that each core reads in a batch.
const PART: usize = 64;

/// The most findings of a kind that are listed.
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
    /// The place for the result.
    pub output: MergeTarget<'a>,
    /// True if every log is to be replayed.
    pub verify: bool,
}

/// The place where the result of a merge is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MergeTarget<'a> {
    /// To the folder of the tournament.
    #[default]
    Own,
    /// To this folder.
    Into(&'a Path),
    /// Nowhere: the merge only reports.
    Nowhere,
}

/// The result of a merge.
#[derive(Debug, Default)]
pub struct MergeResult {
    /// True if no game is left to play.
    pub is_over: bool,
    /// The number of results in the merged folder. Results count in the order of the plan, up to the first missing
    /// game.
    pub games: u32,
    /// The finished games, including those that wait for an earlier game.
    pub finished: Spans,
    /// The known blocks that are still to be played.
    pub missing: Spans,
    /// The number of unfinished games in the missing blocks.
    pub missing_games: u32,
    /// The number of finished games that come after the verdict.
    pub wasted: u32,
    /// The first games whose logs differ, and the number of all such games.
    pub differing: (Vec<u32>, u32),
    /// The first wrong logs, and the number of all.
    pub wrong: (Vec<FolderError>, u32),
    /// The first logs of shards that changed after their games ended, and the number of all. They do not count.
    pub changed: (Vec<FolderError>, u32),
    /// The greatest number of shards that the tournament was split into; `None` without shards.
    pub of: Option<NonZeroU32>,
}

impl Merge<'_> {
    /// Runs the merge.
    ///
    /// # Errors
    /// Returns an error if a folder has another plan, or a file cannot be read or written.
    pub fn run(&self) -> Result<MergeResult, FolderError> {
        let into = match self.output {
            MergeTarget::Own => Some(self.folder),
            MergeTarget::Into(folder) => Some(folder),
            MergeTarget::Nowhere => None,
        };
        let claim = |into| make_private(self.disk, into).and_then(|()| claim_folder(self.disk, into));
        let _claimed = into.map(claim).transpose()?;
        let inputs = self.inputs()?;
        let of = inputs.iter().filter_map(|input| Some(input.of()?.of())).max();
        let mut merged = MergeResult { of, ..MergeResult::default() };
        let inputs = MergeInputs::new(self.plan, inputs, self.verify);
        let reader = LogReader { disk: self.disk, inputs, threads: self.disk.readers() };
        if let MergeTarget::Into(into) = self.output
            && FolderView::new(self.disk, into).plan_text()?.is_none()
        {
            seal(self.disk, into, self.plan)?;
        }
        let drafts =
            |into: &Path| make_private(self.disk, &into.join(GAMES)).and_then(|()| Drafts::new(self.disk, into));
        let mut drafts = into.map(drafts).transpose()?;
        let (progress, gap) = reader.stand(&mut drafts, &mut merged)?;
        merged.games = progress.count();
        // The progress has handed out the missing game already, so the progress may seem over.
        merged.is_over = gap.is_none() && progress.is_over();
        reader.look_behind(progress.coming(), &mut merged)?;
        if let Some(drafts) = drafts {
            let into = drafts.folder().to_owned();
            drafts.finish()?;
            self.close(&into, &merged)?;
        }
        Ok(merged)
    }

    /// All inputs. Fails if an input has another plan.
    fn inputs(&self) -> Result<Vec<MergeInput>, FolderError> {
        let inputs = MergeInput::all(self.disk, self.folder, self.others)?;
        let id = self.plan.id();
        for input in &inputs {
            match &input.manifest {
                Some(manifest) if manifest.plan != id => return Err(FolderError::OtherShard(input.folder.clone())),
                Some(_) => {}
                None => {
                    let there = FolderView::new(self.disk, &input.folder).whole_file()?;
                    let differences = there.map(|there| self.plan.differences(&there)).unwrap_or_default();
                    if !differences.is_empty() {
                        return Err(FolderError::OtherSource { path: input.folder.clone(), differences });
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// Tells the machines that play shards which games are finished, and if the tournament is over. Reveals the seed if
    /// the tournament is over, and otherwise hides a seed that was revealed.
    fn close(&self, into: &Path, merged: &MergeResult) -> Result<(), FolderError> {
        if merged.is_over {
            reveal(self.disk, into, self.plan)?;
        } else if FolderView::new(self.disk, into).file()?.is_some_and(|told| told.seed.is_some()) {
            seal(self.disk, into, self.plan)?;
        }
        let shards = self.folder.join(SHARDS);
        // A merge into another folder does not affect the shards.
        if self.output == MergeTarget::Own && self.disk.is_folder(&shards) {
            write_whole(self.disk, &shards, FINISHED, format!("{}\n", merged.finished).as_bytes())?;
            if merged.is_over {
                write_whole(self.disk, &shards, DECIDED, format!("{} games\n", merged.games).as_bytes())?;
            } else {
                remove(self.disk, &shards.join(DECIDED))?;
            }
        }
        Ok(())
    }
}

/// Reads logs on all cores.
#[derive(Debug)]
struct LogReader<'a> {
    disk: Disk,
    inputs: MergeInputs<'a>,
    threads: usize,
}

impl LogReader<'_> {
    /// Adds the games in the order of the plan, up to the verdict or the first missing game. Returns the progress, and
    /// the number of the missing game if there is one.
    fn stand(
        &self,
        drafts: &mut Option<Drafts>,
        merged: &mut MergeResult,
    ) -> Result<(Progress, Option<u32>), FolderError> {
        let mut progress = Progress::forgetful(self.inputs.plan);
        // The first missing game.
        let mut gap: Option<u32> = None;
        let mut waiting: BTreeMap<u32, CountingLog> = BTreeMap::new();
        let mut roads = self.inputs.roads();
        loop {
            let mut games = Vec::new();
            while games.len() < PART * self.threads
                && let NextGame::Game(game) = progress.hand_out()
            {
                games.push(game);
            }
            if games.is_empty() {
                return Ok((progress, gap));
            }
            let mut written = Vec::new();
            for (game, found) in games.iter().zip(self.find(&mut roads, &games)?) {
                note(&mut merged.wrong, found.wrong);
                let Some(chosen) = found.chosen.filter(|_| gap.is_none_or(|gap| game.game < gap)) else {
                    gap = Some(gap.unwrap_or(game.game).min(game.game));
                    continue;
                };
                note(&mut merged.changed, found.changed);
                let added = progress.finish(chosen.finished.result.clone(), None);
                waiting.insert(game.game, chosen);
                for _ in 0..added {
                    let Some((_, chosen)) = waiting.pop_first() else { break };
                    written.push(chosen);
                }
            }
            let differing = written.iter().filter(|chosen| chosen.differs);
            note(&mut merged.differing, differing.map(|chosen| chosen.finished.result.game));
            if let Some(drafts) = drafts {
                drafts.add(written.iter().map(|chosen| &chosen.finished))?;
                let into = drafts.folder();
                self.in_parts(&written, |chosen| self.keep(into, chosen))?;
            }
            if gap.is_some_and(|gap| progress.count() + 1 >= gap) {
                return Ok((progress, gap));
            }
        }
    }

    /// Looks at the games after those with results, and notes finished and missing games.
    fn look_behind(&self, mut coming: ComingBlocks, merged: &mut MergeResult) -> Result<(), FolderError> {
        merged.finished = (1..=merged.games).collect();
        let mut roads = self.inputs.roads();
        loop {
            let mut games = Vec::new();
            while games.len() < PART * self.threads
                && let Upcoming::Block(block) = coming.step()
            {
                games.extend(block.entries().filter(|game| game.game > merged.games));
            }
            if games.is_empty() {
                return Ok(());
            }
            for (game, found) in games.iter().zip(self.find(&mut roads, &games)?) {
                if !merged.is_over {
                    note(&mut merged.changed, found.changed);
                }
                match found.chosen {
                    Some(_) if merged.is_over => merged.wasted += 1,
                    None if merged.is_over => {}
                    Some(_) => merged.finished.insert(game.game),
                    None => {
                        merged.missing.insert(game.block);
                        merged.missing_games += 1;
                    }
                }
            }
        }
    }

    fn find(&self, roads: &mut BlockInputs, games: &[PlannedGame]) -> Result<Vec<GameLogs>, FolderError> {
        let games: Vec<_> = games.iter().map(|game| (game, roads.to(game.block))).collect();
        self.in_parts(&games, |(game, inputs)| self.inputs.choose(game, inputs))
    }

    /// Applies a function to each item, on all cores. Results are in the order of the items.
    fn in_parts<T: Sync, R: Send>(
        &self,
        all: &[T],
        work: impl Fn(&T) -> Result<R, FolderError> + Sync,
    ) -> Result<Vec<R>, FolderError> {
        let parts = threads::in_parts(self.threads, all, |part| part.iter().map(&work).collect::<Vec<_>>());
        parts.into_iter().flatten().collect()
    }

    /// Links the log of a game into the folder, with the stderr files of its bots.
    fn keep(&self, into: &Path, chosen: &CountingLog) -> Result<(), FolderError> {
        let game = chosen.finished.result.game;
        let (disk, target) = (self.disk, log_of(into, game));
        let log = self.inputs.all[chosen.input].log(game);
        // A shard that was killed may not have synced its log, and may lose it later. When people then copy the shard
        // once more, they overwrite what was a link.
        match self.inputs.all[chosen.input].mark(game) {
            Some(_) => link(disk, &log, &target)?,
            None => copy(disk, &log, &target)?,
        }
        for seat in Seat::all(self.inputs.plan.seats) {
            let beside = stderr_path(&log, seat);
            if disk.is_taken(&beside) {
                link(disk, &beside, &stderr_path(&target, seat))?;
            }
        }
        Ok(())
    }
}

/// Lists the first findings, and counts all.
fn note<T>((named, count): &mut (Vec<T>, u32), found: impl IntoIterator<Item = T>) {
    for found in found {
        *count += 1;
        if named.len() < NAMED {
            named.push(found);
        }
    }
}
