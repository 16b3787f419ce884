//! The parts of a turn and their notation.

use crate::board::orthodox::{ManMove, man_move};

/// A part of a turn. Castling is written as the king's move, `e1g1`.
pub type Action = ManMove<10>;

readable! { Action: man_move, "a part of a turn such as e2e4, with a promotion f7g8q, castling e1g1"; }
