//! The six kinds of men of orthodox chess, and their letters.

use crate::board::{Side, picture::Glyph, text};

/// The kind of a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManKind {
    /// `K`.
    King,
    /// `Q`.
    Queen,
    /// `R`.
    Rook,
    /// `B`.
    Bishop,
    /// `N`.
    Knight,
    /// `P`; not written in SAN.
    Pawn,
}

impl ManKind {
    /// All six kinds.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// The kinds that a pawn can promote to.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The letter, in upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Pawn => 'P',
        }
    }

    /// The kind with this letter, in upper or lower case. `None` if the letter stands for no kind.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The usual worth, in pawns.
    pub const fn worth(self) -> u32 {
        match self {
            Self::King => 0,
            Self::Queen => 9,
            Self::Rook => 5,
            Self::Bishop | Self::Knight => 3,
            Self::Pawn => 1,
        }
    }

    /// The English word, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Knight => "knight",
            Self::Pawn => "pawn",
        }
    }

    /// The drawing of the man.
    pub const fn glyph(self) -> Glyph {
        match self {
            Self::King => Glyph::KING,
            Self::Queen => Glyph::QUEEN,
            Self::Rook => Glyph::ROOK,
            Self::Bishop => Glyph::BISHOP,
            Self::Knight => Glyph::KNIGHT,
            Self::Pawn => Glyph::PAWN,
        }
    }
}

/// A kind of man with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// The owner.
    pub side: Side,
    /// The kind, which decides the moves.
    pub kind: ManKind,
}

impl Man {
    /// The letter in FEN: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The man with this FEN letter. `None` if the letter stands for no man.
    pub fn of(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        ManKind::of(letter).map(|kind| Self { side, kind })
    }
}

/// The name and square of each man on a FEN board; see [`text::men_by_name`].
pub fn men_by_name(board: &str) -> Vec<String> {
    text::men_by_name(board, 1, name)
}

fn name(man: &str) -> String {
    let side = if man.to_uppercase() == man { "White" } else { "Black" };
    let kind = match man.to_uppercase().as_str() {
        "K" => "king",
        "Q" => "queen",
        "R" => "rook",
        "B" => "bishop",
        "N" => "knight",
        _ => "pawn",
    };
    format!("{side} {kind}")
}
