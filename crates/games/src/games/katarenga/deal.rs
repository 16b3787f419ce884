//! The four quarterboards, and their deal from the seed.

use std::fmt;

use super::{Colour, Colours, Square, action::Turned};
use crate::game::{Seed, Stream};

/// Side a of each quarterboard, rows from top to bottom. Side b is the transpose of side a. Rules page, Quarterboards.
const SIDES: [[&str; 4]; 4] = [
    ["RYBG", "GRGB", "YYBR", "BGRY"],
    ["RYGB", "GYRY", "BBGR", "YRBG"],
    ["RGBY", "YYGR", "BBRG", "GRYB"],
    ["RGBY", "YYBR", "BGRG", "GRYB"],
];

/// A quarterboard as it lies on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quarter {
    /// The number of the quarterboard, 1 to 4.
    pub board: u8,
    /// True if side b is up.
    pub flipped: bool,
    /// The clockwise turn of the quarterboard.
    pub turned: Turned,
}

impl Quarter {
    /// The colour at a row and column, counted from 0 at the top left.
    ///
    /// The quarterboard is flipped, then turned. A quarter turn brings the left column, read upwards, to the top row.
    pub fn colour(&self, row: usize, column: usize) -> Colour {
        let (mut row, mut column) = (row, column);
        for _ in 0..self.turned.quarters() {
            (row, column) = (3 - column, row);
        }
        if self.flipped {
            (row, column) = (column, row);
        }
        let letters = &SIDES[usize::from(self.board) - 1][row][column..];
        Colour::read(letters).expect("quarterboards have colours only").1
    }
}

/// Writes the quarterboard, such as `4a 180`.
impl fmt::Display for Quarter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.flipped { 'b' } else { 'a' };
        write!(f, "{}{side} {}", self.board, self.turned.degrees())
    }
}

/// The board that the seed deals with the key `board`: the order of the quarterboards, then side and turn of each.
pub fn deal(seed: &Seed) -> ([Quarter; 4], Colours) {
    let mut stream = Stream::new(seed, "board");
    let mut boards = [1, 2, 3, 4];
    stream.shuffle(&mut boards);
    let quarters = boards.map(|board| {
        let flipped = stream.below(2) == 1;
        let turned = Turned::ALL[stream.below(4) as usize];
        Quarter { board, flipped, turned }
    });
    // Top left, top right, bottom left, bottom right, with rank 8 at the top.
    let colours = Colours::new(|square: Square| {
        let (row, column) = (7 - square.rank(), square.file());
        quarters[row / 4 * 2 + column / 4].colour(row % 4, column % 4)
    });
    (quarters, colours)
}
