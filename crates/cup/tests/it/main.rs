//! Who meets whom, and what the results say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod cooperative;
mod elo;
mod fixtures;
mod knockout;
mod playing;
mod progress;
mod scores;
mod sprt;
mod swiss;
