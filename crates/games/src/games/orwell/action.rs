//! The actions and their notation.

use std::fmt::{self, Write};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{char, one_of},
    combinator::{map, map_opt, opt, value},
    sequence::preceded,
};

use super::{Die, Kind, Square};
use crate::board::square;

/// A throw of the dice, a pass, or a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The two dice as thrown, such as `@13`.
    Throw(Die, Die),
    /// The loss of a die: `pass`.
    Pass,
    /// A move, such as `c3d4` or `f1e2j`.
    Move(Move),
}

/// A move of one man from a square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square of the man that moves.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The kind that a Berlinpeono promotes to on a Minipax square.
    pub promotion: Option<Kind>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(first, second) => write!(f, "@{first}{second}"),
            Self::Pass => f.write_str("pass"),
            Self::Move(Move { from, to, promotion }) => {
                from.fmt(f)?;
                to.fmt(f)?;
                promotion.map_or(Ok(()), |kind| f.write_char(kind.letter().to_ascii_lowercase()))
            }
        }
    }
}

readable! {
    Action: action, "a move such as c3d4, with a promotion f1e2j, or pass", "a throw such as @13";
}

/// `action = throw / "pass" / move`
fn action(input: &str) -> IResult<&str, Action> {
    alt((throw, value(Action::Pass, tag("pass")), map(go, Action::Move))).parse(input)
}

/// `throw = "@" die die`, `die = %x31-36`
fn throw(input: &str) -> IResult<&str, Action> {
    map(preceded(char('@'), (Die::read, Die::read)), |(first, second)| Action::Throw(first, second)).parse(input)
}

/// `move = square square ["d" / "g" / "j" / "p"]`
fn go(input: &str) -> IResult<&str, Move> {
    let kind = |letter: char| Kind::PROMOTIONS.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
    let letter = map_opt(one_of("dgjp"), kind);
    map((square, square, opt(letter)), |(from, to, promotion)| Move { from, to, promotion }).parse(input)
}
