//! Castling: the wings of the board, the rights of the sides, and the moves. The module knows no turn.

use std::fmt::{self, Write};

use super::{BoardSquare, Man, ManKind, Men};
use crate::board::{
    Side,
    text::{TextResult, wrong},
};

/// A wing to castle on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// The king's wing, towards the h-file.
    King,
    /// The queen's wing, towards the a-file.
    Queen,
}

impl Wing {
    /// Both wings, in the order of FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    facts! {
        /// The file of the rook, the rook's new file, and the king's new file, counted from 0.
        pub files: [usize; 3] = King => [7, 5, 6], Queen => [0, 3, 2];
        /// The files between king and rook, which must be empty.
        pub between: std::ops::Range<usize> = King => 5..7, Queen => 1..4;
        /// The standard algebraic notation of castling on this wing.
        pub text: &'static str = King => "O-O", Queen => "O-O-O";
    }
}

/// The file of the kings at home, counted from 0.
pub const KING_FILE: usize = 4;

/// The remaining rights to castle, in the order of FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights([bool; 4]);

impl Rights {
    /// Returns true if a side has the right to castle on this wing.
    pub fn has(&self, side: Side, wing: Wing) -> bool {
        self.0[2 * side as usize + wing as usize]
    }

    /// Removes the rights that a move ends, on a board of `ranks` ranks. A side loses its rights if its king moves, and
    /// that of a wing if the wing's rook leaves home or is captured there. `men` is the board before the move.
    pub fn lose_by(&mut self, men: &Men, ranks: usize, from: BoardSquare, to: BoardSquare) {
        for (right, (side, wing, _)) in self.0.iter_mut().zip(RIGHTS) {
            let [rook, ..] = wing.files();
            let is_home = |square: BoardSquare| square.rank() == side.home(ranks) && square.file() == rook;
            *right &= !(men.king(side) == Some(from) || is_home(from) || is_home(to));
        }
    }

    /// The letter of a right that `side` cannot have, because its king or the wing's rook is not at home, on a board of
    /// `ranks` ranks. `None` if there is no such right.
    pub fn astray(&self, men: &Men, ranks: usize, side: Side) -> Option<char> {
        let at_home = |file, kind| {
            let home = BoardSquare::new(file, side.home(ranks));
            home.and_then(|home| men.at(home)) == Some(Man { side, kind })
        };
        let is_astray = |&(owner, wing, _): &(Side, Wing, char)| {
            let [rook, ..] = wing.files();
            let stands = at_home(KING_FILE, ManKind::King) && at_home(rook, ManKind::Rook);
            owner == side && self.has(side, wing) && !stands
        };
        RIGHTS.into_iter().find(is_astray).map(|(_, _, letter)| letter)
    }
}

/// Writes the rights as in FEN: `KQkq`, or `-` if no right remains.
impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_char('-');
        }
        let mut held = RIGHTS.into_iter().filter(|&(side, wing, _)| self.has(side, wing));
        held.try_for_each(|(_, _, letter)| f.write_char(letter))
    }
}

/// The rights to castle in words; `None` if no right remains.
pub fn told_rights(has: impl Fn(Side, Wing) -> bool) -> Option<String> {
    let wings = |side| match Wing::ALL.map(|wing| has(side, wing)) {
        [true, true] => Some(""),
        [true, false] => Some(" on the king's side"),
        [false, true] => Some(" on the queen's side"),
        [false, false] => None,
    };
    let told = |side: Side, wings| format!("{} may castle{wings}", side.name());
    Some(match Side::ALL.map(wings) {
        [None, None] => return None,
        [Some(white), None] => told(Side::White, white),
        [None, Some(black)] => told(Side::Black, black),
        [Some(white), Some(black)] if white == black => format!("both may castle{white}"),
        [Some(white), Some("")] => format!("{}, Black on both", told(Side::White, white)),
        [Some(white), Some(black)] => format!("{}, Black{black}", told(Side::White, white)),
    })
}

/// Each right with its letter, in the order of FEN.
const RIGHTS: [(Side, Wing, char); 4] = [
    (Side::White, Wing::King, 'K'),
    (Side::White, Wing::Queen, 'Q'),
    (Side::Black, Wing::King, 'k'),
    (Side::Black, Wing::Queen, 'q'),
];

/// `rights = ["K"] ["Q"] ["k"] ["q"]`, not empty
pub fn rights(input: &str) -> TextResult<'_, Rights> {
    let mut rights = Rights::default();
    let mut rest = input;
    for (right, (_, _, letter)) in rights.0.iter_mut().zip(RIGHTS) {
        if let Some(after) = rest.strip_prefix(letter) {
            (*right, rest) = (true, after);
        }
    }
    if rest.len() == input.len() {
        Err(wrong(input, "the rights to castle, such as KQkq, or -"))
    } else if rest.starts_with(['K', 'Q', 'k', 'q']) {
        Err(wrong(rest, "the rights to castle in the order KQkq, each once"))
    } else {
        Ok((rest, rights))
    }
}

impl Men {
    /// Returns true if a king that has the right to castle on this wing can do so now. All squares between king and
    /// rook must be empty, and no square of the king's path may be attacked, including its start and end. `home` is the
    /// rank of king and rook.
    pub fn may_castle(&self, side: Side, wing: Wing, home: usize) -> bool {
        let square = |file| BoardSquare::new(file, home);
        let is_empty = |file| square(file).is_some_and(|square| !self.all().contains(square));
        let is_safe = |file| square(file).is_some_and(|square| !self.attacked(square, side.other()));
        let [_, passed, target] = wing.files();
        wing.between().all(is_empty) && [KING_FILE, passed, target].into_iter().all(is_safe)
    }

    /// The wing if the move is castling: a king that moves by two files. `None` for other moves.
    pub fn castles(&self, from: BoardSquare, to: BoardSquare) -> Option<Wing> {
        let is_king = self.of(ManKind::King).contains(from);
        let wing = if to.file() > from.file() { Wing::King } else { Wing::Queen };
        (is_king && to.file().abs_diff(from.file()) == 2).then_some(wing)
    }

    /// The board after the rook's move in castling. `rank` is the rank of the rook.
    #[must_use]
    pub fn with_rook_castled(&self, wing: Wing, rank: usize) -> Self {
        let [rook, beside, _] = wing.files();
        match (BoardSquare::new(rook, rank), BoardSquare::new(beside, rank)) {
            (Some(from), Some(to)) => self.after(from, to, None),
            _ => *self,
        }
    }
}
