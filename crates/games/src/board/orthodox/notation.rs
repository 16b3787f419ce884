//! Moves as in UCI: origin, target, and promotion.

use std::fmt::{self, Write as _};

use nom::{
    IResult, Parser,
    character::complete::one_of,
    combinator::{map_opt, opt},
};

use super::ManKind;
use crate::{
    board::{Square, square},
    game::Gesture,
};

/// A move: origin, target, and the kind that a pawn promotes to.
pub type FromTo<const RANKS: usize> = (Square<8, RANKS>, Square<8, RANKS>, Option<ManKind>);

/// `from-to = square square ["q" / "r" / "b" / "n"]`
pub fn from_to<const RANKS: usize>(input: &str) -> IResult<&str, FromTo<RANKS>> {
    (square, square, opt(map_opt(one_of("qrbn"), ManKind::of))).parse(input)
}

/// Writes a move in the form that [`from_to`] reads.
pub fn write_from_to<const RANKS: usize>(
    f: &mut fmt::Formatter<'_>,
    (from, to, promotion): FromTo<RANKS>,
) -> fmt::Result {
    fmt::Display::fmt(&from, f)?;
    fmt::Display::fmt(&to, f)?;
    promotion.map_or(Ok(()), |kind| f.write_char(kind.letter().to_ascii_lowercase()))
}

/// The input of a move with a pointer: clicks on two squares, then a word for a promotion.
pub fn from_to_gesture<const RANKS: usize>((from, to, promotion): FromTo<RANKS>) -> Gesture {
    let places = Gesture::at([from, to]);
    match promotion {
        None => places,
        Some(kind) => places.and_say(kind.letter().to_ascii_lowercase(), format!("promote to a {}", kind.name())),
    }
}
