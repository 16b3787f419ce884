//! What is to be played: a tournament file, the plan that it means, the file that says it in full, and what tells one plan
//! from another.

mod difference;
mod epd;
pub mod file;
mod growth;
mod keys;
mod openings;
#[expect(clippy::module_inception, reason = "a file is named for its main type")]
mod plan;
mod planning;
mod supply;
mod trouble;
mod writing;

pub use difference::{Difference, Missing};
pub use growth::NoGrowth;
pub use openings::{ByLot, MOST_DECISIONS, MOST_OPENINGS, TooFew};
pub use plan::{Entrant, Plan, log, name};
pub use planning::{Outside, Unusable};
pub use trouble::{Flaw, Trouble};
