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

/// The board of four quarters: top left, top right, bottom left, bottom right, with rank 8 at the top.
pub(super) fn laid(quarters: &[Quarter; 4]) -> Colours {
    Colours::new(|square: Square| {
        let (row, column) = (7 - square.rank(), square.file());
        quarters[row / 4 * 2 + column / 4].colour(row % 4, column % 4)
    })
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
    (quarters, laid(&quarters))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        board::Side,
        games::katarenga::{Pawns, Squares},
    };

    fn orders() -> Vec<[u8; 4]> {
        let all = (0..256_u32)
            .map(|number| [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6].map(|board| board as u8 + 1));
        all.filter(|order| (1..=4).all(|board| order.contains(&board))).collect()
    }

    /// All boards that can be dealt, as bitboards by colour.
    fn every_board() -> Vec<[u64; 4]> {
        // The bits of each quarterboard by place, number, side and turn.
        let lie = |number: usize| (number & 1 == 1, Turned::ALL[number >> 1]);
        let mut bits = vec![[0_u64; 4]; 4 * 4 * 8];
        for (index, bits) in bits.iter_mut().enumerate() {
            let (place, board, (flipped, turned)) = (index / 32, index / 8 % 4, lie(index % 8));
            let quarter = Quarter { board: board as u8 + 1, flipped, turned };
            for square in 0..64_usize {
                let (row, column) = (7 - square / 8, square % 8);
                if row / 4 * 2 + column / 4 == place {
                    bits[quarter.colour(row % 4, column % 4) as usize] |= 1 << square;
                }
            }
        }
        let mut boards = Vec::with_capacity(98_304);
        for order in orders() {
            for lies in 0..4096_usize {
                let mut board = [0_u64; 4];
                for place in 0..4 {
                    let quarter = bits[place * 32 + (usize::from(order[place]) - 1) * 8 + (lies >> (3 * place) & 7)];
                    for colour in 0..4 {
                        board[colour] |= quarter[colour];
                    }
                }
                boards.push(board);
            }
        }
        boards
    }

    fn colours(board: &[u64; 4]) -> Colours {
        Colours::new(|square| Colour::ALL[(0..4).find(|&colour| board[colour] >> square.index() & 1 == 1).unwrap()])
    }

    #[test]
    fn deals_are_as_many_and_as_different_as_the_page_says() {
        let boards = every_board();
        assert_eq!(boards.len(), 98_304);
        let all: HashSet<[u64; 4]> = boards.iter().copied().collect();
        assert_eq!(all.len(), 98_304);
        // A quarter turn brings a1 to a8: the index 8r + f becomes 8(7 - f) + r.
        let turn = |board: [u64; 4]| {
            board.map(|set| {
                (0..64)
                    .filter(|square| set >> square & 1 == 1)
                    .fold(0_u64, |turned, square| turned | 1 << (8 * (7 - square % 8) + square / 8))
            })
        };
        let mut classes: HashSet<[u64; 4]> = HashSet::new();
        for board in &boards {
            let turns = [*board, turn(*board), turn(turn(*board)), turn(turn(turn(*board)))];
            classes.insert(*turns.iter().min().unwrap());
        }
        assert_eq!(classes.len(), 24_576);
    }

    #[test]
    fn every_baseline_has_each_colour_twice() {
        const FILES: u64 = 0x0101_0101_0101_0101;
        for board in every_board() {
            for line in [0xFF, 0xFF << 56, FILES, FILES << 7] {
                assert!(board.iter().all(|set| (set & line).count_ones() == 2));
            }
        }
    }

    #[test]
    fn white_could_often_capture_at_once() {
        let pawns = Pawns::home();
        let occupied = pawns.all();
        let black: Squares = pawns.of(Side::Black);
        let could = |board: &&[u64; 4]| {
            let colours = colours(board);
            pawns.of(Side::White).iter().any(|from| !(colours.reach(from, occupied) & black).is_empty())
        };
        assert_eq!(every_board().iter().filter(could).count(), 49_824);
    }
}
