//! Orwell Chess against its rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

#[path = "orwell/endings.rs"]
mod endings;
#[path = "orwell/men.rs"]
mod men;
#[path = "orwell/numbers.rs"]
mod numbers;
#[path = "orwell/properties.rs"]
mod properties;
#[path = "orwell/support.rs"]
mod support;
#[path = "orwell/texts.rs"]
mod texts;
#[path = "orwell/turns.rs"]
mod turns;
