//! The men, their owners, and the squares of the cylinder.

use crate::{
    board::{self, SquareSet},
    game::Seat,
};

/// A square of the cylinder: files a to g, ranks 1 to 12.
pub type Square = board::Square<7, 12>;
/// A set of squares of the cylinder.
pub type Squares = SquareSet<7, 12>;

/// The player who owns a man.
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
    words! {
        /// The letter of the owner in a position.
        pub letter: char = White => 'w', Red => 'r', Black => 'b';
    }

    /// The owner at a seat; `None` from seat 4 on.
    pub fn at(seat: Seat) -> Option<Self> {
        Self::ALL.get(seat.index()).copied()
    }

    facts! {
        /// The seat of the owner.
        pub seat: Seat = White => Seat::ONE, Red => Seat::TWO, Black => Seat::THREE;
        /// The other two owners.
        pub opponents: [Self; 2] = White => [Self::Red, Self::Black], Red => [Self::White, Self::Black],
            Black => [Self::White, Self::Red];
        /// The name of the owner, with a capital.
        pub name: &'static str = White => "White", Red => "Red", Black => "Black";
    }
}

/// A kind of man. A Berlinpeono keeps its direction for ever, so each direction is a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A Berlinpeono that goes towards higher ranks.
    Up,
    /// A Berlinpeono that goes towards lower ranks.
    Down,
    /// Moves like a bishop.
    Dabbabah,
    /// Moves one square diagonally, then outward like a rook.
    Gryphon,
    /// Moves like a rook along the file, and one square along the rank.
    Jugyo,
    /// Moves like the cannon of Chinese chess.
    Pao,
    /// Moves like a king. Royal.
    Raja,
    /// Moves like a queen or a knight. Royal.
    Maharaja,
}

impl Kind {
    words! {
        /// The letter of the kind in a position.
        pub letter: char = Up => 'u', Down => 'd', Dabbabah => 'D', Gryphon => 'G', Jugyo => 'J', Pao => 'P',
            Raja => 'R', Maharaja => 'M';
    }

    /// The kinds that a Berlinpeono may promote to on a Minipax square, in the order of their letters in an action.
    pub const PROMOTIONS: [Self; 4] = [Self::Dabbabah, Self::Gryphon, Self::Jugyo, Self::Pao];

    facts! {
        /// The worth, in Berlinpeonos. Royals are worth most: the owner of all three wins, and their captors become
        /// Maharajas.
        pub worth: u32 = Up | Down => 1, Dabbabah => 2, Pao => 3, Jugyo => 4, Gryphon => 8, Raja => 15, Maharaja => 25;
        /// The name of the kind on the rules page, with a capital.
        pub name: &'static str = Up | Down => "Berlinpeono", Dabbabah => "Dabbabah", Gryphon => "Gryphon",
            Jugyo => "Jugyo", Pao => "Pao", Raja => "Raja", Maharaja => "Maharaja";
    }

    /// Returns true for a Berlinpeono of either direction.
    pub const fn is_berlinpeono(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }

    /// Returns true for a Raja or Maharaja: rules page, Men.
    pub const fn is_royal(self) -> bool {
        matches!(self, Self::Raja | Self::Maharaja)
    }
}

/// A kind of man with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// The player who may move the man.
    pub owner: Owner,
    /// The kind, which decides how the man moves.
    pub kind: Kind,
}
