//! The messages of the host link, between a host and the arbiter (UVI 4).

mod from_host;
mod to_host;

pub use from_host::{FromHost, LogWords, NewMatch, SeatPlayer};
pub use to_host::ToHost;
