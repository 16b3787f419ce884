//! What has been played: the result of a game, how far a tournament is, and the tests that end it.

pub(crate) mod copies;
mod drawn;
pub(crate) mod effort;
pub(crate) mod facts;
mod forecast;
pub(crate) mod lead;
#[expect(clippy::module_inception, reason = "a file is named for its main type")]
mod progress;
pub(crate) mod result;
pub(crate) mod test;
mod trial;

pub use copies::{Fingerprint, NoFingerprint};
pub use drawn::Next;
pub(crate) use drawn::{Draw, Drawn};
pub use effort::{Effort, SeatEffort};
pub use facts::{Facts, SeatFault, SeatTimes};
pub use forecast::Forecast;
pub use lead::Lead;
pub use progress::{Coming, OtherGame, Progress};
pub use result::{BadScore, GameResult, GameTimes, Held, WrongLog};
pub use test::{LeadTest, SprtTest, Test, of_lead};
pub use trial::GateFaults;
