//! Tests of the crate `uvi`: good lines, bad lines, and a bot's side of the dialogue.

mod abnf;
mod bot;
mod document;
mod errors;
mod laws;
mod messages;
mod text;
mod vectors;
