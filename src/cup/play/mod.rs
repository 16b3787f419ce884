//! The loop around a [`Runner`](uvi_cup::Runner): workers that play games side by side, a thread that syncs their logs, and
//! the bots that rest between games.

mod desk;
mod disk;
mod pool;
mod tournament;
mod worker;

pub use tournament::{Tournament, TournamentError};
pub use worker::{GameError, GameStartError};

pub(super) use worker::files_of_a_game;
