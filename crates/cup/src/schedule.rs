//! The pairings of a tournament: its blocks one after another, each with the table that plays it. The module knows bots
//! by index only, and no game, clock or chance. The same results give the same blocks.
//!
//! A **table** is the bots of a game in seat order. A **block** is all games of one table with the same chance events
//! and opening. Its games differ only in the seating, by [`Seatings`]. A block is the unit of statistics. [`Fixtures`]
//! gives out blocks by one of the [`Format`]s, and waits for results if the next blocks depend on them.

mod adaptive;
mod block;
mod colours;
mod cost;
mod cycle;
mod double;
mod fixtures;
mod format;
mod gathering;
mod knockout;
mod matching;
mod rings;
mod round;
mod swiss;

pub use block::{Block, BotIndex, Lineup, Next, PlannedGame, Seatings};
pub use fixtures::Fixtures;
pub use format::{Bracket, Company, Format, FormatError, FormatWord, GrowthStage};
pub(crate) use rings::seated;
pub use round::{Bye, SeedDecision, Stake};
