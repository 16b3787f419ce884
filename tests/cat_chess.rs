//! Cat Chess against its rules page: one test for each rule, each refusal and each number.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

#[path = "cat_chess/cats.rs"]
mod cats;
#[path = "cat_chess/challenges.rs"]
mod challenges;
#[path = "cat_chess/endings.rs"]
mod endings;
#[path = "cat_chess/naive.rs"]
mod naive;
#[path = "cat_chess/numbers.rs"]
mod numbers;
#[path = "cat_chess/oracle.rs"]
mod oracle;
#[path = "cat_chess/refusals.rs"]
mod refusals;
#[path = "cat_chess/scene.rs"]
mod scene;
#[path = "cat_chess/secrets.rs"]
mod secrets;
#[path = "cat_chess/setup.rs"]
mod setup;
#[path = "cat_chess/texts.rs"]
mod texts;
#[path = "cat_chess/turns.rs"]
mod turns;
#[path = "support/typed.rs"]
mod typed;
#[path = "cat_chess/vacating.rs"]
mod vacating;
