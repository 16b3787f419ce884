//! French Revolution Chess by Hans Bodlaender (2000): orthodox men, and two parts a turn, a piece and then a pawn. The
//! rules page is `RULES.md`. Men, attacks and castling are those of `board::orthodox`.

mod drawing;
mod encoding;
mod parts;
mod position;
mod rules;
mod san;
mod sense;

pub use position::{FrenchRevolution, Part, Pawns, Revolution};

use crate::board::orthodox::{ManMove, man_move};

/// A part of a turn. Castling is written as the king's move, `e1g1`.
pub type Action = ManMove<10>;

readable! { Action: man_move, "a part of a turn such as e2e4, with a promotion f7g8q, castling e1g1"; }
