//! Runs a schedule, and compares the results with those of an undisturbed run.

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    time::Duration,
};

use uvi::Digest;
use uvi_cup::{GameResult, Plan, RunEnd};

use super::{
    clock::SimulatedClock,
    disk::SimulatedDisk,
    lots::LotSource,
    machine::{FOLDER, LifeEnd, Machine},
    planted::PlantedBug,
    schedule::{Death, Fate, Schedule},
};
use crate::{
    cup::{FolderError, FolderView, MissingLog, PLAN, RESULTS, digest},
    world::Disk,
};

/// The most lives of the arbiter in a run.
const MOST_LIVES: usize = 40;

/// An undisturbed life.
const CALM: Fate = Fate { death: None, failure: None, commands: Vec::new() };

/// The figures of a run that kept all promises.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunFigures {
    /// The number of games of the tournament.
    pub games: usize,
    /// The number of deaths of the arbiter: kills and power cuts.
    pub deaths: usize,
    /// The rounds of the loop, which are the events of the world.
    pub rounds: u64,
    /// The simulated time.
    pub time: Duration,
}

/// A promise that was not kept in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrokenPromise {
    /// The code has panicked.
    Panic(String),
    /// The tournament has not ended, but no event is left to come.
    Hang,
    /// A life without a failure ended with an error.
    Error(String),
    /// The result of this game was reported as finished, and is now missing or another one.
    Lost(u32),
    /// The plan exists, but its seed is missing or wrong.
    SeedLost,
    /// The results are not those of the undisturbed run.
    Differs(String),
    /// A bot that does nothing wrong is at fault in this game.
    Blamed(u32),
    /// The tournament is not over after the most lives that a run may have.
    Endless,
}

impl fmt::Display for BrokenPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(text) => write!(f, "a panic: {text}"),
            Self::Hang => write!(f, "nothing happens any more, and the tournament has not ended"),
            Self::Error(text) => write!(f, "an error without a cause: {text}"),
            Self::Lost(game) => write!(f, "game {game} was told as finished, and is lost or another one"),
            Self::SeedLost => write!(f, "the plan is there, and its seed is lost"),
            Self::Differs(text) => write!(f, "the results differ from those of an undisturbed run: {text}"),
            Self::Blamed(game) => write!(f, "a bot is at fault in game {game} that does nothing wrong"),
            Self::Endless => write!(f, "the tournament does not come to its end"),
        }
    }
}

impl Schedule {
    /// Runs the schedule, with a planted mistake if there is one. The undisturbed run, with which the results are
    /// compared, has no mistake.
    ///
    /// # Errors
    /// Returns the first promise that was not kept.
    pub fn run(&self, bug: Option<PlantedBug>) -> Result<RunFigures, BrokenPromise> {
        let run = || self.try_run(bug);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(BrokenPromise::Panic(text.unwrap_or_default()))
        })
    }

    fn try_run(&self, bug: Option<PlantedBug>) -> Result<RunFigures, BrokenPromise> {
        let plan = self.plan().map_err(BrokenPromise::Error)?;
        let calm = Self { fates: Vec::new(), shortage: 0, concurrency: 1, ..self.clone() };
        let (expected, _) = World::new(&calm, &plan, None).play()?;
        let (found, figures) = World::new(self, &plan, bug).play()?;
        if found != expected {
            let line = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            let line = line.unwrap_or_else(|| found.len().min(expected.len()));
            let show = |lines: &[String]| lines.get(line).cloned().unwrap_or_else(|| "nothing".to_owned());
            let text = format!("line {}: expected {}, found {}", line + 1, show(&expected), show(&found));
            return Err(BrokenPromise::Differs(text));
        }
        Ok(figures)
    }

    /// Returns a smaller schedule that still breaks a promise: with fewer fates and events, and if possible one game at
    /// a time and no shortage.
    #[must_use]
    pub fn shrunk(&self, bug: Option<PlantedBug>) -> Self {
        let mut smallest = self.clone();
        loop {
            let Some(smaller) = smallest.smaller().into_iter().find(|smaller| smaller.run(bug).is_err()) else {
                return smallest;
            };
            smallest = smaller;
        }
    }

    /// Schedules that are a little smaller.
    fn smaller(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for place in 0..self.fates.len() {
            let mut without = self.clone();
            without.fates.remove(place);
            found.push(without);
        }
        for (place, fate) in self.fates.iter().enumerate() {
            let mut calmer = vec![
                Fate { failure: None, ..fate.clone() },
                Fate { commands: Vec::new(), ..fate.clone() },
                Fate { death: None, ..fate.clone() },
            ];
            if let Some((at, Death::PowerCut)) = fate.death {
                calmer.push(Fate { death: Some((at, Death::Kill)), ..fate.clone() });
            }
            for calmer in calmer.into_iter().filter(|calmer| calmer != fate) {
                let mut smaller = self.clone();
                smaller.fates[place] = calmer;
                found.push(smaller);
            }
        }
        if self.shortage > 0 {
            found.push(Self { shortage: 0, ..self.clone() });
        }
        if self.concurrency > 1 {
            found.push(Self { concurrency: 1, ..self.clone() });
        }
        found
    }
}

/// A world in which a tournament is played to its end.
struct World<'s> {
    machine: Machine<'s>,
    /// The results that were reported as finished, each with the SHA-256 of its log at that time.
    told: BTreeMap<u32, (GameResult, Option<Digest>)>,
    deaths: usize,
}

