//! A match log as one page of HTML on which its game can be seen move by move. Nothing is loaded from anywhere; the page
//! draws its chance again from the seed, and so says by itself whether the dice are those that were promised.
//!
//! It knows the log and no file. What the page says without its script is the final board and all that happened; the
//! script (`viewer.js`, on `chance.js`) steps through the boards.

mod curve;
mod data;
mod frames;
mod list;
mod outcome;
mod page;
mod walk;

pub use page::{Viewed, html};
