//! The whole program of Arbiter, for this game alone.

mod bid;

use std::process::ExitCode;

use arbiter::game::{Game, Registry};

fn main() -> ExitCode {
    arbiter::main_with(Registry::new(&[&bid::Bid::ROW]))
}
