//! The actions of the games and their notation.

use std::fmt;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    combinator::{map, value},
    sequence::terminated,
};

use super::{Pawns, Square};
use crate::{
    board::{Side, square},
    game::Gesture,
};

/// The name of the camp that a side's pawns go to, which is that of the opponent.
pub(super) fn camp_of(side: Side) -> String {
    format!("camp-{}", side.seat())
}

/// An action as the games of the family show it.
pub(super) trait PawnAction: Copy + fmt::Display {
    /// The action as people write it. `pawns` are those before it.
    fn describe(self, pawns: &Pawns) -> String {
        let _ = pawns;
        self.to_string()
    }

    /// The origin (if any) and target, or the square that a pawn has left for the camp. `None` if no pawn goes.
    fn places(self) -> Option<(Option<Square>, Square)>;

    fn gesture(self, side: Side) -> Gesture;
}

/// A clockwise turn of the board or of a quarterboard.
#[expect(missing_docs, reason = "the degrees")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turned {
    By0,
    By90,
    By180,
    By270,
}

impl Turned {
    words! {
        /// The word of the turn in an action.
        pub word: &'static str = By0 => "turn0", By90 => "turn90", By180 => "turn180", By270 => "turn270";
    }

    facts! {
        /// The turn in words.
        meaning: &'static str = By0 => "leave the board as it lies", By90 => "turn the board a quarter clockwise",
            By180 => "turn the board half round", By270 => "turn the board a quarter counter-clockwise";
    }

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

/// An action of Katarenga and Colorado.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Black's choice of his baseline: `turn90`.
    Turn(Turned),
    /// A move of a pawn: `a1a5`.
    Go(Move),
    /// A pawn's way from this square into camp: `c8camp`. Katarenga only.
    Camp(Square),
}

/// An action of the games in which pawns are placed first and move later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Posting {
    /// A pawn is placed: `d4`.
    Place(Square),
    /// A pawn moves: `d4e5`.
    Go(Move),
    /// The player cannot act: `pass`. Battle Stations only.
    Pass,
}

/// An action of Isolation and Cornered: a pawn is placed, `d4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placing(pub Square);

impl PawnAction for Move {
    /// `a1-a5` or `a1xa5`.
    fn describe(self, pawns: &Pawns) -> String {
        let sign = if pawns.at(self.to).is_some() { 'x' } else { '-' };
        format!("{}{sign}{}", self.from, self.to)
    }

    fn places(self) -> Option<(Option<Square>, Square)> {
        Some((Some(self.from), self.to))
    }

    fn gesture(self, _: Side) -> Gesture {
        Gesture::at([self.from, self.to])
    }
}

impl PawnAction for Decision {
    /// `a1-a5`, `a1xa5`, `c8-camp` or `turn90`.
    fn describe(self, pawns: &Pawns) -> String {
        match self {
            Self::Go(go) => go.describe(pawns),
            Self::Camp(from) => format!("{from}-camp"),
            Self::Turn(_) => self.to_string(),
        }
    }

    fn places(self) -> Option<(Option<Square>, Square)> {
        match self {
            Self::Go(go) => go.places(),
            Self::Camp(from) => Some((None, from)),
            Self::Turn(_) => None,
        }
    }

    fn gesture(self, side: Side) -> Gesture {
        match self {
            Self::Go(go) => go.gesture(side),
            Self::Camp(from) => Gesture::at([from.to_string(), camp_of(side)]),
            Self::Turn(turned) => Gesture::say(self, turned.meaning()),
        }
    }
}

impl PawnAction for Posting {
    /// `d4`, `a1-d4` or `d4xe5`.
    fn describe(self, pawns: &Pawns) -> String {
        match self {
            Self::Go(go) => go.describe(pawns),
            Self::Place(_) | Self::Pass => self.to_string(),
        }
    }

    fn places(self) -> Option<(Option<Square>, Square)> {
        match self {
            Self::Place(square) => Some((None, square)),
            Self::Go(go) => go.places(),
            Self::Pass => None,
        }
    }

    fn gesture(self, side: Side) -> Gesture {
        match self {
            Self::Place(square) => Gesture::at([square]),
            Self::Go(go) => go.gesture(side),
            Self::Pass => Gesture::say(self, "nothing to capture"),
        }
    }
}

impl PawnAction for Placing {
    fn places(self) -> Option<(Option<Square>, Square)> {
        Some((None, self.0))
    }

    fn gesture(self, _: Side) -> Gesture {
        Gesture::at([self.0])
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(turned) => f.write_str(turned.word()),
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

impl fmt::Display for Posting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// `move = square square`
fn go(input: &str) -> IResult<&str, Move> {
    map((square, square), |(from, to)| Move { from, to }).parse(input)
}

/// `decision = "turn0" / "turn90" / "turn180" / "turn270" / square "camp" / move`
fn decision(input: &str) -> IResult<&str, Decision> {
    let camp = terminated(square, tag("camp"));
    alt((map(Turned::read, Decision::Turn), map(camp, Decision::Camp), map(go, Decision::Go))).parse(input)
}

/// `posting = move / square / "pass"`
fn posting(input: &str) -> IResult<&str, Posting> {
    alt((map(go, Posting::Go), map(square, Posting::Place), value(Posting::Pass, tag("pass")))).parse(input)
}

readable! {
    Move: go, "a move such as a1a5";
    Decision: decision,
        "a move such as a1a5, and where the game has them a way to a camp such as c8camp, or a turn such as turn90";
    Posting: posting, "a square such as d4, or a move such as d4e5";
    Placing: map(square, Placing), "a square such as d4";
}
