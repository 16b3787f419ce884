//! Arbiter, a headless referee for board games that no other referee can hold.
//!
//! In reading order, lowest layer first; no module uses one that stands below it in this list:

pub mod game;

pub mod board;

pub mod games;

pub mod record;

pub mod referee;

pub mod bot;

pub mod driver;

pub mod tournament;

pub mod report;

pub mod viewer;

pub mod check;

pub mod daemon;
