//! Orthodox chess by the Laws of FIDE, from the usual start or from a shuffled one (Chess960). Its rules page is
//! `RULES.md`. Kinds of men are those of `board::orthodox`; boards are sets of 64 bits here, since perft of chess is
//! compared with that of engines.

mod action;
mod castling;
mod drawing;
mod encoding;
mod end;
mod men;
mod moves;
mod note;
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
mod specimens;
mod why;

pub use action::Action;
pub use position::Chess;
pub use shuffle::row;

/// A square of the board.
pub type Square = crate::board::Square<8, 8>;
