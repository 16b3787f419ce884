//! Orthodox men: where they stand, what they attack, which checks they give, how they castle; on eight files and up to
//! ten ranks. On a board of fewer ranks the squares above are left out by whoever asks.

use std::fmt::{self, Write};

use crate::board::{self, BySide, Direction, Leaps, Rays, Side, Wrap, leaps};

/// A square of the board.
pub type Square = board::Square<8, 10>;
/// A set of squares.
pub type Squares = board::SquareSet<8, 10>;

static RAYS: Rays<8, 10> = Rays::new(Wrap::Flat);
static KING: Leaps<8, 10> = leaps(Wrap::Flat, board::KING);
static KNIGHT: Leaps<8, 10> = leaps(Wrap::Flat, board::KNIGHT);
static ASLANT: BySide<Leaps<8, 10>> =
    BySide([leaps(Wrap::Flat, &[(-1, 1), (1, 1)]), leaps(Wrap::Flat, &[(-1, -1), (1, -1)])]);

/// The kind of a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// King.
    King,
    /// Queen.
    Queen,
    /// Rook.
    Rook,
    /// Bishop.
    Bishop,
    /// Knight.
    Knight,
    /// Pawn.
    Pawn,
}

impl Kind {
    /// All six.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// What a pawn can become.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Its letter, upper case.
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
}

/// A man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// Its letter as in FEN: White's upper case.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

/// The squares that a man on `from` attacks: those it could capture on, whoever stands there.
pub fn attacks(Man { side, kind }: Man, from: Square, occupied: Squares) -> Squares {
    match kind {
        Kind::King => KING.from(from),
        Kind::Queen => straight(from, occupied) | diagonal(from, occupied),
        Kind::Rook => straight(from, occupied),
        Kind::Bishop => diagonal(from, occupied),
        Kind::Knight => KNIGHT.from(from),
        Kind::Pawn => ASLANT[side].from(from),
    }
}

#[inline]
fn straight(from: Square, occupied: Squares) -> Squares {
    RAYS.reach_all(from, Direction::STRAIGHT, occupied)
}

#[inline]
fn diagonal(from: Square, occupied: Squares) -> Squares {
    RAYS.reach_all(from, Direction::DIAGONAL, occupied)
}

/// The men on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Men {
    sides: BySide<Squares>,
    kinds: [Squares; 6],
}

impl Men {
    /// Those of a side.
    pub fn of(&self, side: Side) -> Squares {
        self.sides[side]
    }

    /// Those of a kind.
    pub fn kind(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    /// All.
    pub fn all(&self) -> Squares {
        self.of(Side::White) | self.of(Side::Black)
    }

    /// Who stands there.
    pub fn at(&self, square: Square) -> Option<Man> {
        let side = if self.of(Side::White).contains(square) {
            Side::White
        } else if self.of(Side::Black).contains(square) {
            Side::Black
        } else {
            return None;
        };
        let kind = Kind::ALL.into_iter().find(|&kind| self.kind(kind).contains(square))?;
        Some(Man { side, kind })
    }

    /// Puts a man on an empty square.
    pub fn put(&mut self, square: Square, man: Man) {
        self.sides[man.side].insert(square);
        self.kinds[man.kind as usize].insert(square);
    }

    /// Takes away who stands there.
    pub fn take(&mut self, square: Square) -> Option<Man> {
        let man = self.at(square)?;
        self.sides[man.side].remove(square);
        self.kinds[man.kind as usize].remove(square);
        Some(man)
    }

    /// The board after a man has gone, capturing what stands there; as another man where `becomes` says so.
    #[must_use]
    pub fn after(&self, from: Square, to: Square, becomes: Option<Kind>) -> Self {
        let mut men = *self;
        if let Some(man) = men.take(from) {
            men.take(to);
            men.put(to, Man { kind: becomes.unwrap_or(man.kind), ..man });
        }
        men
    }

    /// Whether a man of this side attacks the square.
    pub fn attacked(&self, square: Square, by: Side) -> bool {
        let attackers = self.of(by);
        let occupied = self.all();
        // What a man on the square attacked would attack, attacks it.
        let leap = (KNIGHT.from(square) & self.kind(Kind::Knight))
            | (KING.from(square) & self.kind(Kind::King))
            | (ASLANT[by.other()].from(square) & self.kind(Kind::Pawn));
        if !(leap & attackers).is_empty() {
            return true;
        }
        let queens = self.kind(Kind::Queen);
        let rooks = (self.kind(Kind::Rook) | queens) & attackers;
        let bishops = (self.kind(Kind::Bishop) | queens) & attackers;
        (!rooks.is_empty() && !(straight(square, occupied) & rooks).is_empty())
            || (!bishops.is_empty() && !(diagonal(square, occupied) & bishops).is_empty())
    }

    /// Where the king of a side stands.
    pub fn king(&self, side: Side) -> Option<Square> {
        (self.of(side) & self.kind(Kind::King)).first()
    }

    /// Whether the king of a side is attacked.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked(king, side.other()))
    }
}

/// A wing to castle on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// The wing of the h-file.
    King,
    /// The wing of the a-file.
    Queen,
}

impl Wing {
    /// Both, in the order of FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The files of the rook, of its new square, and of the king's new one.
    pub const fn files(self) -> [usize; 3] {
        match self {
            Self::King => [7, 5, 6],
            Self::Queen => [0, 3, 2],
        }
    }

    /// The files that must be empty: all between king and rook.
    pub const fn between(self) -> std::ops::Range<usize> {
        match self {
            Self::King => 5..7,
            Self::Queen => 1..4,
        }
    }
}

/// The file where kings stand at home.
pub(super) const KING_FILE: usize = 4;

/// The rights to castle that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights(BySide<[bool; 2]>);

impl Rights {
    /// All four.
    pub const ALL: Self = Self(BySide([[true; 2]; 2]));

    /// Whether a side may still castle on this wing.
    pub fn has(&self, side: Side, wing: Wing) -> bool {
        self.0[side][wing as usize]
    }

    /// Gives the right.
    pub fn give(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = true;
    }

    /// Takes it away.
    pub fn lose(&mut self, side: Side, wing: Wing) {
        self.0[side][wing as usize] = false;
    }
}

/// As in FEN: `KQkq`, or `-` for none.
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

/// Each right with its letter, in the order of FEN.
pub(super) const RIGHTS: [(Side, Wing, char); 4] = [
    (Side::White, Wing::King, 'K'),
    (Side::White, Wing::Queen, 'Q'),
    (Side::Black, Wing::King, 'k'),
    (Side::Black, Wing::Queen, 'q'),
];
