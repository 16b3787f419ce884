//! Moves as in UCI: origin, target, and promotion.

use std::fmt::{self, Display, Write};

use nom::{
    IResult, Parser,
    character::complete::one_of,
    combinator::{map, map_opt, opt},
};

use super::ManKind;
use crate::{
    board::{Square, square},
    game::Gesture,
};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManMove<const RANKS: usize> {
    /// The square of the man that moves.
    pub from: Square<8, RANKS>,
    /// The target square.
    pub to: Square<8, RANKS>,
    /// The kind that a pawn promotes to.
    pub promotion: Option<ManKind>,
}

/// `move = square square ["q" / "r" / "b" / "n"]`
pub fn man_move<const RANKS: usize>(input: &str) -> IResult<&str, ManMove<RANKS>> {
    let promotion = opt(map_opt(one_of("qrbn"), ManKind::of));
    map((square, square, promotion), |(from, to, promotion)| ManMove { from, to, promotion }).parse(input)
}

impl<const RANKS: usize> Display for ManMove<RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl<const RANKS: usize> ManMove<RANKS> {
    /// Writes the move, such as `e7e8q`.
    pub fn write(self, text: &mut impl Write) -> fmt::Result {
        self.from.write(text)?;
        self.to.write(text)?;
        self.promotion.map_or(Ok(()), |kind| text.write_char(kind.letter().to_ascii_lowercase()))
    }

    /// The input of the move with a pointer: clicks on two squares, then a word for a promotion.
    pub fn gesture(self) -> Gesture {
        let places = Gesture::at([self.from, self.to]);
        match self.promotion {
            None => places,
            Some(kind) => places.and_say(kind.letter().to_ascii_lowercase(), format!("promote to a {}", kind.name())),
        }
    }
}
