//! The pawns on the board.

use std::fmt;

use crate::board::{
    self, BySide, Side,
    text::{self, TextResult},
};

/// A square of the board.
pub type Square = board::Square<8, 8>;
/// A set of squares.
pub type Squares = board::SquareSet<8, 8>;

/// The pawns of both sides, as 64 bits each. [`Squares`] takes twice as much; batches should fit the processor's cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pawns(BySide<u64>);

impl Pawns {
    /// Eight pawns of each side on its baseline.
    pub fn home() -> Self {
        Self::new(|square| Side::ALL.into_iter().find(|side| square.rank() == side.home(8)))
    }

    /// Builds a board from the owner of the pawn on each square.
    pub fn new(owner: impl Fn(Square) -> Option<Side>) -> Self {
        let mut pawns = Self::default();
        for square in Square::all() {
            if let Some(side) = owner(square) {
                pawns.put(square, side);
            }
        }
        pawns
    }

    /// The squares of a side's pawns.
    pub fn of(&self, side: Side) -> Squares {
        Squares::from_bits(self.0[side].into())
    }

    /// The squares of all pawns.
    pub fn all(&self) -> Squares {
        self.of(Side::White) | self.of(Side::Black)
    }

    /// The owner of the pawn on a square.
    pub fn at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.of(side).contains(square))
    }

    pub(super) fn put(&mut self, square: Square, side: Side) {
        self.0[side] |= bit(square);
    }

    pub(super) fn take(&mut self, square: Square) {
        for side in Side::ALL {
            self.0[side] &= !bit(square);
        }
    }

    /// Moves a pawn of this side, and captures the pawn on the target if there is one.
    pub(super) fn go(&mut self, side: Side, from: Square, to: Square) {
        self.take(from);
        self.take(to);
        self.put(to, side);
    }
}

pub(super) const fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// `pawns = rank *7("/" rank)` as in FEN, with `w` and `b`
pub(super) fn pawns(input: &str) -> TextResult<'_, Pawns> {
    text::men(input, "a pawn, w or b, or a digit for empty squares", Side::read, Pawns::put)
}

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_men(f, |square: Square| Some([self.at(square)?.letter()]))
    }
}
