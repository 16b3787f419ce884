//! A move and its notation, as in UCI.

use std::{fmt, str::FromStr};

use nom::{
    IResult, Parser,
    combinator::{all_consuming, map},
};

use super::Square;
use crate::{
    board::orthodox::{ManKind, from_to, write_from_to},
    game::UnreadableError,
};

/// A move as in UCI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The square of the man that moves.
    pub from: Square,
    /// The target square. For castling: the king's target, or with the option `start shuffled` the square of his rook.
    pub to: Square,
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
        let expected = "a move such as e2e4, with a promotion e7e8q, castling e1g1";
        parsed.map(|(_, action)| action).map_err(|_| UnreadableError { expected })
    }
}

/// `action = from-to`
pub(super) fn action(input: &str) -> IResult<&str, Action> {
    map(from_to, |(from, to, promotion)| Action { from, to, promotion }).parse(input)
}
