//! French Revolution Chess against its rules page: one test for each rule, each option, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

#[path = "french_revolution/numbers.rs"]
mod numbers;
#[path = "french_revolution/options.rs"]
mod options;
#[path = "french_revolution/oracle.rs"]
mod oracle;
#[path = "french_revolution/parts.rs"]
mod parts;
#[path = "french_revolution/texts.rs"]
mod texts;

#[path = "support/typed.rs"]
mod typed;
