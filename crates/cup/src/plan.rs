//! The plan of a tournament: the file, its meaning, the full file written from it, and the differences between plans.

mod difference;
mod entrant;
mod epd;
pub mod file;
mod games;
mod growth;
mod keys;
mod openings;
mod plan;
mod planning;
mod trouble;
mod typed_position;
mod unread_openings;

pub use difference::Difference;
pub use entrant::Entrant;
pub use games::{log, name};
pub use openings::{MOST_DECISIONS, MOST_OPENINGS, OpeningsError, RandomOpenings};
pub use plan::Plan;
pub use planning::{PlanInputs, TrialResult};
pub use trouble::{Trouble, TroubleCause};
pub use typed_position::typed_position;
