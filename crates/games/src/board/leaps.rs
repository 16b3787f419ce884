//! Leaps: the squares at fixed offsets from a square. Men in between do not block a leap.

use super::{BySide, MAX_SQUARES, Square, SquareSet, Wrap};

/// An offset between squares: files to the right, and ranks up.
pub type Offset = (i8, i8);

/// The eight leaps of a knight.
pub const KNIGHT: &[Offset] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The eight steps of a king.
pub const KING: &[Offset] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The two captures of each side's pawn.
pub const PAWN: BySide<&[Offset]> = BySide([&[(-1, 1), (1, 1)], &[(-1, -1), (1, -1)]]);

/// A table with the targets of the leaps from each square.
#[derive(Debug, Clone)]
pub struct Leaps<const WIDTH: usize, const HEIGHT: usize>([SquareSet<WIDTH, HEIGHT>; MAX_SQUARES]);

/// Computes the table of leaps by these offsets. Leaps off the board are omitted. Meant for the initial value of a
/// `static`.
pub const fn leaps<const WIDTH: usize, const HEIGHT: usize>(wrap: Wrap, offsets: &[Offset]) -> Leaps<WIDTH, HEIGHT> {
    let mut table = [SquareSet::EMPTY; MAX_SQUARES];
    let mut index = 0;
    while let Some(square) = Square::<WIDTH, HEIGHT>::from_index(index) {
        let mut which = 0;
        while which < offsets.len() {
            let (files, ranks) = offsets[which];
            if let Some(target) = square.offset(files, ranks, wrap) {
                table[index].insert(target);
            }
            which += 1;
        }
        index += 1;
    }
    Leaps(table)
}

impl<const WIDTH: usize, const HEIGHT: usize> Leaps<WIDTH, HEIGHT> {
    /// The squares that a man on `square` leaps to.
    #[inline]
    pub const fn from(&self, square: Square<WIDTH, HEIGHT>) -> SquareSet<WIDTH, HEIGHT> {
        self.0[square.index()]
    }
}
