//! A move and its notation, as in UCI.

use crate::board::orthodox::{ManMove, man_move};

/// A move as in UCI. Castling has the king's target, or with the option `start shuffled` the square of his rook.
pub type Action = ManMove<8>;

readable! { Action: man_move, "a move such as e2e4, with a promotion e7e8q, castling e1g1"; }
