//! Cat Chess against its rules page: refusals, numbers, and what no law, oracle or golden shows.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod cats;
mod challenges;
mod endings;
mod naive;
mod numbers;
mod oracle;
mod setup;
mod turns;
mod vacating;