impl<'s> World<'s> {
    fn new(schedule: &'s Schedule, plan: &'s Plan, bug: Option<PlantedBug>) -> Self {
        let mut lots = LotSource::new(schedule.seed ^ 0xd15c);
        let disk = SimulatedDisk::new(lots.part());
        disk.plant(bug.and_then(PlantedBug::skipped), bug == Some(PlantedBug::ShortWriteForgotten));
        let files = disk.as_disk();
        let clock = SimulatedClock::new();
        let machine = Machine { schedule, plan, disk, files, clock, lots, bug, rounds: 0 };
        Self { machine, told: BTreeMap::new(), deaths: 0 }
    }

    /// Plays until the tournament is complete. Returns the lines of its results.
    fn play(mut self) -> Result<(Vec<String>, RunFigures), BrokenPromise> {
        let mut fates = self.machine.schedule.fates.iter();
        for _ in 0..MOST_LIVES {
            let fate = fates.next();
            match self.live(fate.unwrap_or(&CALM)) {
                LifeEnd::Ended(RunEnd::Complete) => return self.finish(),
                LifeEnd::Ended(RunEnd::Stopped) if fate.is_some_and(|fate| !fate.commands.is_empty()) => {}
                LifeEnd::Ended(other) => return Err(BrokenPromise::Error(format!("it ended as {other:?}"))),
                LifeEnd::Failed(_) if fate.is_some_and(|fate| fate.failure.is_some()) => {}
                LifeEnd::Failed(error) => return Err(BrokenPromise::Error(error)),
                LifeEnd::Died => {
                    self.deaths += 1;
                    self.machine.disk.revive();
                    if fate.is_some_and(|fate| matches!(fate.death, Some((_, Death::PowerCut)))) {
                        self.machine.disk.cut_power();
                    }
                    self.check_seed()?;
                }
                LifeEnd::Hangs => return Err(BrokenPromise::Hang),
            }
            self.machine.disk.revive();
            self.machine.clock.forget();
        }
        Err(BrokenPromise::Endless)
    }

    /// Checks that a tournament with a plan also has its seed, because a lost random seed cannot be found again.
    fn check_seed(&self) -> Result<(), BrokenPromise> {
        let view = FolderView::new(self.machine.files, Path::new(FOLDER));
        let has_plan = self.machine.files.exists(&Path::new(FOLDER).join(PLAN));
        match view.seed() {
            Ok(seed) if has_plan && seed != Some(self.machine.plan.seed) => Err(BrokenPromise::SeedLost),
            Err(_) if has_plan => Err(BrokenPromise::SeedLost),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn live(&mut self, fate: &Fate) -> LifeEnd {
        let Self { machine, told, .. } = self;
        let files = machine.files;
        let end = machine.live(fate, &mut |result| {
            let log = log_of(files, result);
            told.insert(result.game, (result.clone(), log));
        });
        // The planted mistake of a resume that does not use the logs it finds.
        if self.machine.bug == Some(PlantedBug::LogsBegunAnew) && matches!(end, LifeEnd::Died) {
            self.machine.disk.revive();
            for log in self.machine.files.list(&Path::new(FOLDER).join("games")).unwrap_or_default() {
                let _ = self.machine.files.remove(&log);
            }
        }
        end
    }

    /// Compares the files at the end with the results that were reported.
    fn finish(self) -> Result<(Vec<String>, RunFigures), BrokenPromise> {
        let Self { machine, told, deaths } = self;
        let (files, folder) = (machine.files, Path::new(FOLDER));
        let error = |error: FolderError| BrokenPromise::Error(error.to_string());
        let view = FolderView::new(files, folder);
        let results = view.held().map_err(error)?.results;
        view.check(machine.plan, &results, MissingLog::Refused).map_err(error)?;
        if view.file().map_err(error)?.is_none_or(|plan| plan.seed.is_none()) {
            return Err(BrokenPromise::Error("the seed is not in the plan of a complete tournament".to_owned()));
        }
        if files.is_taken(&folder.join("luck")) {
            return Err(BrokenPromise::Error("the private file of the seed is left".to_owned()));
        }
        let found: BTreeMap<u32, &GameResult> = results.iter().map(|result| (result.game, result)).collect();
        for (game, (result, log)) in &told {
            if found.get(game) != Some(&result) || log_of(files, result) != *log {
                return Err(BrokenPromise::Lost(*game));
            }
        }
        let innocent = |name: &String| {
            let bot: usize = name.trim_start_matches('b').parse().unwrap_or_default();
            machine.schedule.conducts.get(bot).is_some_and(|conduct| conduct.is_innocent())
        };
        for result in &results {
            let at_fault = |fault: &uvi_cup::SeatFault| result.seats.get(fault.seat as usize - 1).is_some_and(innocent);
            if result.faults.iter().any(at_fault) {
                return Err(BrokenPromise::Blamed(result.game));
            }
        }
        let figures =
            RunFigures { games: results.len(), deaths, rounds: machine.rounds, time: machine.clock.elapsed() };
        let text = files.read(&folder.join(RESULTS)).unwrap_or_default();
        let lines = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
        machine.disk.clear();
        Ok((lines, figures))
    }
}

fn log_of(files: Disk, result: &GameResult) -> Option<Digest> {
    files.read(&Path::new(FOLDER).join(&result.log)).ok().map(|log| digest(&log))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_of_fixed_seeds_keep_their_promises() {
        for seed in 0..30 {
            let schedule = Schedule::draw(seed);
            if let Err(broken) = schedule.run(None) {
                panic!("{broken}\n{}", schedule.shrunk(None));
            }
        }
    }
}
