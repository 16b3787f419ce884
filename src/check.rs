//! Checks that a bot keeps the protocol. Starts it, talks to it and plays with it, step by step. Reports each error
//! with its likely cause and a way to reproduce it by hand. Knows no game.

mod by_hand;
mod cause;
mod finding;
mod game;
mod interview;
mod level;
mod lots;
mod options;
mod report;
mod run;
mod steps;
mod whole_games;

pub use level::Level;
pub use report::{FailedStep, Report, Status, schema};
pub use run::{CheckSettings, run};
