//! Orthodox chess by the Laws of FIDE, from the usual start or from a shuffled one (Chess960). The rules page is
//! `RULES.md`.
//!
//! The kinds of men are those of `board::orthodox`. The board is a set of bitboards, because perft speed is compared
//! with that of chess engines.

mod castling;
mod drawing;
mod encoding;
mod end;
mod men;
mod moves;
mod options;
mod past;
mod pgn;
mod play;
mod position;
mod rules;
mod san;
mod sense;
mod set;
mod shuffle;
mod why;

pub use options::ChessOptions;
pub use position::Chess;
pub use shuffle::row;

use crate::board::orthodox::{ManMove, man_move};

/// A square of the board.
pub type Square = crate::board::Square<8, 8>;

/// A move as in UCI. Castling has the king's target, or with the option `start shuffled` the square of his rook.
pub type Action = ManMove<8>;

readable! { Action: man_move, "a move such as e2e4, with a promotion e7e8q, castling e1g1"; }
