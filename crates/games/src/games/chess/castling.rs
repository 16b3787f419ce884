//! The rights to castle and their notation, and the squares of king and rook after castling.

use super::{Square, men::Men};
use crate::board::{
    BySide, Side,
    orthodox::{KING_FILE, Man, ManKind, Wing},
    text::{TextResult, wrong},
};

/// The remaining rights: the file of the rook for each side and wing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Rights(BySide<[Option<u8>; 2]>);

const READ: &str = "the rights to castle, such as KQkq or by files HAha, or -";
const NOT_AT_HOME: &str =
    "a right whose king and rook are at home; where they start elsewhere, the option is start shuffled";

impl Rights {
    /// The square of the rook with which a side may still castle on this wing.
    #[inline]
    pub(super) fn rook(&self, side: Side, wing: Wing) -> Option<Square> {
        Square::new(usize::from(self.0[side][wing as usize]?), side.home(8))
    }

    pub(super) fn give(&mut self, side: Side, wing: Wing, file: usize) {
        self.0[side][wing as usize] = u8::try_from(file).ok();
    }

    #[inline]
    pub(super) fn lose_both(&mut self, side: Side) {
        self.0[side] = [None; 2];
    }

    /// Removes the right of the rook on this square, if it has one.
    #[inline]
    pub(super) fn lose_rook(&mut self, side: Side, rook: Square) {
        for wing in Wing::ALL {
            if self.rook(side, wing) == Some(rook) {
                self.0[side][wing as usize] = None;
            }
        }
    }

    /// Writes the rights: as in FEN, or with `shuffled` as the files of the rooks.
    pub(super) fn write(&self, text: &mut String, shuffled: bool) {
        if *self == Self::default() {
            text.push('-');
        }
        for side in Side::ALL {
            for wing in Wing::ALL {
                let Some(file) = self.0[side][wing as usize] else { continue };
                let letter = match (shuffled, wing) {
                    (true, _) => char::from(b'A' + file),
                    (false, Wing::King) => 'K',
                    (false, Wing::Queen) => 'Q',
                };
                text.push(side.cased(letter));
            }
        }
    }
}

/// `rights = 1*right`; `right = "K" / "Q" / "k" / "q" / file`. A file, `"A"` to `"H"` or `"a"` to `"h"`, is that of
/// the rook; `K` and `Q` mean the outermost rook of the wing.
///
/// A right without its king or rook on the first rank is dropped, as other programs do. Without a shuffled start, a right
/// of a king or rook that starts elsewhere is an error.
pub(super) fn rights<'a>(input: &'a str, men: &Men, shuffled: bool) -> TextResult<'a, Rights> {
    let mut rights = Rights::default();
    let mut rest = input;
    while let Some(letter) = rest.chars().next().filter(|&letter| letter != ' ') {
        let side = Side::of_case(letter);
        let king = king_at_home(men, side);
        let right = king.and_then(|king| match letter.to_ascii_uppercase() {
            'K' => by_wing(men, side, Wing::King, king),
            'Q' => by_wing(men, side, Wing::Queen, king),
            file => by_file(men, side, (file as usize).checked_sub('A' as usize)?, king),
        });
        match right {
            _ if !"KQABCDEFGH".contains(letter.to_ascii_uppercase()) => return Err(wrong(rest, READ)),
            Some((wing, file)) if shuffled || king == Some(KING_FILE) && file == wing.files()[0] => {
                rights.give(side, wing, file);
            }
            Some(_) => return Err(wrong(rest, NOT_AT_HOME)),
            None => {}
        }
        rest = &rest[1..];
    }
    if rest.len() == input.len() { Err(wrong(input, READ)) } else { Ok((rest, rights)) }
}

fn is_rook(men: &Men, side: Side, file: usize) -> bool {
    let rook = Man { side, kind: ManKind::Rook };
    Square::new(file, side.home(8)).and_then(|square| men.at(square)) == Some(rook)
}

/// The file of the king of a side, if he is on his first rank.
fn king_at_home(men: &Men, side: Side) -> Option<usize> {
    men.king(side).filter(|king| king.rank() == side.home(8)).map(Square::file)
}

/// The outermost rook of the wing.
fn by_wing(men: &Men, side: Side, wing: Wing, king: usize) -> Option<(Wing, usize)> {
    let rook = match wing {
        Wing::King => (king + 1..8).rev().find(|&file| is_rook(men, side, file)),
        Wing::Queen => (0..king).find(|&file| is_rook(men, side, file)),
    };
    rook.map(|rook| (wing, rook))
}

fn by_file(men: &Men, side: Side, file: usize, king: usize) -> Option<(Wing, usize)> {
    let wing = if file > king { Wing::King } else { Wing::Queen };
    is_rook(men, side, file).then_some((wing, file))
}

/// The squares of king and rook after castling.
#[inline]
pub(super) fn targets(side: Side, wing: Wing) -> Option<(Square, Square)> {
    let [_, rook, king] = wing.files();
    Some((Square::new(king, side.home(8))?, Square::new(rook, side.home(8))?))
}
