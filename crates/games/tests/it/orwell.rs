//! Orwell Chess against its rules page: refusals, numbers, and what no law, oracle or golden shows.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod endings;
mod men;
mod numbers;
mod support;
mod turns;
