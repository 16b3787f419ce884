//! Castling: the wings, the rights that are left, and how it is done.

use std::fmt::{self, Write};

use super::{Kind, Man, Men, Square};
use crate::board::{
    BySide, Side,
    text::{Parsed, wrong},
};

/// A wing to castle on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// The wing of the h-file.
    King,
    /// The wing of the a-file.
    Queen,
}

impl Wing {
    /// Both, in the order of FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The files of the rook, of its new square, and of the king's new one.
    pub const fn files(self) -> [usize; 3] {
        match self {
            Self::King => [7, 5, 6],
            Self::Queen => [0, 3, 2],
        }
    }

    /// The files that must be empty: all between king and rook.
    pub const fn between(self) -> std::ops::Range<usize> {
        match self {
            Self::King => 5..7,
            Self::Queen => 1..4,
        }
    }

    /// How castling is written for people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::King => "O-O",
            Self::Queen => "O-O-O",
        }
    }

    /// From where to where the king of a side goes, whose home is this rank.
    pub fn squares(self, home: usize) -> Option<(Square, Square)> {
        let [_, _, target] = self.files();
        Some((Square::new(KING_FILE, home)?, Square::new(target, home)?))
    }
}

/// The file where kings stand at home.
pub const KING_FILE: usize = 4;

/// The rights to castle that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights(BySide<[bool; 2]>);

impl Rights {
    /// All four.
    pub const ALL: Self = Self(BySide([[true; 2]; 2]));

    /// Whether a side may still castle on this wing.
    pub fn has(&self, side: Side, wing: Wing) -> bool {
        self.0[side][wing as usize]
    }

    /// Gives the right.
    pub fn give(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = true;
    }

    /// Takes it away.
    pub fn lose(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = false;
    }

    /// What is left of them when a man goes, on a board of so many ranks: a right is lost when its king or its rook
    /// leaves home, and when the rook is captured there. `men` stand as they did before.
    pub fn lose_by(&mut self, men: &Men, ranks: usize, from: Square, to: Square) {
        for (side, wing, _) in RIGHTS {
            let home = side.home(ranks);
            let [rook, ..] = wing.files();
            let is_home = |square: Square| square.rank() == home && square.file() == rook;
            let king_goes = men.king(side) == Some(from);
            if king_goes || is_home(from) || is_home(to) {
                self.lose(side, wing);
            }
        }
    }

    /// The letter of a right whose king or rook is not at home, on a board of so many ranks.
    pub fn astray(&self, men: &Men, ranks: usize, side: Side) -> Option<char> {
        let at_home = |file, kind| {
            let home = Square::new(file, side.home(ranks));
            home.and_then(|home| men.at(home)) == Some(Man { side, kind })
        };
        let own = RIGHTS.into_iter().filter(|(owner, ..)| *owner == side);
        let mut astray = own.filter(|&(_, wing, _)| {
            let [rook, ..] = wing.files();
            self.has(side, wing) && !(at_home(KING_FILE, Kind::King) && at_home(rook, Kind::Rook))
        });
        astray.next().map(|(_, _, letter)| letter)
    }
}

/// As in FEN: `KQkq`, or `-` for none.
impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_char('-');
        }
        for (side, wing, letter) in RIGHTS {
            if self.has(side, wing) {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Each right with its letter, in the order of FEN.
pub const RIGHTS: [(Side, Wing, char); 4] = [
    (Side::White, Wing::King, 'K'),
    (Side::White, Wing::Queen, 'Q'),
    (Side::Black, Wing::King, 'k'),
    (Side::Black, Wing::Queen, 'q'),
];

/// `rights = "-" / ["K"] ["Q"] ["k"] ["q"]`, not empty
///
/// # Errors
/// If there is none.
pub fn rights(input: &str) -> Parsed<'_, Rights> {
    let mut rights = Rights::default();
    if let Some(rest) = input.strip_prefix('-') {
        return Ok((rest, rights));
    }
    let mut rest = input;
    for (side, wing, letter) in RIGHTS {
        if let Some(after) = rest.strip_prefix(letter) {
            rights.give(side, wing);
            rest = after;
        }
    }
    if rest.len() == input.len() {
        Err(wrong(input, "the rights to castle, such as KQkq, or -"))
    } else {
        Ok((rest, rights))
    }
}

impl Men {
    /// Whether a side that has the right can castle on this wing: nothing between king and rook, and no square that the
    /// king leaves, passes or reaches attacked. `home` is the rank of both.
    pub fn may_castle(&self, side: Side, wing: Wing, home: usize) -> bool {
        let square = |file| Square::new(file, home);
        let is_empty = |file| square(file).is_some_and(|square| !self.all().contains(square));
        let is_safe = |file| square(file).is_some_and(|square| !self.attacked(square, side.other()));
        let [_, passed, target] = wing.files();
        wing.between().all(is_empty) && [KING_FILE, passed, target].into_iter().all(is_safe)
    }

    /// On which wing a man castles by going so, if a king does so: no other move of his is two files long.
    pub fn castles(&self, from: Square, to: Square) -> Option<Wing> {
        let is_king = self.kind(Kind::King).contains(from);
        let wing = if to.file() > from.file() { Wing::King } else { Wing::Queen };
        (is_king && to.file().abs_diff(from.file()) == 2).then_some(wing)
    }

    /// The board after the rook has gone with a king who castles on his rank.
    #[must_use]
    pub fn with_rook_castled(&self, wing: Wing, rank: usize) -> Self {
        let [rook, beside, _] = wing.files();
        match (Square::new(rook, rank), Square::new(beside, rank)) {
            (Some(from), Some(to)) => self.after(from, to, None),
            _ => *self,
        }
    }
}
