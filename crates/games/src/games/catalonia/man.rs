//! The men, their owners, and the squares of the board.

use arrayvec::ArrayString;

use crate::board::{self, BySide, Side, SquareSet};

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
        match self.owner {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

impl Man {
    pub(super) fn text(self) -> ArrayString<1> {
        let mut text = ArrayString::new();
        text.push(self.letter());
        text
    }
}

/// The men on the board, as sets of squares by owner and by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Men {
    owned: BySide<Squares>,
    kinds: [Squares; 5],
}

impl Men {
    /// Puts a man on an empty square.
    pub fn put(&mut self, square: Square, man: Man) {
        self.owned[man.owner].insert(square);
        self.kinds[man.kind as usize].insert(square);
    }

    /// Removes and returns the man on a square; `None` if the square is empty.
    pub fn take(&mut self, square: Square) -> Option<Man> {
        let man = self.at(square)?;
        self.owned[man.owner].remove(square);
        self.kinds[man.kind as usize].remove(square);
        Some(man)
    }

    /// The man on a square; `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<Man> {
        let owner = Side::ALL.into_iter().find(|&owner| self.owned(owner).contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&kind| self.of(kind).contains(square))?;
        Some(Man { owner, kind })
    }

    /// The squares of an owner's men.
    pub fn owned(&self, owner: Side) -> Squares {
        self.owned[owner]
    }

    /// The squares of the men of a kind.
    pub const fn of(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    /// The squares of all men.
    pub fn all(&self) -> Squares {
        self.owned(Side::White) | self.owned(Side::Black)
    }
}
