//! Putting shards together: the folder that one machine would have made, from logs alone.
//!
//! The result is a function of the set of finished logs. Games are taken in the order of the plan, and nothing is
//! kept of a block that is whole, so that memory does not grow with games.

use std::{
    collections::BTreeMap,
    num::NonZeroU32,
    path::{Path, PathBuf},
    thread,
};

use uvi_cup::{
    Coming, Next, Plan, Progress, Spans,
    schedule::{PlannedGame, Upcoming},
};
use uvi_games::game::Seat;

use super::{
    super::folder::{
        FolderError, FolderView,
        disk::{claim_folder, link, make_private, remove, write_whole},
        names::{DECIDED, FINISHED, GAMES, SHARDS, log_of},
        reveal, seal,
    },
    drafts::Drafts,
    input::MergeInput,
    inputs::{Chosen, Found, MergeInputs, Roads},
};
use crate::driver::stderr_path;

/// The number of games that are read at once for each core.
const PART: usize = 64;

/// The most findings that are named.
const NAMED: usize = 20;

/// The parts of a merge: the plan, the folders, and what counts.
#[derive(Debug)]
pub struct Merge<'a> {
    /// The plan that all inputs share.
    pub plan: &'a Plan,
    /// The folder of the tournament, with its shards.
    pub folder: &'a Path,
    /// Further folders: of tournaments with the same plan, or of shards.
    pub others: &'a [PathBuf],
    /// The place of the result.
    pub output: Output<'a>,
    /// True if every log is replayed.
    pub verify: bool,
}

/// The place where the result of a merge is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Output<'a> {
    /// To the folder of the tournament.
    #[default]
    Own,
    /// To this folder.
    Into(&'a Path),
    /// Nowhere: it is only told.
    Nowhere,
}

/// The result of a merge.
#[derive(Debug, Default)]
pub struct Merged {
    /// True if no game is left to play.
    pub is_over: bool,
    /// The number of results that stand.
    pub games: u32,
    /// The games that are finished, those included that wait for an earlier one.
    pub finished: Spans,
    /// The blocks that are to be played, as far as they are known.
    pub missing: Spans,
    /// The number of their games that are not finished.
    pub missing_games: u32,
    /// The number of finished games behind the verdict.
    pub wasted: u32,
    /// The first games of which logs differ in what was played, and how many there are.
    pub differing: (Vec<u32>, u32),
    /// The first logs that are wrong, and how many there are.
    pub wrong: (Vec<FolderError>, u32),
    /// The first logs of shards that do not count since they are not as they were when their games ended, and how many
    /// there are.
    pub changed: (Vec<FolderError>, u32),
    /// The number of shards, if there are some.
    pub of: Option<NonZeroU32>,
}

