//! Orwell Chess against its rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod endings;
mod men;
mod numbers;
mod support;
mod texts;
mod turns;
