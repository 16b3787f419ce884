//! Tables of the squares that a pawn sees from each square on each colour.
//!
//! [`Colours::reach`](super::Colours::reach) uses the tables without a branch: colours defeat branch prediction.

use super::{Colour, Square, Squares};
use crate::board::{self, Direction, Leaps, Wrap, leaps};

/// The squares of a line through a square, without the square itself. `before` has the squares with lower indices,
/// `after` those with higher indices.
#[derive(Debug, Clone, Copy)]
struct Line {
    before: u64,
    after: u64,
}

/// The squares that a pawn can see from a square: lines if it slides, leaps if it leaps, never both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    lines: [Line; 2],
    leaps: u64,
}

static SIGHTS: [[Sight; Square::COUNT]; 4] = [
    sliding([Direction::North, Direction::East]),
    sliding([Direction::NorthEast, Direction::NorthWest]),
    leaping(&leaps(Wrap::Flat, board::KNIGHT)),
    leaping(&leaps(Wrap::Flat, board::KING)),
];

const NOTHING: Sight = Sight { lines: [Line { before: 0, after: 0 }; 2], leaps: 0 };

impl Sight {
    /// The sight of a pawn on this square, if the square has this colour.
    #[inline]
    pub(super) fn of(colour: Colour, from: Square) -> &'static Self {
        &SIGHTS[colour as usize][from.index()]
    }

    /// The squares that the pawn sees: along each line up to and including the first square of `stops`.
    #[inline]
    pub(super) fn seen(&self, stops: Squares) -> Squares {
        let stops = stops.bits() as u64;
        let [one, two] = self.lines;
        Squares::from_bits(u128::from(one.seen(stops) | two.seen(stops) | self.leaps))
    }
}

impl Line {
    #[inline]
    fn seen(self, stops: u64) -> u64 {
        // Without a stop, the line is seen to its end on that side.
        let from_nearest = u64::MAX << (self.before & stops | 1).ilog2();
        let after = self.after & stops;
        let to_nearest = after ^ after.wrapping_sub(1);
        (self.before | self.after) & from_nearest & to_nearest
    }
}

/// The lines in these two directions and their opposites. The directions must lead to higher indices.
const fn sliding(directions: [Direction; 2]) -> [Sight; Square::COUNT] {
    let mut sights = [NOTHING; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut which = 0;
        while which < 2 {
            let (files, ranks) = directions[which].offset();
            sights[index].lines[which] = Line { before: ray(square, -files, -ranks), after: ray(square, files, ranks) };
            which += 1;
        }
        index += 1;
    }
    sights
}

/// The squares from `from` in a direction to the edge.
const fn ray(from: Square, files: i8, ranks: i8) -> u64 {
    let (mut ray, mut square) = (0, from);
    while let Some(next) = square.offset(files, ranks, Wrap::Flat) {
        ray |= 1 << next.index();
        square = next;
    }
    ray
}

const fn leaping(leaps: &Leaps<8, 8>) -> [Sight; Square::COUNT] {
    let mut sights = [NOTHING; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        sights[index].leaps = leaps.from(square).bits() as u64;
        index += 1;
    }
    sights
}
