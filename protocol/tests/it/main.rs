//! The crate `uvi`: what lines mean, what is wrong with those that mean nothing, and a bot's side of the dialogue.

mod abnf;
mod bot;
mod document;
mod errors;
mod laws;
mod messages;
mod text;
mod vectors;
