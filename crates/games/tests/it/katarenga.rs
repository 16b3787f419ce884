//! The games for Katarenga's board against their rules pages: refusals, numbers, what no law, oracle or golden shows.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod congress;
mod family;
mod golden;
mod isolation;
mod play;
