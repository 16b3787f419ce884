//! The actions of the three games and their notation.

use std::{fmt, str::FromStr};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    combinator::{map, map_opt},
    sequence::{preceded, terminated},
};

use super::Square;
use crate::{
    board::{square, text},
    game::UnreadableError,
};

/// A clockwise turn of the board or of a quarterboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turned {
    /// 0 degrees.
    By0,
    /// 90 degrees.
    By90,
    /// 180 degrees.
    By180,
    /// 270 degrees.
    By270,
}

impl Turned {
    /// All turns, ascending.
    pub const ALL: [Self; 4] = [Self::By0, Self::By90, Self::By180, Self::By270];

    /// The number of quarter turns, 0 to 3.
    pub const fn quarters(self) -> u32 {
        self as u32
    }

    /// The degrees: 0, 90, 180 or 270.
    pub const fn degrees(self) -> u32 {
        90 * self.quarters()
    }
}

/// A move of a pawn, `a1a5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square of the pawn.
    pub from: Square,
    /// The target square.
    pub to: Square,
}

impl Move {
    /// The move as people write it: `a1-a5` or `a1xa5`.
    pub(super) fn describe(self, captures: bool) -> String {
        let sign = if captures { 'x' } else { '-' };
        format!("{}{sign}{}", self.from, self.to)
    }
}

/// An action of Katarenga.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Black's choice of his baseline: `turn90`.
    Turn(Turned),
    /// A move of a pawn: `a1a5`.
    Go(Move),
    /// A pawn's way from this square into camp: `c8camp`.
    Camp(Square),
}

/// An action of Isolation: a pawn is placed, `d4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placing(pub Square);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(turned) => write!(f, "turn{}", turned.degrees()),
            Self::Go(go) => go.fmt(f),
            Self::Camp(from) => write!(f, "{from}camp"),
        }
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `move = square square`
fn go(input: &str) -> IResult<&str, Move> {
    map((square, square), |(from, to)| Move { from, to }).parse(input)
}

/// `turn = "turn" ("0" / "90" / "180" / "270")`
fn turn(input: &str) -> IResult<&str, Turned> {
    let turned = |degrees: u32| Turned::ALL.into_iter().find(|turned| turned.degrees() == degrees);
    let degrees = alt((tag("0"), tag("90"), tag("180"), tag("270")));
    preceded(tag("turn"), map_opt(degrees, |text: &str| turned(text.parse().ok()?))).parse(input)
}

impl FromStr for Move {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        text::action(text, go, "a move such as a1a5")
    }
}

impl FromStr for Decision {
    type Err = UnreadableError;

    /// `action = turn / square "camp" / move`
    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        let camp = terminated(square, tag("camp"));
        let action = alt((map(turn, Self::Turn), map(camp, Self::Camp), map(go, Self::Go)));
        text::action(
            text,
            action,
            "a move such as a1a5, a pawn's way to a camp such as c8camp, or a turn of the board such as turn90",
        )
    }
}

impl FromStr for Placing {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        text::action(text, map(square, Self), "a square such as d4")
    }
}
