//! Hands games to the workers, each with idle bots and a core, and takes the bots and the core back afterwards.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crossbeam_channel::Sender;
use uvi_cup::{Plan, schedule::PlannedGame};

use super::{
    pool::{GamePlace, Pool},
    worker::{Job, JobResult, TournamentError, UnsyncedGame},
};
use crate::{
    bot::{Bots, Core, Waker},
    driver::{self, KeptBot, Link},
};

/// The idle bots, the free cores, and the channel to the workers.
#[derive(Debug)]
pub struct Dispatcher {
    pool: Pool,
    /// The cores without a game. Empty if matches do not share a core with their bots.
    cores: BTreeMap<usize, Arc<Core>>,
    /// Bots to stop before the next game begins, or in a crowd beside it.
    leaving: Vec<Link>,
    grace: Duration,
    /// True if a bot may play a deal that it has played before.
    remembers: bool,
    jobs: Sender<Box<Job>>,
    /// Wakes the workers that play and have room for another game.
    waker: Option<Arc<Waker>>,
}

impl Dispatcher {
    /// A dispatcher for `concurrency` games at once that keeps at most `keep` idle bots.
    pub fn new(
        plan: &Plan,
        bots: &dyn Bots,
        [concurrency, keep]: [usize; 2],
        jobs: Sender<Box<Job>>,
        waker: Option<Arc<Waker>>,
    ) -> Self {
        let cores = (0..concurrency).filter(|_| plan.shares_cores());
        Self {
            pool: Pool::new(keep),
            cores: cores.filter_map(|place| Some((place, bots.take_core()?))).collect(),
            leaving: Vec::new(),
            grace: plan.terms.patience.quit(),
            remembers: plan.remembers(),
            jobs,
            waker,
        }
    }

    /// The number of bots that would have to be started for this game.
    pub(super) fn missing(&self, game: &PlannedGame) -> usize {
        let missing = |core| self.pool.missing(&game.table, self.place(game, core));
        match self.cores.is_empty() {
            true => missing(None),
            false => self.cores.keys().map(|&core| missing(Some(core))).min().unwrap_or(game.table.len()),
        }
    }

    /// Sends a game to the workers, with the core on which the fewest bots are missing.
    pub(super) fn send(&mut self, game: PlannedGame) {
        let missing = |core| self.pool.missing(&game.table, self.place(&game, Some(core)));
        let best = self.cores.keys().copied().min_by_key(|&core| missing(core));
        let core = best.and_then(|place| Some((place, self.cores.remove(&place)?)));
        let place = self.place(&game, best);
        let (links, seen) = self.pool.take(&game.table, place);
        // Bots that have played this deal stay in the pool for later deals, unless it is full.
        if self.pool.is_full() {
            self.leaving.extend(self.pool.forget(&game.table, place).into_iter().map(|(link, _)| link));
        }
        let leaving = std::mem::take(&mut self.leaving);
        // The workers run until this sender is dropped.
        let _ = self.jobs.send(Box::new(Job { game, links, seen, core, leaving }));
        if let Some(waker) = &self.waker {
            waker.wake();
        }
    }

    /// Takes back the bots and the core of a game. Returns its result.
    pub(super) fn take_back(&mut self, done: JobResult) -> Result<Box<UnsyncedGame>, TournamentError> {
        let Job { game, links, seen, core, leaving } = *done.job;
        let place = self.place(&game, core.as_ref().map(|(place, _)| *place));
        self.pool.put(&game.table, place, links, seen);
        self.cores.extend(core);
        self.leaving.extend(leaving);
        self.leaving.extend(self.pool.surplus().into_iter().map(|(link, _)| link));
        done.played
    }

    fn place(&self, game: &PlannedGame, core: Option<usize>) -> GamePlace {
        GamePlace { core, deal: Some(game.deal).filter(|_| !self.remembers) }
    }

    /// Stops all idle bots, because the system lacks resources, and keeps fewer from now on.
    pub(super) fn clear(&mut self) {
        let shed = self.pool.shrink();
        self.dismiss(shed);
    }

    fn dismiss(&mut self, bots: Vec<KeptBot>) {
        let links = bots.into_iter().map(|(link, _)| link).chain(std::mem::take(&mut self.leaving));
        driver::dismiss(links.collect(), self.grace);
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        let all = self.pool.clear();
        self.dismiss(all);
    }
}
