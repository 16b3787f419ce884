//! Katarenga, Congress and Isolation against their rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

#[path = "katarenga/congress.rs"]
mod congress;
#[path = "katarenga/golden.rs"]
mod golden;
#[path = "katarenga/isolation.rs"]
mod isolation;
#[path = "katarenga/play.rs"]
mod play;
#[path = "katarenga/texts.rs"]
mod texts;

#[path = "support/typed.rs"]
mod typed;
