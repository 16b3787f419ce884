//! The messages of the host link: what a host says to the arbiter, and what the arbiter says to a host (UVI 4).

mod from_host;
mod to_host;

pub use from_host::{FromHost, LogWords, NewMatch, Player};
pub use to_host::ToHost;
pub(crate) use to_host::board_text;
