//! The referee: a match as a pure state machine. Lines, ends of output and the time go in; messages, records and wishes
//! come out. It knows no process, pipe, thread, file or clock.

mod chair;
mod limits;
mod machine;
mod settings;

pub use chair::Profile;
pub use limits::Limits;
pub use machine::{Delivery, HostError, Match, Output, Place, Resumed};
pub use settings::{Patience, Player, SeatSettings, Settings};
