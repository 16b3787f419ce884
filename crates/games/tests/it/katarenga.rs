//! Katarenga and the other games for its board against their rules page: one test for each rule, each refusal and each
//! number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod congress;
mod family;
mod golden;
mod isolation;
mod play;
mod texts;
