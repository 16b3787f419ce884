//! The six kinds of men of orthodox chess, and their letters.

use crate::board::{Side, picture::Glyph};

/// The kind of a man.
#[expect(missing_docs, reason = "the men of orthodox chess")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManKind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl ManKind {
    /// All six kinds.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// The kinds that a pawn can promote to.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    facts! {
        /// The letter, in upper case.
        pub letter: char = King => 'K', Queen => 'Q', Rook => 'R', Bishop => 'B', Knight => 'N', Pawn => 'P';
    }

    /// The kind with this letter, in upper or lower case. `None` if the letter stands for no kind.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    facts! {
        /// The usual worth, in pawns.
        pub worth: u32 = King => 0, Queen => 9, Rook => 5, Bishop | Knight => 3, Pawn => 1;
        /// The English word, lower case.
        pub name: &'static str = King => "king", Queen => "queen", Rook => "rook", Bishop => "bishop",
            Knight => "knight", Pawn => "pawn";
        /// The drawing of the man.
        pub glyph: Glyph = King => Glyph::KING, Queen => Glyph::QUEEN, Rook => Glyph::ROOK, Bishop => Glyph::BISHOP,
            Knight => Glyph::KNIGHT, Pawn => Glyph::PAWN;
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
        self.side.cased(self.kind.letter())
    }

    /// The man with this FEN letter. `None` if the letter stands for no man.
    pub fn of(letter: char) -> Option<Self> {
        ManKind::of(letter).map(|kind| Self { side: Side::of_case(letter), kind })
    }
}
