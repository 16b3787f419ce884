//! Whether somebody's bot keeps the protocol: it is started, talked to and played with, step by step, and what it does
//! wrong is told with its likely cause and a way to see it by hand. It knows no game.

mod by_hand;
mod cause;
mod game;
mod interview;
mod level;
mod lots;
mod options;
mod report;
mod run;
mod steps;
mod wrong;

pub use level::Level;
pub use report::{FailedStep, Report, Status, schema};
pub use run::{CheckSettings, run};
