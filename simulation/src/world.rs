//! A simulated world: the machines on which a tournament is played to its end, and the results that they reported.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    slice,
    sync::{Arc, Mutex},
    time::Duration,
};

use arbiter::cup::{Begin, Folder, FolderError, FolderView, MissingLog, PLAN, RESULTS, SHARDS, continued};
use uvi_cup::{GameResult, Plan, RunEnd, Shard};

use super::{
    clock::SimulatedClock,
    disk::SimulatedDisk,
    lots::LotSource,
    machine::{FOLDER, Machine, ResultListener, WorkEnd, blames, merge_on},
    planted::PlantedBug,
    run::{BrokenPromise, RunFigures},
    schedule::{DiskSharing, Fate, PlayMode, Schedule},
};

/// The most lives of the arbiter in a run; with shards, the most rounds of turns. More than a schedule has fates,
/// because a shortage may stop further lives.
pub(super) const MOST_LIVES: usize = 40;

/// An undisturbed life.
static CALM: Fate = Fate { death: None, failure: None, merge: None, commands: Vec::new() };

/// A result that was reported as finished, with the path of its log and what the log was then.
#[derive(Debug)]
struct ToldResult {
    result: GameResult,
    log: PathBuf,
    text: Option<Vec<u8>>,
}

#[derive(Debug)]
pub(super) struct SimulatedWorld<'s> {
    pub(super) schedule: &'s Schedule,
    pub(super) plan: &'s Plan,
    fates: slice::Iter<'s, Fate>,
    /// The machines, of which the first has the folder of the tournament.
    pub(super) machines: Vec<Machine<'s>>,
    /// The reported results, by machine and game.
    told: BTreeMap<(usize, u32), ToldResult>,
    /// The number of results that the last merge reported.
    merged: u32,
    /// True for the undisturbed run with which another is compared. Nothing that is durable is proved again in it.
    is_model: bool,
}

impl<'s> SimulatedWorld<'s> {
    pub(super) fn new(schedule: &'s Schedule, plan: &'s Plan, bug: Option<PlantedBug>) -> Self {
        let mut lots = LotSource::new(schedule.seed ^ 0xd15c);
        let mut new_disk = || {
            let disk = SimulatedDisk::new(lots.part());
            disk.plant(bug.and_then(PlantedBug::skipped), bug == Some(PlantedBug::ShortWriteForgotten));
            disk
        };
        let first = new_disk();
        let mut disks = vec![first.clone()];
        if let PlayMode::Shards(shards, sharing) = schedule.mode {
            disks.extend((0..shards).map(|_| match sharing {
                DiskSharing::Shared => first.clone(),
                DiskSharing::Apart => new_disk(),
            }));
        }
        // The machines disagree about the date.
        let machine = |(number, disk): (i64, SimulatedDisk)| {
            let clock = SimulatedClock::new(number * -90_000);
            Machine { bug, ..Machine::new(schedule, disk, clock, lots.part()) }
        };
        let machines = (0..).zip(disks).map(machine).collect();
        let (told, fates) = (BTreeMap::new(), schedule.fates.iter());
        Self { schedule, plan, fates, machines, told, merged: 0, is_model: false }
    }

    /// The same world for the undisturbed run with which another is compared. Only its results count: what is proved of a
    /// folder is proved of the run that is compared with it.
    pub(super) fn model(self) -> Self {
        Self { is_model: true, ..self }
    }

    /// Plays until the tournament or match is over. Returns the lines of the results, or of the log of a single match.
    /// `smaller` is a tournament that is played first, for at most this number of lives.
    pub(super) fn run(mut self, smaller: Option<(&Plan, usize)>) -> Result<(Vec<String>, RunFigures), BrokenPromise> {
        let (lines, games) = match self.schedule.mode {
            PlayMode::Whole | PlayMode::Grown(..) => self.play(smaller).and_then(|()| self.finish())?,
            PlayMode::Shards(shards, sharing) => self.play_shards(shards, sharing).and_then(|()| self.finish())?,
            PlayMode::Match => (self.play_match()?, 1),
        };
        let rounds = self.machines.iter().map(|machine| machine.rounds).sum();
        let time = self.machines.iter().map(|machine| machine.clock.elapsed()).max().unwrap_or(Duration::ZERO);
        // The disks are leaked, so they are emptied.
        self.machines.iter().for_each(|machine| machine.disk.clear());
        let deaths = self.machines.iter().map(|machine| machine.deaths).sum();
        Ok((lines, RunFigures { games, deaths, rounds, time, ..RunFigures::default() }))
    }

