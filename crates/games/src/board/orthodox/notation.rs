//! Moves as in UCI: from where, to where, and what a pawn becomes.

use std::fmt::{self, Write as _};

use nom::{
    IResult, Parser,
    character::complete::one_of,
    combinator::{map_opt, opt},
};

use super::Kind;
use crate::{
    board::{Square, square},
    game::Gesture,
};

/// Where a man goes, from and to, and what a pawn becomes there.
pub type FromTo<const RANKS: usize> = (Square<8, RANKS>, Square<8, RANKS>, Option<Kind>);

/// `from-to = square square ["q" / "r" / "b" / "n"]`
pub fn from_to<const RANKS: usize>(input: &str) -> IResult<&str, FromTo<RANKS>> {
    (square, square, opt(map_opt(one_of("qrbn"), Kind::of))).parse(input)
}

/// Writes what [`from_to`] reads.
pub fn write_from_to<const RANKS: usize>(
    f: &mut fmt::Formatter<'_>,
    (from, to, promotion): FromTo<RANKS>,
) -> fmt::Result {
    fmt::Display::fmt(&from, f)?;
    fmt::Display::fmt(&to, f)?;
    promotion.map_or(Ok(()), |kind| f.write_char(kind.letter().to_ascii_lowercase()))
}

/// What such a move is made of.
pub fn from_to_gesture<const RANKS: usize>((from, to, promotion): FromTo<RANKS>) -> Gesture {
    let places = Gesture::at([from, to]);
    match promotion {
        None => places,
        Some(kind) => places.and_say(kind.letter().to_ascii_lowercase(), format!("promote to a {}", kind.name())),
    }
}
