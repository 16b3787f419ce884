//! Arbiter, a headless referee for board games. This crate starts the bots, reads clocks and touches files; the crates
//! that it uses, from `uvi` to `uvi-pages`, do none of that. [`main_with`] is the whole program for any list of games.
//!
//! The modules in reading order, lowest layer first. A module uses only the modules before it in this list:

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod world;

pub mod bot;

pub mod driver;

pub mod cup;

pub mod rerun;

pub mod check;

pub mod daemon;

#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "commands use what people name: files, screens, times"
)]
mod cli;

use std::process::ExitCode;

pub use cli::frontend;
pub use uvi_games::{board, each_game, game, games};
pub use uvi_match::{record, referee};
pub use uvi_pages::{report, viewer};

use game::Registry;

/// Runs the whole program for these variants: the command in the arguments, or the daemon on the host link if there are
/// no arguments. A `main` must do nothing else, because the arbiter starts its own program as the keeper of each bot.
pub fn main_with(registry: Registry) -> ExitCode {
    bot::hidden_command().unwrap_or_else(|| cli::main(registry))
}
