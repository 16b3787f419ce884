//! Runs a schedule, and compares the results with those of an undisturbed run.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use super::{
    daemon_host::HostScript,
    planted::PlantedBug,
    schedule::{Death, Fate, PlayMode, Schedule},
    world::SimulatedWorld,
};

/// The figures of a run that kept all promises.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RunFigures {
    /// The number of games of the tournament.
    pub games: usize,
    /// The number of deaths of the arbiter: kills and power cuts.
    pub deaths: usize,
    /// The rounds of the loop, which are the events of the world.
    pub rounds: u64,
    /// The simulated time.
    pub time: Duration,
    /// The simulated time of the undisturbed run with which it was compared.
    pub undisturbed: Duration,
}

/// A promise that was not kept in a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BrokenPromise {
    #[error("a panic: {0}")]
    Panic(String),
    /// The tournament has not ended, but no event is left to come.
    #[error("nothing happens any more, and the tournament has not ended")]
    Hang,
    /// A life without a failure ended with an error.
    #[error("an error without a cause: {0}")]
    Error(String),
    #[error("game {0} was told as finished, and is lost or another one")]
    Lost(u32),
    #[error("{0} results were told as merged, and {1} are left")]
    Unmerged(u32, u32),
    #[error("the plan is there, and its seed is lost")]
    SeedLost,
    #[error("the results differ from those of an undisturbed run: {0}")]
    Differs(String),
    #[error("a bot is at fault in game {0} that does nothing wrong")]
    Blamed(u32),
    /// The tournament is not over after the maximum number of lives.
    #[error("the tournament does not come to its end")]
    Endless,
}

impl Schedule {
    /// Runs the schedule, with a planted mistake if there is one. The undisturbed run, with which the results are
    /// compared, has no mistake. Returns the first promise that was not kept.
    pub(crate) fn run(&self, bug: Option<PlantedBug>) -> Result<RunFigures, BrokenPromise> {
        let run = || self.try_run(bug);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(BrokenPromise::Panic(text.unwrap_or_default()))
        })
    }

    fn try_run(&self, bug: Option<PlantedBug>) -> Result<RunFigures, BrokenPromise> {
        if !self.hosts.is_empty() {
            return self.run_daemon(bug);
        }
        let plan = self.plan().map_err(BrokenPromise::Error)?;
        let smaller = self.smaller_plan().map_err(BrokenPromise::Error)?;
        // The undisturbed run has no shards, because a merge must equal the folder of one machine.
        let mode = if matches!(self.mode, PlayMode::Shards(..)) { PlayMode::Whole } else { self.mode.clone() };
        let calm = Self { fates: Vec::new(), shortage: 0, concurrency: 1, busy: 0, mode, ..self.clone() };
        let smaller_for = |lives: usize| smaller.as_ref().map(|(plan, _)| (plan, lives));
        let (expected, undisturbed) = SimulatedWorld::new(&calm, &plan, None).model().run(smaller_for(usize::MAX))?;
        let lives = smaller.as_ref().map_or(0, |(_, lives)| *lives);
        let (found, figures) = SimulatedWorld::new(self, &plan, bug).run(smaller_for(lives))?;
        if found != expected {
            let line = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            let line = line.unwrap_or_else(|| found.len().min(expected.len()));
            let show = |lines: &[String]| lines.get(line).cloned().unwrap_or_else(|| "nothing".to_owned());
            let text = format!("line {}: expected {}, found {}", line + 1, show(&expected), show(&found));
            return Err(BrokenPromise::Differs(text));
        }
        Ok(RunFigures { undisturbed: undisturbed.time, ..figures })
    }

    /// Returns a smaller schedule that still breaks a promise: with fewer fates and events, and if possible one game at
    /// a time, no shortage and no busy thread.
    #[must_use]
    pub(crate) fn shrunk(&self, bug: Option<PlantedBug>) -> Self {
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
        let hosts = HostScript::smaller(&self.hosts);
        let mut found: Vec<_> = hosts.into_iter().map(|hosts| Self { hosts, ..self.clone() }).collect();
        for place in 0..self.fates.len() {
            let mut without = self.clone();
            without.fates.remove(place);
            found.push(without);
        }
        for (place, fate) in self.fates.iter().enumerate() {
            let calmer = [
                Fate { failure: None, ..fate.clone() },
                Fate { merge: None, ..fate.clone() },
                Fate { commands: Vec::new(), ..fate.clone() },
                Fate { death: None, ..fate.clone() },
                Fate { death: fate.death.map(|(at, _)| (at, Death::Kill)), ..fate.clone() },
            ];
            for calmer in calmer.into_iter().filter(|calmer| calmer != fate) {
                let mut smaller = self.clone();
                smaller.fates[place] = calmer;
                found.push(smaller);
            }
        }
        let calmer = [
            (self.shortage > 0).then(|| Self { shortage: 0, ..self.clone() }),
            (self.busy > 0).then(|| Self { busy: 0, ..self.clone() }),
            (self.concurrency > 1).then(|| Self { concurrency: 1, ..self.clone() }),
        ];
        found.extend(calmer.into_iter().flatten());
        found
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::ops::Range;

    use super::*;

    /// The seeds of the simulation that are always played.
    pub(crate) const FIXED_SEEDS: Range<u64> = 0..30;

    #[test]
    fn tournaments_of_fixed_seeds_keep_their_promises() {
        for seed in FIXED_SEEDS {
            let schedule = Schedule::draw(seed);
            if let Err(broken) = schedule.run(None) {
                panic!("{broken}\n{:#?}", schedule.shrunk(None));
            }
        }
    }

    #[test]
    fn a_seed_always_gives_the_same_run() {
        for seed in 0..4 {
            let run = || Schedule::draw(seed).run(None);
            assert_eq!(run(), run(), "seed {seed}");
        }
    }
}
