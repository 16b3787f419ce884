//! The board as a real process, with friendly and hostile pages.

#![expect(clippy::unwrap_used, reason = "tests")]

mod attacks;
mod board;
mod file_tail;
mod games;
mod restarts;
mod secrets;
mod watched_folder;
