//! Tests of the crate `uvi`: good lines, bad lines, and a bot's side of the dialogue.

mod abnf;
mod bot;
mod document;
mod errors;
mod laws;
mod lines;
mod move_list;
mod text;
mod vectors;
