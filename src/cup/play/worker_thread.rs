//! A thread that plays games, one at a time. In a crowd of games it plays a few, which share its stack and its cache of
//! freed memory.

use std::{mem, sync::Arc};

use crossbeam_channel::{Receiver, Sender};

use super::worker::{GameRun, Job, JobResult, Workers};
use crate::{
    bot::Waker,
    driver::{Link, MatchGroup, Session},
    world::threads,
};

/// The most games for each core that are no crowd.
const CROWD: usize = 16;

/// The number of games that a thread of a crowd plays at once.
const TOGETHER: usize = 4;

/// True if so many games at once are many more than there are cores.
pub(crate) fn is_crowd(concurrency: usize) -> bool {
    concurrency > CROWD * threads::cores().get()
}

/// A thread that plays games.
#[derive(Debug, Clone)]
pub(super) struct WorkerThread<'w> {
    pub(super) workers: &'w Workers<'w>,
    pub(super) jobs: Receiver<Box<Job>>,
    pub(super) done: Sender<JobResult>,
    /// True if a match may share a core with bots of `affinity auto`.
    pub(super) may_hold: bool,
    /// `None` if the thread plays one game at a time.
    pub(super) crowd: Option<Crowd>,
}

/// The means of threads that play several games.
#[derive(Debug, Clone)]
pub(super) struct Crowd {
    /// Wakes the threads that have room for a job while they play.
    pub(super) waker: Arc<Waker>,
    /// The way to the thread that stops bots: those who play others do not wait for bots that leave.
    pub(super) leaving: Sender<Vec<Link>>,
    /// While the bots that so many games have let leave wait for that thread, no thread that plays takes a job.
    pub(super) most_leaving: usize,
}

impl Crowd {
    fn may_leave(&self) -> bool {
        self.leaving.len() < self.most_leaving
    }
}

impl WorkerThread<'_> {
    /// The most games that the thread plays at once.
    pub(super) fn most(&self) -> usize {
        if self.crowd.is_some() { TOGETHER } else { 1 }
    }

    /// Plays the games of jobs until there are no more jobs.
    pub(super) fn run(&self) {
        let mut games = MatchGroup::new(|game: &mut GameRun| &mut game.notes);
        loop {
            let job = if games.is_empty() {
                let Ok(job) = self.jobs.recv() else { return };
                Some(job)
            } else {
                let has_room = games.len() < self.most();
                let waker = self.crowd.as_ref().filter(|_| has_room).map(|crowd| &*crowd.waker);
                match games.play(waker) {
                    Some((game, finished)) => {
                        self.tell(self.workers.end(game, finished));
                        None
                    }
                    None if self.crowd.as_ref().is_none_or(Crowd::may_leave) => self.jobs.try_recv().ok(),
                    None => None,
                }
            };
            let Some(mut job) = job else { continue };
            // Other threads look for further jobs: this one has taken a job, and perhaps the wake of the next.
            if let Some(crowd) = self.crowd.as_ref().filter(|_| !self.jobs.is_empty()) {
                crowd.waker.wake();
            }
            self.dismiss(mem::take(&mut job.leaving), &games);
            match self.workers.begin(job) {
                Err(result) => self.tell(result),
                Ok((game, session)) => games.add(game, Session { may_hold: self.may_hold, ..*session }),
            }
        }
    }

    /// Stops the bots that leave before a game begins. Does not wait for them beside games of this thread.
    fn dismiss(&self, bots: Vec<Link>, games: &MatchGroup<GameRun>) {
        match &self.crowd {
            _ if bots.is_empty() => {}
            // Sending fails only if the thread that stops bots has panicked; then they end as they are dropped.
            Some(crowd) if !games.is_empty() || crowd.may_leave() => _ = crowd.leaving.send(bots),
            Some(_) | None => self.workers.dismiss(bots),
        }
    }

    fn tell(&self, result: JobResult) {
        // This fails only if the loop has ended.
        let _ = self.done.send(result);
    }
}
