//! A board with the men of orthodox chess: attacks, checks, and the text of the board as in FEN. The module knows no
//! turn.

use std::fmt;

use nom::{Parser, character::complete::one_of, combinator::map_opt};

use super::{Man, ManKind};
use crate::board::{
    self, BySide, Direction, Leaps, Rays, Side, Wrap, leaps,
    text::{self, TextResult},
};

/// A square of the board.
pub type BoardSquare = board::Square<8, 10>;
/// A set of squares.
pub type Squares = board::SquareSet<8, 10>;

static RAYS: Rays<8, 10> = Rays::new(Wrap::Flat);
static KING: Leaps<8, 10> = leaps(Wrap::Flat, board::KING);
static KNIGHT: Leaps<8, 10> = leaps(Wrap::Flat, board::KNIGHT);
static PAWN: BySide<Leaps<8, 10>> = BySide([leaps(Wrap::Flat, board::PAWN.0[0]), leaps(Wrap::Flat, board::PAWN.0[1])]);

/// The squares that a man on `from` attacks, including empty squares and squares of the man's own side.
pub fn attacks(Man { side, kind }: Man, from: BoardSquare, occupied: Squares) -> Squares {
    match kind {
        ManKind::King => KING.from(from),
        ManKind::Queen => straight(from, occupied) | diagonal(from, occupied),
        ManKind::Rook => straight(from, occupied),
        ManKind::Bishop => diagonal(from, occupied),
        ManKind::Knight => KNIGHT.from(from),
        ManKind::Pawn => PAWN[side].from(from),
    }
}

#[inline]
fn straight(from: BoardSquare, occupied: Squares) -> Squares {
    RAYS.reach_all(from, Direction::STRAIGHT, occupied)
}

#[inline]
fn diagonal(from: BoardSquare, occupied: Squares) -> Squares {
    RAYS.reach_all(from, Direction::DIAGONAL, occupied)
}

men!(pub Man { side: Side, kind: ManKind }, BoardSquare, Squares);

impl Men {
    /// The board after a move or capture. `becomes` is the kind of a promotion. If `from` is empty, nothing changes.
    #[must_use]
    pub fn after(&self, from: BoardSquare, to: BoardSquare, becomes: Option<ManKind>) -> Self {
        let mut men = *self;
        if let Some(man) = men.take(from) {
            men.take(to);
            men.put(to, Man { kind: becomes.unwrap_or(man.kind), ..man });
        }
        men
    }

    /// Returns true if a man of side `by` attacks the square.
    pub fn attacked(&self, square: BoardSquare, by: Side) -> bool {
        let attackers = self.owned(by);
        let occupied = self.all();
        // Leaps are symmetric: a leaper attacks the square if the same leap from the square reaches the leaper.
        let leap = (KNIGHT.from(square) & self.of(ManKind::Knight))
            | (KING.from(square) & self.of(ManKind::King))
            | (PAWN[by.other()].from(square) & self.of(ManKind::Pawn));
        if !(leap & attackers).is_empty() {
            return true;
        }
        let queens = self.of(ManKind::Queen);
        let rooks = (self.of(ManKind::Rook) | queens) & attackers;
        let bishops = (self.of(ManKind::Bishop) | queens) & attackers;
        (!rooks.is_empty() && !(straight(square, occupied) & rooks).is_empty())
            || (!bishops.is_empty() && !(diagonal(square, occupied) & bishops).is_empty())
    }

    /// The square of a side's king; `None` if there is none.
    pub fn king(&self, side: Side) -> Option<BoardSquare> {
        (self.owned(side) & self.of(ManKind::King)).first()
    }

    /// Returns true if the king of a side is attacked; false if the side has no king.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked(king, side.other()))
    }
}

/// `board = rank *("/" rank)`, as in FEN. `put` puts each man on the board, which is empty at first.
pub fn each_man<B: Default, const RANKS: usize>(
    input: &str,
    put: impl FnMut(&mut B, board::Square<8, RANKS>, Man),
) -> TextResult<'_, B> {
    let man = |input| map_opt(one_of("KQRBNPkqrbnp"), Man::of).parse(input);
    text::men(input, "a man, one of KQRBNP or kqrbnp, or a digit for empty squares", man, put)
}

/// The board that [`each_man`] reads.
pub fn men<const RANKS: usize>(input: &str) -> TextResult<'_, Men> {
    each_man(input, |men: &mut Men, square: board::Square<8, RANKS>, man| {
        // Squares are counted rank by rank, so an index means the same square on both boards.
        men.put(BoardSquare::from_index(square.index()).expect("the larger board has every square"), man);
    })
}

impl Men {
    /// Writes the board as [`men`] reads it.
    pub fn write<const RANKS: usize>(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_men(f, |square: board::Square<8, RANKS>| {
            let man = BoardSquare::from_index(square.index()).and_then(|square| self.at(square))?;
            Some([man.letter()])
        })
    }
}
