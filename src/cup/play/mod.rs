//! Plays a tournament: a loop around a [`Runner`](uvi_cup::Runner), workers that each play one game at a time, a thread
//! that syncs their logs, and a pool of idle bots.

mod desk;
mod disk;
mod pool;
mod tournament;
mod worker;

pub use tournament::{Tournament, TournamentError};
pub use worker::{GameError, GameStartError};

pub(super) use worker::files_of_a_game;
