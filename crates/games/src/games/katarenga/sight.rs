//! Tables of the squares that a pawn sees from each square on each colour.
//!
//! [`Colours::reach`](super::Colours::reach) uses the tables without a branch: colours defeat branch prediction.

use super::{Colour, Square, Squares};
use crate::board::{BoardLine, KING, KNIGHT, Leaps, Offset, Wrap, leaps};

/// The squares that a pawn can see from a square: lines if it slides, leaps if it leaps, never both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    lines: [BoardLine; 2],
    leaps: u64,
}

static SIGHTS: [[Sight; Square::COUNT]; 4] =
    [sights(&[(0, 1), (1, 0)], &[]), sights(&[(1, 1), (-1, 1)], &[]), sights(&[], KNIGHT), sights(&[], KING)];

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
        Squares::from_bits(u128::from(one.reach(stops) | two.reach(stops) | self.leaps))
    }
}

/// The sights from all squares along the lines of these steps, at most two, and by these leaps.
const fn sights(steps: &[Offset], offsets: &[Offset]) -> [Sight; Square::COUNT] {
    let leaps: Leaps<8, 8> = leaps(Wrap::Flat, offsets);
    let mut sights = [Sight { lines: [BoardLine::NONE; 2], leaps: 0 }; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut which = 0;
        while which < steps.len() {
            sights[index].lines[which] = BoardLine::through(square, steps[which]);
            which += 1;
        }
        sights[index].leaps = leaps.from(square).bits() as u64;
        index += 1;
    }
    sights
}