    /// Plays in one folder until the tournament is complete.
    fn play(&mut self, smaller: Option<(&Plan, usize)>) -> Result<(), BrokenPromise> {
        let plan = self.plan;
        let (smaller, lives) = smaller.map_or((None, 0), |(plan, lives)| (Some(plan), lives));
        let mut is_small_over = false;
        for life in 0..MOST_LIVES {
            let has_plan = self.machines[0].outside.exists(&Path::new(FOLDER).join(PLAN));
            let smaller = smaller.filter(|_| !has_plan || (life < lives && !is_small_over));
            let (now, begin) = match (smaller, &self.schedule.mode) {
                (Some(smaller), _) => (smaller, Begin::GoOn),
                (None, PlayMode::Grown(..)) => (plan, Begin::Grow),
                (None, PlayMode::Whole | PlayMode::Shards(..) | PlayMode::Match) => (plan, Begin::GoOn),
            };
            let end = self.live(0, |machine, fate, told| machine.play(now, begin, fate, told))?;
            self.begin_logs_anew(end.is_none());
            if end == Some(RunEnd::Complete) {
                if smaller.is_none() {
                    return Ok(());
                }
                is_small_over = true;
            }
        }
        Err(BrokenPromise::Endless)
    }

    /// Plays the shards until a merge reports that the tournament is over. If the machines do not share a disk, copies
    /// folders between them, as a person would.
    fn play_shards(&mut self, shards: u32, sharing: DiskSharing) -> Result<(), BrokenPromise> {
        let plan = self.plan;
        let mut is_planned = false;
        let mut others: Vec<PathBuf> = Vec::new();
        for _ in 0..MOST_LIVES {
            while !is_planned {
                let open = |files| Folder::open(files, Path::new(FOLDER), plan, Begin::GoOn);
                is_planned = self.live(0, |machine, _, _| Ok(open(machine.files).map(drop)?))?.is_some();
            }
            for number in 1..=shards {
                let at = number as usize;
                let shard = Shard::new(number, shards).expect("a number of a shard");
                if sharing == DiskSharing::Apart {
                    self.copy(0, at, Path::new(FOLDER), Path::new(FOLDER), &["games", SHARDS]);
                }
                self.live(at, |machine, fate, told| machine.play_shard(plan, shard, fate, told))?;
                if sharing == DiskSharing::Apart {
                    let (there, here) =
                        (Path::new(FOLDER).join(SHARDS).join(shard.folder()), format!("/from/{number}"));
                    self.copy(at, 0, &there, Path::new(&here), &[]);
                    others.push(here.into());
                }
            }
            others.sort_unstable();
            others.dedup();
            // A machine that was stopped early has no plan, so there is nothing to merge.
            others.retain(|folder| self.machines[0].outside.exists(&folder.join(PLAN)));
            let merge = |files| merge_on(files, plan, &others);
            if let Some(merged) = self.live(0, |machine, _, _| Ok(merge(machine.files)?))? {
                if merged.is_over {
                    return Ok(());
                }
                self.merged = merged.games;
            }
        }
        Err(BrokenPromise::Endless)
    }

    /// Copies a folder from one machine to another, except files and folders of these names.
    fn copy(&self, from: usize, to: usize, there: &Path, here: &Path, except: &[&str]) {
        let is_wanted = |path: &Path| !except.iter().any(|name| path.ends_with(name));
        self.machines[to].disk.copy_folder(&self.machines[from].disk, there, here, &is_wanted);
    }

    /// Removes all logs after a death, if [`PlantedBug::LogsBegunAnew`] is planted.
    fn begin_logs_anew(&self, has_died: bool) {
        let Machine { bug, outside, .. } = &self.machines[0];
        if has_died && *bug == Some(PlantedBug::LogsBegunAnew) {
            for log in outside.list(&Path::new(FOLDER).join("games")).unwrap_or_default() {
                let _ = outside.remove(&log);
            }
        }
    }

