//! Plays a tournament with a loop around a [`Runner`](uvi_cup::Runner). Workers play one game each at a time, a thread
//! syncs their logs, and a pool holds idle bots.

mod disk;
mod dispatcher;
mod pool;
mod tournament;
mod worker;

pub use tournament::{Tournament, TournamentError};
pub use worker::{GameError, GameStartError};

pub(super) use worker::files_of_a_game;

#[cfg(any(test, feature = "simulation"))]
pub(crate) use {
    disk::sync_batch,
    dispatcher::Dispatcher,
    tournament::{Arrival, TournamentRunner},
    worker::{Common, GameRun, Job, JobResult, UnsyncedGame, Worker},
};
