//! Rays: the squares in a direction from a square, and the visible part of a ray. The module knows no man and no turn.

use super::{MAX_SQUARES, Offset, Square, SquareSet, Wrap};

/// A direction on the board; north is towards higher ranks, east towards later files.
#[expect(missing_docs, reason = "the points of the compass")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    North,
    NorthEast,
    East,
    NorthWest,
    South,
    SouthWest,
    West,
    SouthEast,
}

impl Direction {
    /// All eight directions.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::NorthWest,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::SouthEast,
    ];
    /// The directions along files and ranks.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
    /// The diagonal directions.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::NorthWest, Self::SouthWest, Self::SouthEast];

    facts! {
        /// One step in this direction.
        pub offset: Offset = North => (0, 1), NorthEast => (1, 1), East => (1, 0), NorthWest => (-1, 1),
            South => (0, -1), SouthWest => (-1, -1), West => (-1, 0), SouthEast => (1, -1);
        /// True if a step in this direction, unless across the edge of a cylinder, leads to a square with a higher index.
        rises: bool = North | NorthEast | East | NorthWest => true, South | SouthWest | West | SouthEast => false;
    }
}

/// A ray as two sets of squares: `near` up to the joined edge of the cylinder, `far` beyond that edge. Within a set the
/// indices rise or fall steadily, so the first blocker is the lowest or highest bit of the set.
#[derive(Debug, Clone, Copy)]
struct Ray {
    near: u128,
    far: u128,
}

/// The rays of a board. A ray ends at the edge of the board or before its own starting square.
#[derive(Debug, Clone)]
pub struct Rays<const WIDTH: usize, const HEIGHT: usize>([[Ray; 8]; MAX_SQUARES]);

impl<const WIDTH: usize, const HEIGHT: usize> Rays<WIDTH, HEIGHT> {
    /// Computes the rays. Meant for the initial value of a `static`.
    pub const fn new(wrap: Wrap) -> Self {
        // On a wider cylinder a diagonal could go round twice, and indices in `far` would not rise or fall steadily.
        assert!(matches!(wrap, Wrap::Flat) || WIDTH <= HEIGHT + 1);
        let mut table = [[Ray { near: 0, far: 0 }; 8]; MAX_SQUARES];
        let mut index = 0;
        while let Some(square) = Square::<WIDTH, HEIGHT>::from_index(index) {
            let mut which = 0;
            while which < 8 {
                table[index][which] = ray(square, Direction::ALL[which], wrap);
                which += 1;
            }
            index += 1;
        }
        Self(table)
    }

    /// The squares visible from a square in one direction: the ray up to and including its first occupied square.
    #[inline]
    pub fn reach(
        &self,
        from: Square<WIDTH, HEIGHT>,
        direction: Direction,
        occupied: SquareSet<WIDTH, HEIGHT>,
    ) -> SquareSet<WIDTH, HEIGHT> {
        let Ray { near, far } = self.0[from.index()][direction as usize];
        let up_to_first = if direction.rises() { up_to_lowest } else { down_to_highest };
        let blockers = near & occupied.bits();
        // Branchless: blocked rays defeat branch prediction.
        let round = if blockers == 0 { far } else { 0 };
        let seen_near = near & up_to_first(blockers);
        let seen_far = round & up_to_first(far & occupied.bits());
        SquareSet::from_bits(seen_near | seen_far)
    }

    /// The squares visible from a square in the four `directions` together.
    #[inline]
    pub fn reach_all(
        &self,
        from: Square<WIDTH, HEIGHT>,
        directions: [Direction; 4],
        occupied: SquareSet<WIDTH, HEIGHT>,
    ) -> SquareSet<WIDTH, HEIGHT> {
        let [one, two, three, four] = directions;
        let reach = |direction| self.reach(from, direction, occupied);
        reach(one) | reach(two) | reach(three) | reach(four)
    }
}

/// The bits from 0 up to and including the lowest set bit; all bits if none is set.
#[inline]
fn up_to_lowest(bits: u128) -> u128 {
    bits ^ bits.wrapping_sub(1)
}

/// The bits from the top down to and including the highest set bit; all bits if none is set.
#[inline]
fn down_to_highest(bits: u128) -> u128 {
    if bits == 0 { u128::MAX } else { u128::MAX << bits.ilog2() }
}

const fn ray<const WIDTH: usize, const HEIGHT: usize>(
    from: Square<WIDTH, HEIGHT>,
    direction: Direction,
    wrap: Wrap,
) -> Ray {
    let (files, ranks) = direction.offset();
    let mut ray = Ray { near: 0, far: 0 };
    let mut square = from;
    let mut gone_round = false;
    while let Some(next) = square.offset(files, ranks, wrap) {
        if next.index() == from.index() {
            break;
        }
        gone_round = gone_round || (next.index() > square.index()) != direction.rises();
        let bit = SquareSet::only(next).bits();
        if gone_round {
            ray.far |= bit;
        } else {
            ray.near |= bit;
        }
        square = next;
    }
    ray
}
