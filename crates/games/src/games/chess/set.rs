//! Sets of squares as 64 bits, and the squares that a man attacks.

use std::ops;

use super::Square;
use crate::board::{BySide, Side};

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
    Set:
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

/// The other squares of a line through a square. `lower` has those with lower indices, `upper` the others.
#[derive(Debug, Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

impl Line {
    const NONE: Self = Self { lower: 0, upper: 0 };

    /// The squares of the line up to and including the first man on either side.
    ///
    /// The nearest man below is the highest bit of `lower`. Subtracting that bit from `upper` borrows up to the lowest
    /// bit of `upper`, which is the nearest man above. So the XOR covers all squares from one man to the other.
    #[inline]
    const fn reach(self, occupied: u64) -> u64 {
        let lower = self.lower & occupied;
        let upper = self.upper & occupied;
        let nearest = 1 << 63 >> (lower | 1).leading_zeros();
        (self.lower | self.upper) & (upper ^ upper.wrapping_sub(nearest))
    }
}

/// The steps along rank, file and both diagonals, as files and ranks.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

static LINES: [[Line; 4]; 64] = {
    let mut table = [[Line::NONE; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut which = 0;
        while which < 4 {
            let (files, ranks) = STEPS[which];
            table[square][which] = Line { lower: ray(square, -files, -ranks), upper: ray(square, files, ranks) };
            which += 1;
        }
        square += 1;
    }
    table
};

/// The squares from this square in one direction to the edge.
const fn ray(square: usize, files: i8, ranks: i8) -> u64 {
    let mut found = 0;
    let (mut file, mut rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        found |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    found
}

const fn leaps(offsets: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut which = 0;
        while which < offsets.len() {
            let (files, ranks) = offsets[which];
            let (file, rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            which += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaps(crate::board::KNIGHT);
static KING: [u64; 64] = leaps(crate::board::KING);
static PAWN: BySide<[u64; 64]> = BySide([leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])]);

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
            let Line { lower, upper } = LINES[one][which];
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
