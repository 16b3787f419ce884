//! Gives a bot again what a seat was told, and compares what it does. `SeatScript` is what the seat was told, `Rerun` a run
//! under way as a value, without clock or process, and `reduce` makes a script that fails small. `perform` is the loop
//! around a rerun.

mod performance;
mod reduction;
mod replies;
mod rerun;
mod script;
mod verdict;

pub use performance::{Performance, perform};
pub use reduction::{ReductionTrial, reduce};
pub use replies::OwedReplies;
pub use rerun::{Rerun, RerunPace, RerunStep, Scrutiny};
pub use script::{Cues, ScriptError, SeatScript};
pub use verdict::{Moment, RerunVerdict, is_same_failure};
