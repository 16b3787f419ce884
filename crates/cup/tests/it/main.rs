//! Who meets whom, and what the results say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod cooperative;
mod elo;
mod fixtures;
mod knockout;
mod openings;
mod playing;
mod scores;
mod sprt;
mod swiss;
