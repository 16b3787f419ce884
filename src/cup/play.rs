//! Plays a tournament with a loop around a [`Runner`](uvi_cup::Runner). Workers play games, in a crowd a few each, a thread
//! syncs their logs, and a pool holds idle bots.

mod dispatcher;
mod pool;
mod silent_bots;
mod tournament;
mod worker;
mod worker_thread;

pub use dispatcher::Dispatcher;
pub use tournament::{SyncedGame, Tournament, TournamentRunner, sync_batch};
pub use worker::{GameRun, GameStartError, Job, JobResult, TournamentError, UnsyncedGame, Workers};

pub(super) use worker::files_of_a_game;
pub(crate) use worker_thread::is_crowd;
