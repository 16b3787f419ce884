//! The viewer: a match log as a single page of HTML that shows the game move by move. The page loads nothing. It
//! repeats all draws from the seed, and so proves by itself that the dice are those promised.
//!
//! The module knows the log and no file. Without its script the page shows the final board and the list of moves. The
//! script (`viewer.js`, with `chance.js`) steps through the boards.

mod curve;
mod data;
mod frames;
mod list;
mod outcome;
mod page;
mod players;
mod replay_steps;

pub use page::{ReplayPage, html};
