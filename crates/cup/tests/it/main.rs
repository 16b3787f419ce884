//! Who meets whom, and what the results say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod cooperative;
mod elo;
mod fixtures;
mod intervals;
mod knockout;
mod playing;
mod scores;
mod simulated;
mod sprt;
mod swiss;
