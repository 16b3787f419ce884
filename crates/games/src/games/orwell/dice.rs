//! The dice, and the men that each of them moves.

use std::fmt;

use arrayvec::ArrayVec;
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

/// The remaining dice, ascending. None are left before a throw, and if the last one ended the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Dice(ArrayVec<Die, 2>);

impl Dice {
    /// Both dice; the arguments may have any order.
    pub fn both(one: Die, other: Die) -> Self {
        Self([one.min(other), one.max(other)].into())
    }

    /// Returns true if no die is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The dice, the lower first.
    pub fn iter(&self) -> impl Iterator<Item = Die> {
        self.0.iter().copied()
    }

    /// Returns true if any of the dice moves a man of this kind.
    pub fn moves(&self, kind: Kind) -> bool {
        self.iter().any(|die| die.moves(kind))
    }

    /// The kinds that any of the dice moves, as bits.
    pub(super) fn kinds(&self) -> u8 {
        self.iter().fold(0, |kinds, die| kinds | die.kinds())
    }

    /// Removes the die that moves a man of this kind. Rules page, Use of the dice: if 1 and 6 are both left, the 1 is
    /// spent, which is the lower.
    pub fn spend(&mut self, kind: Kind) {
        if let Some(place) = self.0.iter().position(|die| die.moves(kind)) {
            self.0.remove(place);
        }
    }

    /// Removes the lowest die.
    pub fn lose_lowest(&mut self) {
        self.0.pop_at(0);
    }
}

/// Writes the numbers, such as `13`, or `-`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.write_str("-") } else { self.iter().try_for_each(|die| die.fmt(f)) }
    }
}

/// `dice = "-" / die [die]`, the lower one first
pub(super) fn dice(input: &str) -> TextResult<'_, Dice> {
    if let Some(rest) = input.strip_prefix('-') {
        return Ok((rest, Dice::default()));
    }
    let (rest, first) = expect("the dice left, such as 13, or -", die)(input)?;
    let Ok((end, second)) = die(rest) else {
        if rest.starts_with(|character: char| character.is_ascii_digit()) {
            return Err(wrong(rest, "a die from 1 to 6"));
        }
        return Ok((rest, Dice([first].into_iter().collect())));
    };
    if second < first {
        return Err(wrong(input, "the lower die first"));
    }
    Ok((end, Dice::both(first, second)))
}
