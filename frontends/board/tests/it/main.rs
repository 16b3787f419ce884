//! The board as a real process, with pages that mean well and others that do not.

#![expect(clippy::unwrap_used, reason = "tests")]

mod attacks;
mod board;
mod games;
mod restarts;
