//! What has been played: the result of a game, how far a tournament is, and the tests that end it.

mod copies;
mod drawn;
mod effort;
mod facts;
mod forecast;
mod lead;
#[expect(clippy::module_inception, reason = "a file is named for its main type")]
mod progress;
mod result;
mod test;
mod trial;

pub(crate) use copies::Copies;
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
