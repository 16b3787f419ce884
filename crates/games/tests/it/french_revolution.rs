//! French Revolution Chess against its rules page: options, refusals, numbers, and what no law, oracle or golden shows.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod numbers;
mod options;
mod oracle;
mod parts;
