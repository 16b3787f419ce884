//! Sets of squares as 64 bits, and the squares that a man attacks.

use std::ops;

use super::Square;
use crate::board::{self, BoardLine, BySide, Leaps, Offset, Side, Wrap};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Set(pub(super) u64);

impl Set {
    pub(super) const EMPTY: Self = Self(0);

    #[inline]
    pub(super) const fn only(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The squares of a rank, counted from 0.
    pub(super) const fn rank(rank: usize) -> Self {
        Self(0xFF << (8 * rank))
    }

    #[inline]
    pub(super) const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    #[inline]
    pub(super) fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Square::from_index(self.0.trailing_zeros() as usize) }
    }

    /// The squares one rank further for a side.
    #[inline]
    pub(super) const fn forward(self, side: Side) -> Self {
        match side {
            Side::White => Self(self.0 << 8),
            Side::Black => Self(self.0 >> 8),
        }
    }
}

impl Iterator for Set {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

operators! {
    [] Set:
    BitOr bitor |one, other| Self(one.0 | other.0);
    BitAnd bitand |one, other| Self(one.0 & other.0);
    /// The squares that are in this set and not in the other.
    Sub sub |one, other| Self(one.0 & !other.0);
}

impl ops::Not for Set {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The steps along rank, file and both diagonals.
const STEPS: [Offset; 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

static LINES: [[BoardLine; 4]; 64] = {
    let mut table = [[BoardLine::NONE; 4]; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut which = 0;
        while which < 4 {
            table[index][which] = BoardLine::through(square, STEPS[which]);
            which += 1;
        }
        index += 1;
    }
    table
};

/// The targets of the leaps from each square, in half the memory of [`Leaps`].
const fn leaps(offsets: &[Offset]) -> [u64; 64] {
    let leaps: Leaps<8, 8> = board::leaps(Wrap::Flat, offsets);
    let mut table = [0; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        table[index] = leaps.from(square).bits() as u64;
        index += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaps(board::KNIGHT);
static KING: [u64; 64] = leaps(board::KING);
static PAWN: BySide<[u64; 64]> = BySide([leaps(board::PAWN.0[0]), leaps(board::PAWN.0[1])]);

/// The squares between two squares of one line; empty if no line joins the squares.
static BETWEEN: [[u64; 64]; 64] = pairs(false);
/// The whole line through two squares; empty if no line joins the squares.
static THROUGH: [[u64; 64]; 64] = pairs(true);

const fn pairs(through: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut one = 0;
    while one < 64 {
        let mut which = 0;
        while which < 4 {
            let BoardLine { lower, upper } = LINES[one][which];
            let mut rest = lower | upper;
            while rest != 0 {
                let other = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[one][other] = if through {
                    lower | upper | 1 << one
                } else {
                    // The squares above the lower square that are below the higher square.
                    let (low, high) = if one < other { (one, other) } else { (other, one) };
                    LINES[low][which].upper & LINES[high][which].lower
                };
            }
            which += 1;
        }
        one += 1;
    }
    table
}

#[inline]
pub(super) fn knight(from: Square) -> Set {
    Set(KNIGHT[from.index()])
}

#[inline]
pub(super) fn king(from: Square) -> Set {
    Set(KING[from.index()])
}

#[inline]
pub(super) fn pawn(side: Side, from: Square) -> Set {
    Set(PAWN[side][from.index()])
}

#[inline]
pub(super) fn rook(from: Square, occupied: Set) -> Set {
    let [rank, file, ..] = &LINES[from.index()];
    Set(rank.reach(occupied.0) | file.reach(occupied.0))
}

#[inline]
pub(super) fn bishop(from: Square, occupied: Set) -> Set {
    let [.., rising, falling] = &LINES[from.index()];
    Set(rising.reach(occupied.0) | falling.reach(occupied.0))
}

#[inline]
pub(super) fn between(one: Square, other: Square) -> Set {
    Set(BETWEEN[one.index()][other.index()])
}

#[inline]
pub(super) fn through(one: Square, other: Square) -> Set {
    Set(THROUGH[one.index()][other.index()])
}
