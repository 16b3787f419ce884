//! Katarenga by David Parlett (2017) and its sisters Congress and Isolation, which are sold in one box: a board of
//! colours that decide how a pawn moves. Their rules page is `RULES.md`. The three share the board
//! ([`Colours`]), how it is dealt and turned, and how a pawn moves ([`Colours::reach`]); each has its own file.

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
