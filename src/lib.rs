//! Arbiter, a headless referee for board games that no other referee can hold.
//!
//! In reading order, lowest layer first; no module uses one below it in this list:

pub mod board;
pub mod game;
pub mod games;

pub mod bot;
