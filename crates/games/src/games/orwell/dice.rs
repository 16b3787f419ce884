//! The dice, and the men that each of them moves.

use std::fmt::{self, Write};

use arrayvec::ArrayVec;

use super::Kind;
use crate::board::text::{TextResult, expect, wrong};

/// The number that a die shows.
#[expect(missing_docs, reason = "the numbers")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
}

impl Die {
    words! {
        /// The number as a digit.
        pub digit: char = One => '1', Two => '2', Three => '3', Four => '4', Five => '5', Six => '6';
    }

    facts! {
        /// The kinds that the die moves, as bits. Rules page, Use of the dice.
        kinds: u8 = One | Six => bit(Kind::Up) | bit(Kind::Down) | bit(Kind::Raja) | bit(Kind::Maharaja),
            Two => bit(Kind::Dabbabah), Three => bit(Kind::Gryphon), Four => bit(Kind::Jugyo), Five => bit(Kind::Pao);
    }

    /// Returns true if the die moves a man of this kind.
    pub const fn moves(self, kind: Kind) -> bool {
        self.kinds() & bit(kind) != 0
    }
}

const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.digit())
    }
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

/// `dice = die [die]`, the lower one first
pub(super) fn dice(input: &str) -> TextResult<'_, Dice> {
    let (rest, first) = expect("the dice left, such as 13, or -", Die::read)(input)?;
    let Ok((end, second)) = Die::read(rest) else {
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
