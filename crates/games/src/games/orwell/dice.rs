//! The dice, and the men that each of them moves.

use std::fmt;

use nom::{IResult, Parser, character::complete::one_of, combinator::map_opt};

use super::Kind;
use crate::board::text::{TextResult, expect, wrong};

/// The number that a die shows.
#[expect(missing_docs, reason = "the numbers")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    One = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Die {
    /// All numbers, ascending.
    pub const ALL: [Self; 6] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six];

    /// The die that shows this number, 1 to 6.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&die| die as u8 == number)
    }

    facts! {
        /// The kinds that the die moves, as bits. Rules page, Use of the dice.
        kinds: u8 = One | Six => const { bits(&[Kind::Up, Kind::Down, Kind::Raja, Kind::Maharaja]) },
            Two => const { bits(&[Kind::Dabbabah]) }, Three => const { bits(&[Kind::Gryphon]) },
            Four => const { bits(&[Kind::Jugyo]) }, Five => const { bits(&[Kind::Pao]) };
    }

    /// Returns true if the die moves a man of this kind.
    pub const fn moves(self, kind: Kind) -> bool {
        self.kinds() & 1 << kind as u8 != 0
    }
}

/// The set of these kinds, one bit each.
const fn bits(kinds: &[Kind]) -> u8 {
    let (mut set, mut which) = (0, 0);
    while which < kinds.len() {
        set |= 1 << kinds[which] as u8;
        which += 1;
    }
    set
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}

/// `die = %x31-36`
pub(super) fn die(input: &str) -> IResult<&str, Die> {
    map_opt(one_of("123456"), |digit| Die::new(digit as u8 - b'0')).parse(input)
}

/// The remaining dice, ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dice {
    /// No die: they are yet to be thrown, or the last die ended the game.
    None,
    /// One die; the other is used or lost.
    One(Die),
    /// Both dice, the lower first.
    Two(Die, Die),
}

impl Dice {
    /// Both dice; the arguments may have any order.
    pub fn both(one: Die, other: Die) -> Self {
        Self::Two(one.min(other), one.max(other))
    }

    /// The dice, the lower first.
    pub fn iter(self) -> impl Iterator<Item = Die> {
        let (one, other) = match self {
            Self::None => (None, None),
            Self::One(die) => (Some(die), None),
            Self::Two(low, high) => (Some(low), Some(high)),
        };
        one.into_iter().chain(other)
    }

    /// Returns true if any of the dice moves a man of this kind.
    pub fn moves(self, kind: Kind) -> bool {
        self.kinds() & 1 << kind as u8 != 0
    }

    /// The kinds that any of the dice moves, as bits.
    pub(super) fn kinds(self) -> u8 {
        match self {
            Self::None => 0,
            Self::One(die) => die.kinds(),
            Self::Two(low, high) => low.kinds() | high.kinds(),
        }
    }

    /// The dice that are left after a man of this kind has moved. Rules page, Use of the dice: if 1 and 6 are both
    /// left, the 1 is spent, which is the lower.
    pub fn spent_by(self, kind: Kind) -> Self {
        match self {
            Self::Two(low, high) if low.moves(kind) => Self::One(high),
            Self::Two(low, _) => Self::One(low),
            Self::None | Self::One(_) => Self::None,
        }
    }

    /// The dice that are left after the lowest die is lost.
    pub const fn without_lowest(self) -> Self {
        match self {
            Self::Two(_, high) => Self::One(high),
            Self::None | Self::One(_) => Self::None,
        }
    }
}

/// Writes the numbers, such as `13`, or `-`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::One(die) => write!(f, "{die}"),
            Self::Two(low, high) => write!(f, "{low}{high}"),
        }
    }
}

/// `dice = "-" / die [die]`, the lower one first
pub(super) fn dice(input: &str) -> TextResult<'_, Dice> {
    if let Some(rest) = input.strip_prefix('-') {
        return Ok((rest, Dice::None));
    }
    let (rest, first) = expect("the dice left, such as 13, or -", die)(input)?;
    let Ok((end, second)) = die(rest) else {
        if rest.starts_with(|character: char| character.is_ascii_digit()) {
            return Err(wrong(rest, "a die from 1 to 6"));
        }
        return Ok((rest, Dice::One(first)));
    };
    if second < first {
        return Err(wrong(input, "the lower die first"));
    }
    Ok((end, Dice::Two(first, second)))
}
