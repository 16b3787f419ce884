//! Who meets whom, and what the results say.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "tournament/cooperative.rs"]
mod cooperative;
#[path = "tournament/elo.rs"]
mod elo;
#[path = "tournament/fixtures.rs"]
mod fixtures;
#[path = "tournament/knockout.rs"]
mod knockout;
#[path = "tournament/playing.rs"]
mod playing;
#[path = "tournament/scores.rs"]
mod scores;
#[path = "tournament/sprt.rs"]
mod sprt;
#[path = "tournament/swiss.rs"]
mod swiss;
