//! A set of squares, one bit each.

use std::{fmt, ops};

use super::Square;

/// A set of squares of a board with `WIDTH` files and `HEIGHT` ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet<const WIDTH: usize, const HEIGHT: usize>(u128);

impl<const WIDTH: usize, const HEIGHT: usize> SquareSet<WIDTH, HEIGHT> {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(u128::MAX >> (128 - Square::<WIDTH, HEIGHT>::COUNT));

    pub(super) const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    /// One square.
    pub const fn only(square: Square<WIDTH, HEIGHT>) -> Self {
        Self(1 << square.index())
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square<WIDTH, HEIGHT>) -> bool {
        self.0 & Self::only(square).0 != 0
    }

    /// Puts the square in.
    pub const fn insert(&mut self, square: Square<WIDTH, HEIGHT>) {
        self.0 |= Self::only(square).0;
    }

    /// Takes the square out.
    pub const fn remove(&mut self, square: Square<WIDTH, HEIGHT>) {
        self.0 &= !Self::only(square).0;
    }

    /// Whether no square is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first square in the order of the board.
    pub fn first(self) -> Option<Square<WIDTH, HEIGHT>> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The squares in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = Square<WIDTH, HEIGHT>> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let square = left.first()?;
            left.0 &= left.0 - 1;
            Some(square)
        })
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> ops::BitOr for SquareSet<WIDTH, HEIGHT> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> ops::BitOrAssign for SquareSet<WIDTH, HEIGHT> {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> ops::BitAnd for SquareSet<WIDTH, HEIGHT> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The squares that are in this set and not in the other.
impl<const WIDTH: usize, const HEIGHT: usize> ops::Sub for SquareSet<WIDTH, HEIGHT> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares that are not in the set.
impl<const WIDTH: usize, const HEIGHT: usize> ops::Not for SquareSet<WIDTH, HEIGHT> {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl<const WIDTH: usize, const HEIGHT: usize> FromIterator<Square<WIDTH, HEIGHT>> for SquareSet<WIDTH, HEIGHT> {
    fn from_iter<I: IntoIterator<Item = Square<WIDTH, HEIGHT>>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// The names of its squares in the order of the board.
impl<const WIDTH: usize, const HEIGHT: usize> fmt::Debug for SquareSet<WIDTH, HEIGHT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| format!("{square}"))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let squares: Vec<Square<7, 12>> = Square::all().step_by(5).collect();
        let mut set: SquareSet<7, 12> = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), squares.len());
        assert_eq!((!set).len(), 84 - squares.len());
        assert_eq!((!set & set), SquareSet::EMPTY);
        assert_eq!((!set | set), SquareSet::ALL);
        set.remove(squares[0]);
        assert!(!set.contains(squares[0]) && set.contains(squares[1]));
        assert_eq!(set.first(), Some(squares[1]));
    }

    #[test]
    fn a_board_may_fill_every_bit() {
        assert_eq!(SquareSet::<8, 16>::ALL.len(), 128);
        assert_eq!(SquareSet::<8, 16>::ALL.iter().count(), 128);
        assert_eq!(SquareSet::<8, 16>::EMPTY.first(), None);
    }
}
