//! The referee: a match as a pure state machine. Lines, ends of output and the time go in; messages, records and wishes
//! come out. It knows no process, pipe, thread, file or clock.

mod chair;
mod hearing;
mod host;
mod limits;
mod machine;
mod settings;
mod spec;
mod telling;

pub use chair::{MAX_BYTES, MAX_LINES, Profile};
pub use hearing::misfit;
pub use host::{HostError, Place};
pub use limits::Limits;
pub use machine::{Delivery, Match, Output, Resumed};
pub use settings::{Player, SeatSettings, Settings};
pub use spec::{MatchSpec, variant};
