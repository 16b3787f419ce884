//! Katarenga by David Parlett (2017), and Congress and Isolation from the same box: the colours of the board decide how
//! a pawn moves. Each game has a rules page: `RULES.md`, `congress/RULES.md` and `isolation/RULES.md`.
//!
//! The games share the board ([`Colours`]), the deal of its quarterboards, and the moves of a pawn
//! ([`Colours::reach`]). Each game has its own file: `play.rs` (Katarenga), `congress.rs` and `isolation.rs`.

mod action;
mod colours;
mod congress;
mod deal;
mod drawing;
mod encoding;
mod isolation;
mod moves;
mod pawns;
mod picture;
mod play;
mod sense;
mod sight;
mod specimens;

pub use action::{Decision, Move, Placing, Turned};
pub use colours::{Colour, Colours};
pub use congress::{Congress, CongressOptions};
pub use deal::{Quarter, deal};
pub use isolation::{Isolation, IsolationOptions, Rule};
pub use pawns::{Pawns, Square, Squares};
pub use play::{Baseline, Katarenga, KatarengaOptions};
