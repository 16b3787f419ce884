//! The colours of the board, and the moves of a pawn by colour.

use std::fmt;

use nom::{Parser, combinator::all_consuming, multi::count};

use super::{Square, Squares, action::Turned, pawns::bit, sight::Sight};
use crate::{
    board::text::{self, TextResult, expect, wrong},
    game::Seed,
};

/// The colour of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// A pawn moves like a rook.
    Red,
    /// A pawn moves like a bishop.
    Yellow,
    /// A pawn moves like a knight.
    Green,
    /// A pawn moves like a king.
    Blue,
}

impl Colour {
    words! {
        /// The letter of the colour: `R`, `Y`, `G` or `B`.
        pub letter: char = Red => 'R', Yellow => 'Y', Green => 'G', Blue => 'B';
    }

    facts! {
        /// The name of the colour, such as "red".
        pub name: &'static str = Red => "red", Yellow => "yellow", Green => "green", Blue => "blue";
    }
}

/// The colours of all squares, as a bitboard for each colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colours([u64; 4]);

impl Colours {
    /// Builds a board from the colour of each square.
    pub fn new(colour: impl Fn(Square) -> Colour) -> Self {
        let mut sets = [0; 4];
        for square in Square::all() {
            sets[colour(square) as usize] |= bit(square);
        }
        Self(sets)
    }

    /// The colour of a square.
    #[inline]
    pub fn at(&self, square: Square) -> Colour {
        // Each square has exactly one colour, so the index of the colour follows from three bits without a branch.
        let [_, yellow, green, blue] = self.0.map(|set| (set >> square.index() & 1) as usize);
        Colour::ALL[(yellow | blue) + 2 * (green | blue)]
    }

    /// The squares of a colour.
    pub const fn of(&self, colour: Colour) -> Squares {
        Squares::from_bits(self.0[colour as usize] as u128)
    }

    /// The squares that a pawn on `from` can move to or capture on. Rules page, Pawn moves.
    ///
    /// An occupied square counts as a target, also if the pawn there is of the same side.
    #[inline]
    pub fn reach(&self, from: Square, occupied: Squares) -> Squares {
        let colour = self.at(from);
        // A slide stops at the first square of the colour of `from`, or at a pawn before it.
        Sight::of(colour, from).seen(occupied | self.of(colour))
    }

    /// The colours turned clockwise under the pawns. A quarter turn brings a1 to a8, and a8 to h8.
    #[must_use]
    pub fn turned(&self, by: Turned) -> Self {
        let mut colours = *self;
        for _ in 0..by.quarters() {
            let before = colours;
            // The square that a quarter turn brings to file f and rank r is on file 7 - r and rank f.
            let was = |square: Square| Square::new(7 - square.rank(), square.file());
            colours = Self::new(|square| before.at(was(square).expect("the board is square")));
        }
        colours
    }

    /// The board of the option `board`, or else the board that the seed deals.
    pub(super) fn start(board: Option<&Self>, seed: &Seed) -> Self {
        board.copied().unwrap_or_else(|| super::deal(seed).1)
    }

    /// Reads the option `board`: 64 letters, rank 8 to 1. `Some(None)` for `dealt`, and `None` for any other text.
    pub(super) fn option(text: &str) -> Option<Option<Self>> {
        if text == "dealt" {
            return Some(None);
        }
        let (_, letters) = all_consuming(count(Colour::read, 64)).parse(text).ok()?;
        Some(Some(Self::new(|square| letters[8 * (7 - square.rank()) + square.file()])))
    }
}

/// `colours = 8colour *7("/" 8colour)`, rank 8 first; `colour = "R" / "Y" / "G" / "B"`
pub(super) fn colours(input: &str) -> TextResult<'_, Colours> {
    let mut sets = [0; 4];
    let mut rest = input;
    for rank in (0..8).rev() {
        for file in 0..8 {
            let (after, colour) = expect("the colour of a square, R, Y, G or B", Colour::read)(rest)?;
            sets[colour as usize] |= bit(Square::new(file, rank).expect("file and rank are on the board"));
            rest = after;
        }
        if rank > 0 {
            rest = rest.strip_prefix('/').ok_or_else(|| wrong(rest, "the end of the rank, /"))?;
        }
    }
    Ok((rest, Colours(sets)))
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_men(f, |square| Some([self.at(square).letter()]))
    }
}
