//! The parts of a turn and their notation.

use std::str::FromStr;

use crate::{
    board::{
        orthodox::{ManMove, man_move},
        text,
    },
    game::UnreadableError,
};

/// A part of a turn. Castling is written as the king's move, `e1g1`.
pub type Action = ManMove<10>;

impl FromStr for Action {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        text::action(text, man_move, "a part of a turn such as e2e4, with a promotion f7g8q, castling e1g1")
    }
}
