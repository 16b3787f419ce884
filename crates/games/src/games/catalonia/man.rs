//! The men, their owners, and the squares of the board.

use crate::board::{self, Side, SquareSet};

/// A square of the board: files a to h, ranks 1 to 8.
pub type Square = board::Square<8, 8>;
/// A set of squares of the board.
pub type Squares = SquareSet<8, 8>;

/// A kind of man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The knight of orthodox chess.
    Knight,
    /// The bishop of orthodox chess.
    Bishop,
    /// The queen of orthodox chess.
    Lady,
    /// One step like a king, or a leap of exactly two squares in the same directions.
    Gentleman,
    /// One step forward or backward; from some rows also two.
    Peasant,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Knight, Self::Bishop, Self::Lady, Self::Gentleman, Self::Peasant];

    facts! {
        /// The letter of the kind for people, and White's letter in a position.
        pub letter: char = Knight => 'N', Bishop => 'B', Lady => 'L', Gentleman => 'G', Peasant => 'P';
        /// The name of the kind on the rules page, with a capital.
        pub name: &'static str = Knight => "Knight", Bishop => "Bishop", Lady => "Lady", Gentleman => "Gentleman",
            Peasant => "Peasant";
        /// The number of men of this kind that each side starts with. Rules page, Board.
        pub at_start: usize = Knight | Bishop => 2, Lady | Gentleman => 1, Peasant => 6;
    }
}

/// A kind of man with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// The player who may move the man.
    pub owner: Side,
    /// The kind, which decides how the man moves and defends.
    pub kind: Kind,
}

impl Man {
    /// The letter of the man in a position: upper case for White.
    pub const fn letter(self) -> char {
        self.owner.cased(self.kind.letter())
    }
}

men!(pub Man { owner: Side, kind: Kind }, Square, Squares);
