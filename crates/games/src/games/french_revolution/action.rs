//! The parts of a turn and their notation.

use std::{fmt, str::FromStr};

use nom::{
    IResult, Parser,
    combinator::{all_consuming, map},
};

use crate::{
    board::orthodox::{BoardSquare, ManKind, from_to, write_from_to},
    game::UnreadableError,
};

/// A part of a turn. Castling is written as the king's move, `e1g1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The square of the man that moves.
    pub from: BoardSquare,
    /// The target square.
    pub to: BoardSquare,
    /// The kind that a pawn promotes to.
    pub promotion: Option<ManKind>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_from_to(f, (self.from, self.to, self.promotion))
    }
}

impl FromStr for Action {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        let parsed = all_consuming(action).parse(text);
        let expected = "a part of a turn such as e2e4, with a promotion f7g8q, castling e1g1";
        parsed.map(|(_, action)| action).map_err(|_| UnreadableError { expected })
    }
}

/// `action = from-to`
fn action(input: &str) -> IResult<&str, Action> {
    map(from_to, |(from, to, promotion)| Action { from, to, promotion }).parse(input)
}
