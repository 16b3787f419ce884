//! A square of a board and its name.

use std::fmt::{self, Write};

use nom::{
    IResult, Parser,
    character::complete::{satisfy, u8 as number},
    combinator::{map, map_opt, peek},
    sequence::preceded,
};

use super::MAX_SQUARES;

/// The joined edges of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// No edges are joined: the board is flat.
    Flat,
    /// The last rank is joined to the first: the board is a cylinder.
    Ranks,
}

/// A square of a board with `WIDTH` files and `HEIGHT` ranks. Squares are counted rank by rank from `a1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const WIDTH: usize, const HEIGHT: usize>(u8);

impl<const WIDTH: usize, const HEIGHT: usize> Square<WIDTH, HEIGHT> {
    /// The number of squares on the board.
    pub const COUNT: usize = {
        assert!(WIDTH <= 26 && WIDTH * HEIGHT <= MAX_SQUARES);
        WIDTH * HEIGHT
    };

    /// The square on this file and rank, both counted from 0. `None` if the square is off the board.
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < WIDTH && rank < HEIGHT { Some(Self((rank * WIDTH + file) as u8)) } else { None }
    }

    /// The square with this index. `None` if the index is not below [`Self::COUNT`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square of a bit of a [`SquareSet`](super::SquareSet). Unchecked: such a set has bits of squares only.
    pub(super) const fn of_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// The index of the square, counted rank by rank from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 0.
    pub const fn file(self) -> usize {
        self.index() % WIDTH
    }

    /// The rank, from 0.
    pub const fn rank(self) -> usize {
        self.index() / WIDTH
    }

    /// The square `files` to the right and `ranks` up. `None` if the target is off the board.
    pub const fn offset(self, files: i8, ranks: i8, wrap: Wrap) -> Option<Self> {
        let file = self.file() as isize + files as isize;
        let rank = self.rank() as isize + ranks as isize;
        let rank = match wrap {
            Wrap::Flat => rank,
            Wrap::Ranks => rank.rem_euclid(HEIGHT as isize),
        };
        if file < 0 || rank < 0 { None } else { Self::new(file as usize, rank as usize) }
    }

    /// The letter of the file.
    pub const fn letter(self) -> char {
        (b'a' + self.file() as u8) as char
    }

    /// Writes the name, such as `c12`. Squares are written so often that a formatter, and the standard formatting of
    /// numbers, cost measurable time.
    pub fn write(self, text: &mut impl Write) -> fmt::Result {
        text.write_char(self.letter())?;
        let rank = self.rank() as u32 + 1;
        if let Some(tens) = char::from_digit(rank / 10, 10).filter(|_| rank >= 10) {
            text.write_char(tens)?;
        }
        char::from_digit(rank % 10, 10).map_or(Err(fmt::Error), |ones| text.write_char(ones))
    }

    /// All squares, rank by rank from `a1`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }
}

/// Writes the letter of the file and the number of the rank, such as `c12`.
impl<const WIDTH: usize, const HEIGHT: usize> fmt::Display for Square<WIDTH, HEIGHT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// `square = file rank`, `file = %x61-7A`, `rank = nonzero *DIGIT`, with file and rank on the board.
pub fn square<const WIDTH: usize, const HEIGHT: usize>(input: &str) -> IResult<&str, Square<WIDTH, HEIGHT>> {
    map_opt(coordinates, |(file, rank)| Square::new(file.into(), rank.into())).parse(input)
}

/// `coordinates = %x61-7A nonzero *DIGIT`, both counted from 0
pub(super) fn coordinates(input: &str) -> IResult<&str, (u8, u8)> {
    let letter = map(satisfy(|letter| letter.is_ascii_lowercase()), |letter| letter as u8 - b'a');
    // The number has no leading zero, so that each square has exactly one name.
    let number = preceded(peek(satisfy(|digit| matches!(digit, '1'..='9'))), number);
    (letter, map(number, |number| number - 1)).parse(input)
}
