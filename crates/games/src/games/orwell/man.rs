//! The men, their owners, and the squares of the cylinder.

use std::ops;

use crate::{
    board::{self, SquareSet},
    game::Seat,
};

/// A square of the cylinder: files a to g, ranks 1 to 12.
pub type Square = board::Square<7, 12>;
/// A set of squares of the cylinder.
pub type Squares = SquareSet<7, 12>;

/// Whose a man is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// Seat 1, base rank 1.
    White,
    /// Seat 2, base rank 5.
    Red,
    /// Seat 3, base rank 9.
    Black,
}

impl Owner {
    /// The three, in seat order.
    pub const ALL: [Self; 3] = [Self::White, Self::Red, Self::Black];

    /// The owner who sits there, if it is a seat of this game.
    pub fn at(seat: Seat) -> Option<Self> {
        Self::ALL.get(seat.index()).copied()
    }

    /// Where he sits.
    pub const fn seat(self) -> Seat {
        match self {
            Self::White => Seat::ONE,
            Self::Red => Seat::TWO,
            Self::Black => Seat::THREE,
        }
    }

    /// The other two.
    pub const fn opponents(self) -> [Self; 2] {
        match self {
            Self::White => [Self::Red, Self::Black],
            Self::Red => [Self::White, Self::Black],
            Self::Black => [Self::White, Self::Red],
        }
    }

    /// His letter in a position.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Red => 'r',
            Self::Black => 'b',
        }
    }

    /// His name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Red => "Red",
            Self::Black => "Black",
        }
    }
}

/// One thing for each owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct ByOwner<T>(pub(super) [T; 3]);

impl<T> ops::Index<Owner> for ByOwner<T> {
    type Output = T;

    fn index(&self, owner: Owner) -> &T {
        &self.0[owner as usize]
    }
}

impl<T> ops::IndexMut<Owner> for ByOwner<T> {
    fn index_mut(&mut self, owner: Owner) -> &mut T {
        &mut self.0[owner as usize]
    }
}

/// What a man is. A Berlinpeono keeps its direction for ever, so that the two are two kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A Berlinpeono that goes towards higher ranks.
    Up,
    /// A Berlinpeono that goes towards lower ranks.
    Down,
    /// A bishop.
    Dabbabah,
    /// One square diagonally, then outward like a rook.
    Gryphon,
    /// Like a rook along the file, one square along the rank.
    Jugyo,
    /// The cannon of Chinese chess.
    Pao,
    /// A king, royal.
    Raja,
    /// Queen and knight, royal.
    Maharaja,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Up, Self::Down, Self::Dabbabah, Self::Gryphon, Self::Jugyo, Self::Pao, Self::Raja, Self::Maharaja];

    /// Its letter in a position.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Dabbabah => 'D',
            Self::Gryphon => 'G',
            Self::Jugyo => 'J',
            Self::Pao => 'P',
            Self::Raja => 'R',
            Self::Maharaja => 'M',
        }
    }

    /// The word of the rules page, with a capital.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up | Self::Down => "Berlinpeono",
            Self::Dabbabah => "Dabbabah",
            Self::Gryphon => "Gryphon",
            Self::Jugyo => "Jugyo",
            Self::Pao => "Pao",
            Self::Raja => "Raja",
            Self::Maharaja => "Maharaja",
        }
    }

    /// Whether it goes by direction and promotes.
    pub const fn is_berlinpeono(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// Whether it is royal: rules page, Men.
    pub const fn is_royal(self) -> bool {
        matches!(self, Self::Raja | Self::Maharaja)
    }
}

/// A kind of man with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Who may move it.
    pub owner: Owner,
    /// How it moves.
    pub kind: Kind,
}

/// What a Berlinpeono may become on a Minipax square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promotion {
    /// `d` in an action.
    Dabbabah,
    /// `g` in an action.
    Gryphon,
    /// `j` in an action.
    Jugyo,
    /// `p` in an action.
    Pao,
}

impl Promotion {
    /// The four, in the order of their letters.
    pub const ALL: [Self; 4] = [Self::Dabbabah, Self::Gryphon, Self::Jugyo, Self::Pao];

    /// What the Berlinpeono becomes.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Dabbabah => Kind::Dabbabah,
            Self::Gryphon => Kind::Gryphon,
            Self::Jugyo => Kind::Jugyo,
            Self::Pao => Kind::Pao,
        }
    }

    /// Its letter in an action.
    pub const fn letter(self) -> char {
        self.kind().letter().to_ascii_lowercase()
    }
}
