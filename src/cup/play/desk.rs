//! Where games are given to those that play them: with the bots that are there, and a core where they share one.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crossbeam_channel::Sender;
use uvi_cup::{Plan, schedule::PlannedGame};

use super::{
    pool::{GamePlace, Pool},
    worker::{GameError, Job, JobResult},
};
use crate::{
    bot::Core,
    cup::folder::StoredGame,
    driver::{self, Link},
};

/// The bots at rest, the cores that are free, and the way to the workers.
#[derive(Debug)]
pub(super) struct Dispatcher {
    pool: Pool,
    /// The cores on which no game is played, where matches share one with their bots.
    cores: BTreeMap<usize, Arc<Core>>,
    /// Bots that leave before the next game begins.
    leaving: Vec<Link>,
    grace: Duration,
    /// Whether a bot may play a deal that it has played before.
    remembers: bool,
    jobs: Sender<Box<Job>>,
}

impl Dispatcher {
    /// A desk for so many games at once, at which so many bots may rest.
    pub(super) fn new(plan: &Plan, concurrency: usize, keep: usize, jobs: Sender<Box<Job>>) -> Self {
        let cores = (0..concurrency).filter(|_| plan.shares_cores());
        Self {
            pool: Pool::new(keep),
            cores: cores.filter_map(|place| Some((place, Core::take()?))).collect(),
            leaving: Vec::new(),
            grace: plan.terms.patience.quit(),
            remembers: plan.remembers(),
            jobs,
        }
    }

    /// How many bots would have to be started for this game.
    pub(super) fn missing(&self, game: &PlannedGame) -> usize {
        let missing = |core| self.pool.missing(&game.table, self.place(game, core));
        match self.cores.is_empty() {
            true => missing(None),
            false => self.cores.keys().map(|&core| missing(Some(core))).min().unwrap_or(game.table.len()),
        }
    }

    /// Has a game played.
    pub(super) fn send(&mut self, game: PlannedGame) {
        let missing = |core| self.pool.missing(&game.table, self.place(&game, Some(core)));
        let best = self.cores.keys().copied().min_by_key(|&core| missing(core));
        let core = best.and_then(|place| Some((place, self.cores.remove(&place)?)));
        let place = self.place(&game, best);
        let (links, seen) = self.pool.take(&game.table, place);
        // They may play the deals that follow, which saves a start, as long as there is room for them.
        if self.pool.is_full() {
            self.leaving.extend(self.pool.forget(&game.table, place).into_iter().map(|(link, _)| link));
        }
        let leaving = std::mem::take(&mut self.leaving);
        // The workers take games for as long as this sender is there.
        let _ = self.jobs.send(Box::new(Job { game, links, seen, core, leaving }));
    }

    /// Takes back what a game had.
    pub(super) fn take_back(&mut self, done: JobResult) -> Result<Box<StoredGame>, GameError> {
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

    /// Has all bots at rest leave, where the system has too little for them, and keeps fewer from now on.
    pub(super) fn clear(&mut self) {
        let shed = self.pool.shrink();
        self.dismiss(shed.into_iter().map(|(link, _)| link).collect());
    }

    fn dismiss(&mut self, mut links: Vec<Link>) {
        links.append(&mut self.leaving);
        driver::dismiss(links, self.grace);
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        let all = self.pool.clear();
        self.dismiss(all.into_iter().map(|(link, _)| link).collect());
    }
}
