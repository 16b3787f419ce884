//! Putting shards together: the folder that one machine would have made, from logs alone.
//!
//! What comes of it is a function of the set of finished logs. Games are taken in the order of the plan, and nothing is
//! kept of a block that is whole, so that memory does not grow with games.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, Write},
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
    thread,
};

use uvi_cup::{
    Coming, Machines, Next, Plan, Progress, Spans, file,
    schedule::{PlannedGame, Upcoming},
};
use uvi_games::game::Seat;

use super::{
    drafts::{Drafts, link, remove, remove_all},
    shard_store::{DECIDED, FINISHED, log_of},
    source::Source,
    sources::{Chosen, Found, Roads, Sources},
    standing::Finished,
    store::{GAMES, LUCK, PLAN, SHARDS, Store, claim_folder, make_private, seal, write_whole},
    store_error::{StoreError, system},
};
use crate::{driver::stderr_path, regular};

/// The name of the file, in the folder of the shards, with what came of each machine.
pub(super) const MACHINES: &str = "machines.json";

/// How many games are read at once for each core.
const PART: usize = 64;

/// How many findings are named.
const NAMED: usize = 20;

/// The parts of a merge: the plan, the folders, and what counts.
#[derive(Debug)]
pub struct Merge<'a> {
    /// The plan that all sources share.
    pub plan: &'a Plan,
    /// The folder of the tournament, with its shards.
    pub folder: &'a Path,
    /// Further folders: of tournaments with the same plan, or of shards.
    pub others: &'a [PathBuf],
    /// Where what comes of it is written.
    pub output: Output<'a>,
    /// Whether every log is replayed.
    pub verify: bool,
    /// Machines whose games do not count.
    pub without: &'a [String],
}

/// Where what comes of a merge is written.
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

/// What came of a merge.
#[derive(Debug, Default)]
pub struct Merged {
    /// Whether nothing is left to be played.
    pub is_over: bool,
    /// How many results stand.
    pub games: u32,
    /// The games that are finished, those included that wait for an earlier one.
    pub finished: Spans,
    /// The blocks that are to be played, as far as they are known.
    pub missing: Spans,
    /// How many games they have that are not finished.
    pub missing_games: u32,
    /// How many games are finished that are behind the verdict.
    pub wasted: u32,
    /// The first games of which logs differ in what was played, and how many there are.
    pub differing: (Vec<u32>, u32),
    /// The first logs that are wrong, and how many there are.
    pub wrong: (Vec<StoreError>, u32),
    /// The first logs of shards that do not count since they are not as they were when their games ended, and how many
    /// there are.
    pub changed: (Vec<StoreError>, u32),
    /// What came of each machine.
    pub machines: Machines,
    /// The machines that have played shards.
    pub hosts: BTreeSet<String>,
    /// The folders of shards that machines have played whose games do not count.
    pub left_out: Vec<PathBuf>,
    /// Into how many shards the tournament was split, where it was.
    pub of: Option<NonZeroUsize>,
}

impl Merge<'_> {
    /// Merges.
    ///
    /// # Errors
    /// If a folder is of another plan, or a file cannot be read or written.
    pub fn run(&self) -> Result<Merged, StoreError> {
        let into = match self.output {
            Output::Own => Some(self.folder),
            Output::Into(folder) => Some(folder),
            Output::Nowhere => None,
        };
        let claim = |into| make_private(into).and_then(|()| claim_folder(into));
        let _claimed = into.map(claim).transpose()?;
        let sources = self.sources()?;
        let of = sources.iter().filter_map(|source| Some(source.of()?.of())).max();
        let mut merged = Merged {
            of: of.map(to_size),
            hosts: sources.iter().flat_map(Source::hosts).map(str::to_owned).collect(),
            left_out: sources.iter().filter(|source| self.leaves_out(source)).map(|it| it.folder.clone()).collect(),
            ..Merged::default()
        };
        let sources = Sources::new(self.plan, sources, self.verify, self.without);
        let machine = Machine { sources, threads: thread::available_parallelism().map_or(1, usize::from) };
        if let Output::Into(into) = self.output
            && Store::plan_text(into)?.is_none()
        {
            seal(into, self.plan)?;
        }
        let drafts = |into: &Path| make_private(&into.join(GAMES)).and_then(|()| Drafts::new(into));
        let mut drafts = into.map(drafts).transpose()?;
        let (progress, gap) = machine.stand(&mut drafts, &mut merged)?;
        merged.games = progress.count();
        // One that was handed out and is missing is not handed out again.
        merged.is_over = gap.is_none() && progress.is_over();
        machine.look_behind(progress.coming(), &mut merged)?;
        if let Some(drafts) = drafts {
            let into = drafts.folder().to_owned();
            drafts.finish()?;
            self.close(&into, &merged)?;
        }
        Ok(merged)
    }

    /// Whether a machine has played there whose games do not count.
    fn leaves_out(&self, source: &Source) -> bool {
        source.hosts().any(|host| self.without.iter().any(|without| without == host))
    }

    /// All sources, each of which is of this plan.
    fn sources(&self) -> Result<Vec<Source>, StoreError> {
        let sources = Source::all(self.folder, self.others)?;
        let id = self.plan.id();
        for source in &sources {
            match &source.paper {
                Some(paper) if paper.plan != id => return Err(StoreError::OtherShard(source.folder.clone())),
                Some(_) => {}
                None => {
                    let text = Store::plan_text(&source.folder)?.unwrap_or_default();
                    let differences = file::read(&text).map(|there| self.plan.differences(&there)).unwrap_or_default();
                    if !differences.is_empty() {
                        let path = source.folder.clone();
                        return Err(StoreError::OtherSource { path, differences });
                    }
                }
            }
        }
        Ok(sources)
    }

    /// Says how it stands to those who play shards, and tells the seed where it is over.
    fn close(&self, into: &Path, merged: &Merged) -> Result<(), StoreError> {
        let told = Store::plan_text(into)?.and_then(|text| file::read(&text).ok());
        let is_told = told.as_ref().is_some_and(|told| told.seed.is_some());
        if merged.is_over {
            if !is_told {
                write_whole(into, PLAN, self.plan.to_toml().as_bytes())?;
            }
            remove_all(&into.join(LUCK))?;
        } else if is_told {
            seal(into, self.plan)?;
        }
        let shards = self.folder.join(SHARDS);
        // What is made elsewhere says nothing to those who play here.
        if self.output == Output::Own && shards.is_dir() {
            write_whole(&shards, FINISHED, format!("{}\n", merged.finished).as_bytes())?;
            let mut machines = serde_json::to_vec_pretty(&merged.machines).expect("machines have only text keys");
            machines.push(b'\n');
            write_whole(&shards, MACHINES, &machines)?;
            if merged.is_over {
                write_whole(&shards, DECIDED, format!("{} games\n", merged.games).as_bytes())?;
            } else {
                remove(&shards.join(DECIDED))?;
            }
        }
        Ok(())
    }
}

