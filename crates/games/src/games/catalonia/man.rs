//! The men, their owners, and the squares of the board.

use arrayvec::ArrayString;

use crate::{
    board::{self, SquareSet},
    game::Seat,
};

/// A square of the board: files a to h, ranks 1 to 8.
pub type Square = board::Square<8, 8>;
/// A set of squares of the board.
pub type Squares = SquareSet<8, 8>;

/// The player who owns a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// Seat 1, from ranks 1 and 2.
    White,
    /// Seat 2, from ranks 8 and 7.
    Black,
}

impl Owner {
    /// Both owners, in seat order.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The seat of the owner.
    pub const fn seat(self) -> Seat {
        match self {
            Self::White => Seat::ONE,
            Self::Black => Seat::TWO,
        }
    }

    /// The other owner.
    pub const fn partner(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The name of the owner, with a capital.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The rank step of a move forward.
    pub(super) const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The row of a square as the owner counts, from 1.
    pub(super) const fn row(self, square: Square) -> usize {
        match self {
            Self::White => square.rank() + 1,
            Self::Black => 8 - square.rank(),
        }
    }
}

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

    /// The letter of the kind for people, and White's letter in a position.
    pub const fn letter(self) -> char {
        match self {
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Lady => 'L',
            Self::Gentleman => 'G',
            Self::Peasant => 'P',
        }
    }

    /// The name of the kind on the rules page, with a capital.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "Knight",
            Self::Bishop => "Bishop",
            Self::Lady => "Lady",
            Self::Gentleman => "Gentleman",
            Self::Peasant => "Peasant",
        }
    }

    /// The number of men of this kind that each side starts with. Rules page, Board.
    pub const fn at_start(self) -> usize {
        match self {
            Self::Knight | Self::Bishop => 2,
            Self::Lady | Self::Gentleman => 1,
            Self::Peasant => 6,
        }
    }
}

/// A kind of man with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// The player who may move the man.
    pub owner: Owner,
    /// The kind, which decides how the man moves and defends.
    pub kind: Kind,
}

impl Man {
    /// The letter of the man in a position: upper case for White.
    pub const fn letter(self) -> char {
        match self.owner {
            Owner::White => self.kind.letter(),
            Owner::Black => self.kind.letter().to_ascii_lowercase(),
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
    owned: [Squares; 2],
    kinds: [Squares; 5],
}

impl Men {
    /// Puts a man on an empty square.
    pub fn put(&mut self, square: Square, man: Man) {
        self.owned[man.owner as usize].insert(square);
        self.kinds[man.kind as usize].insert(square);
    }

    /// Removes and returns the man on a square; `None` if the square is empty.
    pub fn take(&mut self, square: Square) -> Option<Man> {
        let man = self.at(square)?;
        self.owned[man.owner as usize].remove(square);
        self.kinds[man.kind as usize].remove(square);
        Some(man)
    }

    /// The man on a square; `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<Man> {
        let owner = Owner::ALL.into_iter().find(|&owner| self.owned(owner).contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&kind| self.of(kind).contains(square))?;
        Some(Man { owner, kind })
    }

    /// The squares of an owner's men.
    pub const fn owned(&self, owner: Owner) -> Squares {
        self.owned[owner as usize]
    }

    /// The squares of the men of a kind.
    pub const fn of(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    /// The squares of all men.
    pub fn all(&self) -> Squares {
        self.owned(Owner::White) | self.owned(Owner::Black)
    }
}
