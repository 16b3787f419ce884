//! The two sides of a board game for two players. The module knows no man.

use std::ops;

use nom::combinator::map_opt;

use super::text::{self, TextResult, expect};
use crate::game::Seat;

/// A side: White has seat 1 and starts on the first ranks; Black has seat 2 and starts on the last ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Seat 1.
    White,
    /// Seat 2.
    Black,
}

impl Side {
    words! {
        /// The letter of the side in positions: `w` or `b`.
        pub letter: char = White => 'w', Black => 'b';
    }

    /// The side of a seat; `None` unless the seat is 1 or 2.
    pub fn of(seat: Seat) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.seat() == seat)
    }

    facts! {
        /// The seat of the side: 1 for White, 2 for Black.
        pub seat: Seat = White => Seat::ONE, Black => Seat::TWO;
        /// The opponent.
        #[must_use]
        pub other: Self = White => Self::Black, Black => Self::White;
        /// The rank step of a move forward.
        pub forward: i8 = White => 1, Black => -1;
        /// The English name.
        pub name: &'static str = White => "White", Black => "Black";
    }

    /// The letter of the side's man in positions: upper case for White, lower case for Black.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The side whose men have such a letter in positions.
    pub const fn of_case(letter: char) -> Self {
        if letter.is_ascii_uppercase() { Self::White } else { Self::Black }
    }

    /// The first rank of the side's men, counted from 0, on a board of `ranks` ranks.
    pub const fn home(self, ranks: usize) -> usize {
        match self {
            Self::White => 0,
            Self::Black => ranks - 1,
        }
    }
}

/// `seat = "1" / "2"`
pub fn seat(input: &str) -> TextResult<'_, Side> {
    expect("the seat to act, 1 or 2", map_opt(text::seat(2), Side::of))(input)
}

/// A value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> ops::Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
