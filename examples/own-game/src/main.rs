//! The whole program of Arbiter with this game only.

mod bid;

use std::process::ExitCode;

use arbiter::game::{Game, Registry};

fn main() -> ExitCode {
    arbiter::main_with(Registry::new(&[&bid::Bid::ROW]))
}
