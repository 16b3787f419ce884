//! The world of a daemon, and the ways in which it plays matches: each in its own thread, or as a simulation does.

use std::{fmt, io, sync::Arc, thread::JoinHandle};

use uvi_games::game::Registry;

use super::match_reporter::MatchReporter;
use crate::{
    bot::Bots,
    driver::{self, FinishedMatch, Origin, Requests, Session, Wish},
    world::{Disk, WorldClock, threads},
};

/// The things that a daemon uses.
#[derive(Debug)]
pub struct DaemonWorld {
    /// The variants that the daemon knows.
    pub registry: Registry,
    /// The moment of syncing a log to the disk, if the host names none.
    pub sync: uvi::Sync,
    /// The disk of the logs.
    pub disk: Disk,
    /// The clock of all matches.
    pub clock: &'static dyn WorldClock,
    /// The starter of the bots.
    pub bots: Arc<dyn Bots>,
    /// The starter of the matches.
    pub starter: Box<dyn MatchStarter>,
}

/// Plays the matches of a daemon.
pub trait MatchStarter: fmt::Debug {
    /// Starts to play a match. The reporter is the match's host, and must be told when the match is finished. Fails if
    /// the system has no room for a thread.
    fn start(&self, session: Session, reporter: MatchReporter) -> io::Result<Box<dyn StartedMatch>>;
}

/// A match that a [`MatchStarter`] plays.
pub trait StartedMatch: fmt::Debug {
    /// Sends a wish to the match by its requests and waits until it has been answered. Returns false if the match takes
    /// no wishes any more.
    fn put(&self, requests: &Requests, origin: Origin, wish: Wish) -> bool;

    /// Returns true if the match is over and its bots are gone.
    fn is_finished(&self) -> bool;

    /// Waits until the match is finished. `None` if it has panicked.
    fn join(self: Box<Self>) -> Option<Box<FinishedMatch>>;
}

#[derive(Debug)]
pub(super) struct MatchThreads;

impl MatchStarter for MatchThreads {
    fn start(&self, session: Session, mut reporter: MatchReporter) -> io::Result<Box<dyn StartedMatch>> {
        let name = format!("match {}", reporter.name);
        let work = move || {
            let finished = driver::run(session, &mut reporter);
            reporter.finished(&finished);
            finished
        };
        Ok(Box::new(threads::spawn(&name, work)?))
    }
}

impl StartedMatch for JoinHandle<Box<FinishedMatch>> {
    fn put(&self, requests: &Requests, origin: Origin, wish: Wish) -> bool {
        requests.put(origin, wish)
    }

    fn is_finished(&self) -> bool {
        Self::is_finished(self)
    }

    fn join(self: Box<Self>) -> Option<Box<FinishedMatch>> {
        Self::join(*self).ok()
    }
}
