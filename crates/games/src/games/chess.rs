//! Orthodox chess by the Laws of FIDE, from the usual start or from a shuffled one (Chess960). The rules page is
//! `RULES.md`.
//!
//! The kinds of men are those of `board::orthodox`. The board is a set of bitboards, because perft speed is compared
//! with that of chess engines.

mod action;
mod castling;
mod drawing;
mod encoding;
mod end;
mod fields;
mod men;
mod moves;
mod options;
mod past;
mod pgn;
mod picture;
mod play;
mod position;
mod rules;
mod san;
mod sense;
mod set;
mod shuffle;
mod why;

pub use action::Action;
pub use options::ChessOptions;
pub use position::Chess;
pub use shuffle::row;

/// A square of the board.
pub type Square = crate::board::Square<8, 8>;
