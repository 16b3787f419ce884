//! Arbiter, a headless referee for board games that no other referee can hold: what touches the world, around crates that
//! do not. [`main_with`] is the whole program for any list of games.
//!
//! In reading order, lowest layer first; no module uses one that stands below it in this list:

pub mod world;

pub mod bot;

pub mod driver;

pub mod cup;

pub mod check;

pub mod daemon;

mod cli;

#[cfg(any(test, feature = "simulation"))]
pub mod simulation;

use std::process::ExitCode;

pub use uvi_games::{board, each_game, game, games};
pub use uvi_match::{record, referee};
pub use uvi_pages::{report, viewer};

use game::Registry;

/// The whole program, for these variants: the daemon on the host link without arguments, else the command that they say.
/// A `main` does this and nothing else, since the arbiter starts its own program as the keeper of each bot.
pub fn main_with(registry: Registry) -> ExitCode {
    bot::hidden_command().unwrap_or_else(|| cli::main(registry))
}
