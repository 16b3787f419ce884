//! Castling: the wings of the board, the rights of the sides, and the moves. The module knows no turn.

use std::fmt::{self, Write};

use super::{BoardSquare, Man, ManKind, Men};
use crate::board::{
    BySide, Side,
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

    /// The squares that the king leaves and reaches by castling on this wing. `home` is the rank of the king. `None` if
    /// `home` is off the board.
    pub fn squares(self, home: usize) -> Option<(BoardSquare, BoardSquare)> {
        let [_, _, target] = self.files();
        Some((BoardSquare::new(KING_FILE, home)?, BoardSquare::new(target, home)?))
    }
}

/// The file of the kings at home, counted from 0.
pub const KING_FILE: usize = 4;

/// The remaining rights to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights(BySide<[bool; 2]>);

impl Rights {
    /// All four rights.
    pub const ALL: Self = Self(BySide([[true; 2]; 2]));

    /// Returns true if a side has the right to castle on this wing.
    pub fn has(&self, side: Side, wing: Wing) -> bool {
        self.0[side][wing as usize]
    }

    /// Adds a right.
    pub fn give(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = true;
    }

    /// Removes a right.
    pub fn lose(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = false;
    }

    /// Removes the rights that a move ends, on a board of `ranks` ranks. A side loses its rights if its king moves, and
    /// that of a wing if the wing's rook leaves home or is captured there. `men` is the board before the move.
    pub fn lose_by(&mut self, men: &Men, ranks: usize, from: BoardSquare, to: BoardSquare) {
        for (side, wing, _) in RIGHTS {
            let home = side.home(ranks);
            let [rook, ..] = wing.files();
            let is_home = |square: BoardSquare| square.rank() == home && square.file() == rook;
            let king_goes = men.king(side) == Some(from);
            if king_goes || is_home(from) || is_home(to) {
                self.lose(side, wing);
            }
        }
    }

    /// The letter of a right that `side` cannot have, because its king or the wing's rook is not at home, on a board of
    /// `ranks` ranks. `None` if there is no such right.
    pub fn astray(&self, men: &Men, ranks: usize, side: Side) -> Option<char> {
        let at_home = |file, kind| {
            let home = BoardSquare::new(file, side.home(ranks));
            home.and_then(|home| men.at(home)) == Some(Man { side, kind })
        };
        let own = RIGHTS.into_iter().filter(|(owner, ..)| *owner == side);
        let mut astray = own.filter(|&(_, wing, _)| {
            let [rook, ..] = wing.files();
            self.has(side, wing) && !(at_home(KING_FILE, ManKind::King) && at_home(rook, ManKind::Rook))
        });
        astray.next().map(|(_, _, letter)| letter)
    }
}

/// Writes the rights as in FEN: `KQkq`, or `-` if no right remains.
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
pub const RIGHTS: [(Side, Wing, char); 4] = [
    (Side::White, Wing::King, 'K'),
    (Side::White, Wing::Queen, 'Q'),
    (Side::Black, Wing::King, 'k'),
    (Side::Black, Wing::Queen, 'q'),
];

/// `rights = "-" / ["K"] ["Q"] ["k"] ["q"]`, not empty
///
/// # Errors
/// If the input does not begin with `-` or with a right.
pub fn rights(input: &str) -> TextResult<'_, Rights> {
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