    /// Starts the arbiter on a machine, and lets it live through the next fate. `None` if the arbiter died or failed.
    /// Returns a promise that was not kept.
    pub(super) fn live<T>(
        &mut self,
        at: usize,
        work: impl FnOnce(&mut Machine<'s>, &Fate, ResultListener<'_>) -> WorkEnd<T>,
    ) -> Result<Option<T>, BrokenPromise> {
        let fate = self.fates.next().unwrap_or(&CALM);
        let is_model = self.is_model;
        let Self { machines, told, .. } = self;
        let machine = &mut machines[at];
        let (disk, outside, deaths) = (machine.disk.clone(), machine.outside, machine.deaths);
        let mut folder = PathBuf::from(FOLDER);
        let visit = Arc::new(Mutex::new(None));
        if let PlayMode::Shards(of, sharing) = self.schedule.mode
            && let Some(shard) = Shard::new(at as u32, of)
        {
            folder = folder.join("shards").join(shard.folder());
            if let (DiskSharing::Shared, Some(before)) = (sharing, fate.merge) {
                let (plan, visit) = (self.plan.clone(), Arc::clone(&visit));
                let merge = move || *visit.lock().expect("one thread") = Some(merge_on(outside, &plan, &[]));
                disk.visit_at(disk.operations() + before, Box::new(merge));
            }
        }
        let end = machine.live(fate, |machine| {
            work(machine, fate, &mut |result| {
                if !is_model && !disk.is_dead() {
                    let log = folder.join(&result.log);
                    let text = outside.read(&log).ok();
                    told.insert((at, result.game), ToldResult { result: result.clone(), log, text });
                }
            })
        });
        match visit.lock().expect("one thread").take() {
            Some(Ok(merged)) => self.merged = merged.games,
            Some(Err(error)) => return Err(BrokenPromise::Error(format!("a merge meanwhile: {error}"))),
            None => {}
        }
        if self.machines[at].deaths > deaths {
            self.check_plan()?;
        }
        end
    }

    /// Checks that a folder with a plan also has the seed, because nothing could restore a random seed. Checks that
    /// merged results are still there.
    fn check_plan(&self) -> Result<(), BrokenPromise> {
        let outside = self.machines[0].outside;
        let view = FolderView::new(outside, Path::new(FOLDER));
        let has_plan = outside.exists(&Path::new(FOLDER).join(PLAN));
        match view.seed() {
            Ok(seed) if has_plan && seed != Some(self.plan.seed) => return Err(BrokenPromise::SeedLost),
            Err(_) if has_plan => return Err(BrokenPromise::SeedLost),
            Ok(_) | Err(_) => {}
        }
        // A merge that dies may leave an index that is behind its logs.
        let left = if self.merged > 0 { view.count(self.plan).unwrap_or_default() } else { 0 };
        if left < self.merged { Err(BrokenPromise::Unmerged(self.merged, left)) } else { Ok(()) }
    }

    /// Returns the lines of the results at the end, and their number.
    fn finish(&self) -> Result<(Vec<String>, usize), BrokenPromise> {
        if !self.is_model {
            self.prove()?;
        }
        let text = self.machines[0].outside.read(&Path::new(FOLDER).join(RESULTS)).unwrap_or_default();
        let lines: Vec<_> = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
        let games = lines.len();
        Ok((lines, games))
    }

    /// Compares the folder at the end with the reported results.
    fn prove(&self) -> Result<(), BrokenPromise> {
        let (files, folder) = (self.machines[0].outside, Path::new(FOLDER));
        let error = |error: FolderError| BrokenPromise::Error(error.to_string());
        let view = FolderView::new(files, folder);
        let results = view.held().map_err(error)?.results;
        let (plan, _) = continued(files, folder, self.plan.clone(), Begin::Grow).map_err(error)?;
        view.check(&plan, MissingLog::Refused).map_err(error)?;
        if view.file().map_err(error)?.is_none_or(|plan| plan.seed.is_none()) {
            return Err(BrokenPromise::Error("the seed is not in the plan of a complete tournament".to_owned()));
        }
        if files.is_taken(&folder.join("luck")) {
            return Err(BrokenPromise::Error("the private file of the seed is left".to_owned()));
        }
        let found: BTreeMap<u32, &GameResult> = results.iter().map(|result| (result.game, result)).collect();
        for ((at, game), ToldResult { result, log, text }) in &self.told {
            // A shard may have played games after the verdict; a merge drops them.
            let is_there = found.get(game).map_or(*at > 0, |found| *found == result);
            if !is_there || self.machines[*at].outside.read(log).ok() != *text {
                return Err(BrokenPromise::Lost(*game));
            }
        }
        results.iter().try_for_each(|result| self.check_blame(result))
    }

    /// Checks that no bot that does nothing wrong is at fault.
    fn check_blame(&self, result: &GameResult) -> Result<(), BrokenPromise> {
        let number = |name: &str| name.trim_start_matches('b').parse::<usize>();
        let is_innocent = |name: &str| number(name).is_ok_and(|bot| self.schedule.is_innocent(bot));
        if blames(result, is_innocent) { Err(BrokenPromise::Blamed(result.game)) } else { Ok(()) }
    }
}
