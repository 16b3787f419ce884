//! A set of squares, one bit each.

use std::{fmt, ops};

use super::{Square, Wrap};

/// A set of squares of a board with `WIDTH` files and `HEIGHT` ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet<const WIDTH: usize, const HEIGHT: usize>(u128);

impl<const WIDTH: usize, const HEIGHT: usize> SquareSet<WIDTH, HEIGHT> {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All squares of the board.
    pub const ALL: Self = Self(u128::MAX >> (128 - Square::<WIDTH, HEIGHT>::COUNT));

    /// True if all squares fit in the lower 64 bits.
    const HALF: bool = Square::<WIDTH, HEIGHT>::COUNT <= 64;

    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// The set of a single square.
    pub const fn only(square: Square<WIDTH, HEIGHT>) -> Self {
        // A 64-bit shift is cheaper than a 128-bit shift if the board fits.
        if Self::HALF { Self((1_u64 << square.index()) as u128) } else { Self(1 << square.index()) }
    }

    /// The squares of a rank, counted from 0. The rank must be on the board.
    pub const fn rank(rank: usize) -> Self {
        Self((u128::MAX >> (128 - WIDTH)) << (rank * WIDTH))
    }

    /// The squares on any of these files and any of these ranks, counted from 0.
    pub const fn crossing(files: &[usize], ranks: &[usize]) -> Self {
        let (mut set, mut place) = (Self::EMPTY, 0);
        while place < files.len() * ranks.len() {
            if let Some(square) = Square::new(files[place % files.len()], ranks[place / files.len()]) {
                set.insert(square);
            }
            place += 1;
        }
        set
    }

    /// The squares on the straight line through the centres of two different squares, whatever its angle.
    pub fn through(one: Square<WIDTH, HEIGHT>, two: Square<WIDTH, HEIGHT>) -> Self {
        let step = |from: usize, to: usize| to as i8 - from as i8;
        let (files, ranks) = (step(one.file(), two.file()), step(one.rank(), two.rank()));
        let by = (1..16).rev().find(|by| files % by == 0 && ranks % by == 0).unwrap_or(1);
        let mut line = Self::only(one);
        for (files, ranks) in [(files / by, ranks / by), (-files / by, -ranks / by)] {
            let mut square = one;
            while let Some(next) = square.offset(files, ranks, Wrap::Flat) {
                line.insert(next);
                square = next;
            }
        }
        line
    }

    /// Returns true if the square is in the set.
    pub const fn contains(self, square: Square<WIDTH, HEIGHT>) -> bool {
        self.0 & Self::only(square).0 != 0
    }

    /// Adds the square.
    pub const fn insert(&mut self, square: Square<WIDTH, HEIGHT>) {
        self.0 |= Self::only(square).0;
    }

    /// Removes the square.
    pub const fn remove(&mut self, square: Square<WIDTH, HEIGHT>) {
        self.0 &= !Self::only(square).0;
    }

    /// Returns true if the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first square in the order of the board; `None` if the set is empty.
    pub fn first(self) -> Option<Square<WIDTH, HEIGHT>> {
        self.iter().next()
    }

    /// Returns true if the set has at least two squares. Cheaper than [`SquareSet::len`].
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The squares in the order of the board.
    pub const fn iter(self) -> Iter<WIDTH, HEIGHT> {
        Iter { low: self.0 as u64, high: if Self::HALF { 0 } else { (self.0 >> 64) as u64 } }
    }
}

/// The squares of a set in the order of the board. The two 64-bit halves are separate, because processors find the
/// lowest bit of 64 bits faster than of 128 bits.
#[derive(Debug, Clone)]
pub struct Iter<const WIDTH: usize, const HEIGHT: usize> {
    low: u64,
    high: u64,
}

impl<const WIDTH: usize, const HEIGHT: usize> Iterator for Iter<WIDTH, HEIGHT> {
    type Item = Square<WIDTH, HEIGHT>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square::of_bit(bit))
        } else if !SquareSet::<WIDTH, HEIGHT>::HALF && self.high != 0 {
            let bit = 64 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Square::of_bit(bit))
        } else {
            None
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, first: B, mut f: F) -> B {
        let mut folded = first;
        while self.low != 0 {
            folded = f(folded, Square::of_bit(self.low.trailing_zeros()));
            self.low &= self.low - 1;
        }
        while !SquareSet::<WIDTH, HEIGHT>::HALF && self.high != 0 {
            folded = f(folded, Square::of_bit(64 + self.high.trailing_zeros()));
            self.high &= self.high - 1;
        }
        folded
    }
}

operators! {
    [const WIDTH: usize, const HEIGHT: usize] SquareSet<WIDTH, HEIGHT>:
    BitOr bitor |one, other| Self(one.0 | other.0);
    BitAnd bitand |one, other| Self(one.0 & other.0);
    /// The squares of the first set that are not in the second.
    Sub sub |one, other| Self(one.0 & !other.0);
}

/// The squares of the board that are not in the set.
impl<const WIDTH: usize, const HEIGHT: usize> ops::Not for SquareSet<WIDTH, HEIGHT> {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> FromIterator<Square<WIDTH, HEIGHT>> for SquareSet<WIDTH, HEIGHT> {
    fn from_iter<I: IntoIterator<Item = Square<WIDTH, HEIGHT>>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// Lists the names of the squares in the order of the board.
impl<const WIDTH: usize, const HEIGHT: usize> fmt::Debug for SquareSet<WIDTH, HEIGHT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| format!("{square}"))).finish()
    }
}
