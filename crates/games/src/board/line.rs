//! Lines of a board of 8×8 squares, as 64 bits. The module knows no man and no turn.

use super::{Offset, Square, Wrap};

/// The other squares of a line through a square. `lower` has those with lower indices, `upper` the others.
#[derive(Debug, Clone, Copy)]
pub struct BoardLine {
    /// The squares with lower indices than the square.
    pub lower: u64,
    /// The squares with higher indices.
    pub upper: u64,
}

impl BoardLine {
    /// A line without squares.
    pub const NONE: Self = Self { lower: 0, upper: 0 };

    /// The line through a square along `step`, which leads to a higher index.
    pub const fn through(square: Square<8, 8>, (files, ranks): Offset) -> Self {
        Self { lower: ray(square, (-files, -ranks)), upper: ray(square, (files, ranks)) }
    }

    /// The squares of the line up to and including the first man on either side.
    ///
    /// The nearest man below is the highest bit of `lower`. Subtracting that bit from `upper` borrows up to the lowest
    /// bit of `upper`, which is the nearest man above. So the XOR covers all squares from one man to the other.
    #[inline]
    pub const fn reach(self, occupied: u64) -> u64 {
        let lower = self.lower & occupied;
        let upper = self.upper & occupied;
        let nearest = 1 << (lower | 1).ilog2();
        (self.lower | self.upper) & (upper ^ upper.wrapping_sub(nearest))
    }
}

/// The squares from a square in one direction to the edge.
const fn ray(from: Square<8, 8>, (files, ranks): Offset) -> u64 {
    let (mut ray, mut square) = (0, from);
    while let Some(next) = square.offset(files, ranks, Wrap::Flat) {
        ray |= 1 << next.index();
        square = next;
    }
    ray
}
