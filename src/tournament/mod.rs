//! Tournaments: what is played, by whom, on which luck; who plays it, where it is kept, and what it says.
//!
//! A [`File`](file::File) becomes a [`Plan`]; [`schedule`] says who meets whom, and a game is a pure function of the plan
//! and its number. A [`Tournament`] plays what the [`Progress`] hands out and keeps what comes of it in a [`Store`];
//! [`stats`] are worked out from results alone.

pub mod file;
mod plan;
mod planning;
mod progress;
mod result;
mod run;
pub mod schedule;
mod standings;
pub mod stats;
mod store;
mod test;
mod trouble;
mod worker;
mod writing;

pub use plan::{Entrant, Opening, Plan, log, name};
pub use planning::{Outside, Programs};
pub use progress::{Next, OtherGame, Progress};
pub use result::{GameResult, GameTimes, SeatFault, SeatTimes, WrongLog};
pub use run::{Ending, Event, Failed, Order, Tournament};
pub use standings::{Duel, Figure, Row, SprtLine, Standings, Times};
pub use store::{Held, PLAN, RESULTS, Store, StoreError, TIMES};
pub use test::{Test, lead, leads, of_lead};
pub use trouble::Trouble;
pub use worker::NotPlayed;
pub use writing::spanned;