/// What reads logs.
#[derive(Debug)]
struct Machine<'a> {
    sources: Sources<'a>,
    threads: usize,
}

impl Machine<'_> {
    /// Takes the games in the order of the plan, up to the first that is missing, which is told, or to the verdict.
    fn stand(&self, drafts: &mut Option<Drafts>, merged: &mut Merged) -> Result<(Progress, Option<u32>), StoreError> {
        let mut progress = Progress::forgetful(self.sources.plan);
        // The first game that is missing.
        let mut gap: Option<u32> = None;
        let mut waiting: BTreeMap<u32, Chosen> = BTreeMap::new();
        let mut roads = self.sources.roads();
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
                let Finished { result, times, .. } = &chosen.finished;
                if chosen.differs {
                    note(&mut merged.differing, [result.game]);
                }
                let place = self.sources.all[chosen.told].place(result.game);
                merged.machines.hear(self.sources.plan, &place, result, times.as_ref());
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
    fn look_behind(&self, mut coming: Coming, merged: &mut Merged) -> Result<(), StoreError> {
        merged.finished = (1..=merged.games).collect();
        let mut roads = self.sources.roads();
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

    /// What there is of these games.
    fn find(&self, roads: &mut Roads, games: &[PlannedGame]) -> Result<Vec<Found>, StoreError> {
        let games: Vec<_> = games.iter().map(|game| (game, roads.to(game.block))).collect();
        self.in_parts(&games, |(game, sources)| self.sources.choose(game, sources))?.into_iter().collect()
    }

    /// Does something with each of these, on all cores.
    fn in_parts<T: Sync, R: Send>(&self, all: &[T], work: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, StoreError> {
        let part = all.len().div_ceil(self.threads).max(1);
        let work = &work;
        Ok(thread::scope(|scope| {
            let threads: Vec<_> =
                all.chunks(part).map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>())).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("reading a log does not panic")).collect()
        }))
    }

    /// Puts the log of a game into the folder, with what its bots have said beside it.
    fn keep(&self, into: &Path, chosen: &Chosen) -> Result<(), StoreError> {
        let game = chosen.finished.result.game;
        let target = log_of(into, game);
        let source = &self.sources.all[chosen.source];
        let Some(log) = source.file(game) else {
            let text = chosen.text.as_deref().unwrap_or_default();
            // What a kill tears here is no finished log, and the next merge writes it again.
            match File::create_new(&target) {
                Ok(mut file) => return file.write_all(text).map_err(system("write", &target)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(system("write", &target)(error)),
            }
            if regular::read_unlinked(&target).is_ok_and(|there| there == text) {
                return Ok(());
            }
            let draft = target.with_extension("draft");
            let written = regular::create(&draft, 0o666).and_then(|mut file| file.write_all(text));
            return written.and_then(|()| fs::rename(&draft, &target)).map_err(system("write", &target));
        };
        link(&log, &target)?;
        for seat in Seat::all(self.sources.plan.seats) {
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

fn to_size(of: NonZeroU32) -> NonZeroUsize {
    NonZeroUsize::try_from(of).unwrap_or(NonZeroUsize::MIN)
}
