//! The referee with an artificial time, and logs as texts: all tests that need no process.

#![expect(clippy::disallowed_methods, reason = "tests read what is kept in the tree, and begin at some time")]

mod flaws;
mod logs;
mod pgn;
mod pictures;
mod reading;
mod referee;
mod secrets;
mod vectors;
