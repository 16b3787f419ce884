//! Numbers of moves, for learning programs.

use super::{ManKind, ManMove};
use crate::{board::Square, game::encoding::NumberSpan};

/// The numbering of moves on a board of `RANKS` ranks: first the pairs of origin and target, then the promotions.
#[derive(Debug, Clone, Copy)]
pub struct Numbers<const RANKS: usize> {
    /// The ranks where pawns promote, each with the rank from which the pawn moves there. Ranks count from 0.
    pub ends: &'static [[usize; 2]],
}

/// The number of different promotions on one square: pawns come from three files and become one of four kinds.
const ON_ONE: usize = 12;

impl<const RANKS: usize> Numbers<RANKS> {
    const SQUARES: usize = 8 * RANKS;
    const MOVES: usize = Self::SQUARES * Self::SQUARES;

    /// The two ranges of numbers: moves and promotions. The arguments are the formulas of these numbers, for people.
    pub const fn spans(self, number: &'static str, promotion: &'static str) -> [NumberSpan; 2] {
        let promotions = self.ends.len() * 8 * ON_ONE;
        [
            NumberSpan { count: Self::MOVES, actions: "a move, `e2e4`, castling among them", number },
            NumberSpan { count: promotions, actions: "a promotion, `f7g8q`", number: promotion },
        ]
    }

    /// The number of a move. `None` for a promotion that no pawn can make.
    pub fn number(self, ManMove { from, to, promotion }: ManMove<RANKS>) -> Option<u32> {
        let Some(kind) = promotion else { return Some((Self::SQUARES * from.index() + to.index()) as u32) };
        let end = self.ends.iter().position(|end| *end == [to.rank(), from.rank()])?;
        let aside = (from.file() + 1).checked_sub(to.file()).filter(|aside| *aside < 3)?;
        let kind = ManKind::PROMOTIONS.into_iter().position(|one| one == kind)?;
        Some((Self::MOVES + ON_ONE * (8 * end + to.file()) + 4 * aside + kind) as u32)
    }

    /// The move with this number. `None` if no move has the number.
    pub fn man_move(self, number: u32) -> Option<ManMove<RANKS>> {
        let number = number as usize;
        let Some(rest) = number.checked_sub(Self::MOVES) else {
            let (from, to) = (Square::from_index(number / Self::SQUARES)?, Square::from_index(number % Self::SQUARES)?);
            return Some(ManMove { from, to, promotion: None });
        };
        let (place, aside, kind) = (rest / ON_ONE, rest / 4 % 3, rest % 4);
        let [to, from] = *self.ends.get(place / 8)?;
        let from = Square::new((place % 8 + aside).checked_sub(1)?, from)?;
        Some(ManMove { from, to: Square::new(place % 8, to)?, promotion: Some(ManKind::PROMOTIONS[kind]) })
    }
}
