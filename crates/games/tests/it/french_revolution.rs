//! French Revolution Chess against its rules page: one test for each rule, each option, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

mod numbers;
mod options;
mod oracle;
mod parts;
mod texts;
