//! Tournaments: who meets whom, and what the results say.

pub mod schedule;
pub mod stats;
