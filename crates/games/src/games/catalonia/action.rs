//! The actions and their notation.

use std::fmt;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::char,
    combinator::{map, map_opt, value},
    multi::many_m_n,
    sequence::preceded,
};

use super::{Square, chain::MOST};
use crate::board::square;

/// A decision of a seat, a pass, or the fall of a bomb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The square on which the bomb falls: `@c4`.
    Bomb(Square),
    /// White lets Black move first: `yield`.
    Yield,
    /// Black refuses to move first: `decline`.
    Decline,
    /// A player who cannot move passes: `pass`.
    Pass,
    /// A man moves, or escapes from the square that it lost: `c4e6`.
    Move(Square, Square),
    /// The roller chooses a target: `*c5`.
    Target(Square),
    /// A trapped Peasant is removed: `-c3`.
    Remove(Square),
    /// No more Peasants are removed: `done`.
    Done,
    /// The roller claims no chain: `none`.
    NoClaim,
    /// The roller claims a chain: `=c4e2f3e1`.
    Claim(Claim),
}

/// The squares of a claimed chain, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    length: u8,
    /// The places from `length` on hold the first square.
    squares: [Square; MOST],
}

impl Claim {
    /// The claim of these squares; `None` unless there are one to [`MOST`].
    pub fn new(squares: &[Square]) -> Option<Self> {
        let mut claim = Self { length: squares.len() as u8, squares: [*squares.first()?; MOST] };
        claim.squares.get_mut(..squares.len())?.copy_from_slice(squares);
        Some(claim)
    }

    /// The squares in the order of the claim: each man defends the next.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.length)]
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Claim({self})")
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("=")?;
        self.squares().iter().try_for_each(|square| square.fmt(f))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bomb(square) => write!(f, "@{square}"),
            Self::Yield => f.write_str("yield"),
            Self::Decline => f.write_str("decline"),
            Self::Pass => f.write_str("pass"),
            Self::Move(from, to) => write!(f, "{from}{to}"),
            Self::Target(square) => write!(f, "*{square}"),
            Self::Remove(square) => write!(f, "-{square}"),
            Self::Done => f.write_str("done"),
            Self::NoClaim => f.write_str("none"),
            Self::Claim(claim) => claim.fmt(f),
        }
    }
}

readable! {
    Action: action,
    "a move such as c3d4, yield, decline, a target *c5, a claim =c4e2f3e1, none, a removal -c3, \
     done, or pass",
    "the square of a bomb such as @c4";
}

/// `action = word / bomb / target / removal / claim / move`, `word = "yield" / "decline" / "pass" / "done" / "none"`
fn action(input: &str) -> IResult<&str, Action> {
    alt((
        value(Action::Yield, tag("yield")),
        value(Action::Decline, tag("decline")),
        value(Action::Pass, tag("pass")),
        value(Action::Done, tag("done")),
        value(Action::NoClaim, tag("none")),
        map(preceded(char('@'), square), Action::Bomb),
        map(preceded(char('*'), square), Action::Target),
        map(preceded(char('-'), square), Action::Remove),
        map(preceded(char('='), claim), Action::Claim),
        map((square, square), |(from, to)| Action::Move(from, to)),
    ))
    .parse(input)
}

/// `claim = 1*24square`, because there are at most 24 men
fn claim(input: &str) -> IResult<&str, Claim> {
    map_opt(many_m_n(1, MOST, square), |squares| Claim::new(&squares)).parse(input)
}
