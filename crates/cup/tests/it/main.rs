//! Tests of schedules, plans, progress and statistics.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod adaptive;
mod books;
mod cooperative;
mod deals;
mod dependence;
mod elo;
mod facts;
mod fixtures;
mod gates;
mod growth;
mod intervals;
mod keys;
mod knockout;
mod ladder;
mod openings;
mod plans;
mod playing;
mod progress;
mod ranks;
mod rings;
mod runner;
mod scores;
mod shards;
mod simulated;
mod simulated_ladder;
mod sprt;
mod standings;
mod swiss;
mod written;
