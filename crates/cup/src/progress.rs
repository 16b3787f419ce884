//! Results of games, the progress of a tournament, and the tests that end it. The module knows no thread and no file.

mod copies;
mod drawn;
mod effort;
mod lead;
mod log_facts;
mod progress;
mod result;
mod result_counts;
mod test;
mod trial;

pub(crate) use copies::Copies;
pub use copies::Fingerprint;
pub(crate) use drawn::DrawnBlocks;
pub use drawn::NextBlocks;
pub use effort::{Effort, SeatEffort};
pub use lead::Lead;
pub use log_facts::{LogFacts, SeatFault, SeatTimes};
pub use progress::{ComingBlocks, Progress};
pub use result::{GameResult, GameTimes, KnownResults};
pub use result_counts::ResultCounts;
pub(crate) use result_counts::{BotNotes, EndCounts};
pub use test::{LeadTest, SprtTest, Test, of_lead};
pub use trial::GateFaults;