impl Merge<'_> {
    /// Merges.
    ///
    /// # Errors
    /// If a folder is of another plan, or a file cannot be read or written.
    pub fn run(&self) -> Result<Merged, FolderError> {
        let into = match self.output {
            Output::Own => Some(self.folder),
            Output::Into(folder) => Some(folder),
            Output::Nowhere => None,
        };
        let claim = |into| make_private(into).and_then(|()| claim_folder(into));
        let _claimed = into.map(claim).transpose()?;
        let inputs = self.inputs()?;
        let of = inputs.iter().filter_map(|input| Some(input.of()?.of())).max();
        let mut merged = Merged { of, ..Merged::default() };
        let inputs = MergeInputs::new(self.plan, inputs, self.verify);
        let reader = LogReader { inputs, threads: thread::available_parallelism().map_or(1, usize::from) };
        if let Output::Into(into) = self.output
            && FolderView::new(into).plan_text()?.is_none()
        {
            seal(into, self.plan)?;
        }
        let drafts = |into: &Path| make_private(&into.join(GAMES)).and_then(|()| Drafts::new(into));
        let mut drafts = into.map(drafts).transpose()?;
        let (progress, gap) = reader.stand(&mut drafts, &mut merged)?;
        merged.games = progress.count();
        // One that was handed out and is missing is not handed out again.
        merged.is_over = gap.is_none() && progress.is_over();
        reader.look_behind(progress.coming(), &mut merged)?;
        if let Some(drafts) = drafts {
            let into = drafts.folder().to_owned();
            drafts.finish()?;
            self.close(&into, &merged)?;
        }
        Ok(merged)
    }

    /// All inputs, each of which is of this plan.
    fn inputs(&self) -> Result<Vec<MergeInput>, FolderError> {
        let inputs = MergeInput::all(self.folder, self.others)?;
        let id = self.plan.id();
        for input in &inputs {
            match &input.manifest {
                Some(manifest) if manifest.plan != id => return Err(FolderError::OtherShard(input.folder.clone())),
                Some(_) => {}
                None => {
                    let there = FolderView::new(&input.folder).file()?;
                    let differences = there.map(|there| self.plan.differences(&there)).unwrap_or_default();
                    if !differences.is_empty() {
                        return Err(FolderError::OtherSource { path: input.folder.clone(), differences });
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// Says how it stands to those who play shards, and tells the seed where it is over.
    fn close(&self, into: &Path, merged: &Merged) -> Result<(), FolderError> {
        if merged.is_over {
            reveal(into, self.plan)?;
        } else if FolderView::new(into).file()?.is_some_and(|told| told.seed.is_some()) {
            seal(into, self.plan)?;
        }
        let shards = self.folder.join(SHARDS);
        // What is made elsewhere says nothing to those who play here.
        if self.output == Output::Own && shards.is_dir() {
            write_whole(&shards, FINISHED, format!("{}\n", merged.finished).as_bytes())?;
            if merged.is_over {
                write_whole(&shards, DECIDED, format!("{} games\n", merged.games).as_bytes())?;
            } else {
                remove(&shards.join(DECIDED))?;
            }
        }
        Ok(())
    }
}

/// Reads logs on all cores.
#[derive(Debug)]
struct LogReader<'a> {
    inputs: MergeInputs<'a>,
    threads: usize,
}

impl LogReader<'_> {
    /// Takes the games in the order of the plan, up to the first that is missing, which is told, or to the verdict.
    fn stand(&self, drafts: &mut Option<Drafts>, merged: &mut Merged) -> Result<(Progress, Option<u32>), FolderError> {
        let mut progress = Progress::forgetful(self.inputs.plan);
        // The first game that is missing.
        let mut gap: Option<u32> = None;
        let mut waiting: BTreeMap<u32, Chosen> = BTreeMap::new();
        let mut roads = self.inputs.roads();
        loop {
            let mut games = Vec::new();
            while games.len() < PART * self.threads
                && let Next::Game(game) = progress.hand_out()
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
            for chosen in &written {
                if chosen.differs {
                    note(&mut merged.differing, [chosen.finished.result.game]);
                }
                if let Some(drafts) = drafts {
                    drafts.add(&chosen.finished)?;
                }
            }
            if let Some(drafts) = drafts {
                let into = drafts.folder();
                self.in_parts(&written, |chosen| self.keep(into, chosen))?
                    .into_iter()
                    .collect::<Result<Vec<()>, _>>()?;
            }
            if gap.is_some_and(|gap| progress.count() + 1 >= gap) {
                return Ok((progress, gap));
            }
        }
    }

    /// Looks at what is behind the games that stand: what is finished, and what is missing.
    fn look_behind(&self, mut coming: Coming, merged: &mut Merged) -> Result<(), FolderError> {
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

    /// Finds the logs of these games.
    fn find(&self, roads: &mut Roads, games: &[PlannedGame]) -> Result<Vec<Found>, FolderError> {
        let games: Vec<_> = games.iter().map(|game| (game, roads.to(game.block))).collect();
        self.in_parts(&games, |(game, inputs)| self.inputs.choose(game, inputs))?.into_iter().collect()
    }

    /// Does something with each of these, on all cores.
    fn in_parts<T: Sync, R: Send>(&self, all: &[T], work: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, FolderError> {
        let part = all.len().div_ceil(self.threads).max(1);
        let work = &work;
        Ok(thread::scope(|scope| {
            let threads: Vec<_> =
                all.chunks(part).map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>())).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("reading a log does not panic")).collect()
        }))
    }

    /// Puts the log of a game into the folder, with what its bots have said beside it.
    fn keep(&self, into: &Path, chosen: &Chosen) -> Result<(), FolderError> {
        let game = chosen.finished.result.game;
        let target = log_of(into, game);
        let log = self.inputs.all[chosen.input].log(game);
        link(&log, &target)?;
        for seat in Seat::all(self.inputs.plan.seats) {
            let beside = stderr_path(&log, seat);
            if beside.symlink_metadata().is_ok() {
                link(&beside, &stderr_path(&target, seat))?;
            }
        }
        Ok(())
    }
}

/// Names the first of them, and counts all.
fn note<T>((named, count): &mut (Vec<T>, u32), found: impl IntoIterator<Item = T>) {
    for found in found {
        *count += 1;
        if named.len() < NAMED {
            named.push(found);
        }
    }
}
