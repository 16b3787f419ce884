//! The moves of the pawns of a side, and the reasons why a move is illegal.

use super::{Move, Square, Squares, dealt_board::DealtBoard};
use crate::game::IllegalError;

/// The board as the side to move sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) board: &'a DealtBoard,
    /// The squares of the other side's pawns that may not be captured.
    pub(super) safe: Squares,
    /// The reason why they may not.
    pub(super) why: &'static str,
}

impl Field<'_> {
    /// The targets of the pawn on `from`: the squares in reach without a pawn of the same side or a safe pawn.
    #[inline]
    fn targets(&self, from: Square) -> Squares {
        self.board.reach(from) - (self.board.own() | self.safe)
    }

    /// Calls `tell` with each pawn of the side to move and its targets, from a1 to h8.
    #[inline]
    pub(super) fn each_pawn(self, mut tell: impl FnMut(Square, Squares)) {
        self.board.own().iter().for_each(|from| tell(from, self.targets(from)));
    }

    /// Calls `tell` with every move, ordered by origin and then by target, from a1 to h8.
    #[inline]
    pub(super) fn each_move(self, mut tell: impl FnMut(Move)) {
        self.each_pawn(|from, targets| targets.iter().for_each(|to| tell(Move { from, to })));
    }

    pub(super) fn can_move(self) -> bool {
        self.board.own().iter().any(|from| !self.targets(from).is_empty())
    }

    pub(super) fn check(&self, Move { from, to }: Move) -> Result<(), IllegalError> {
        let is_own = |square| self.board.own().contains(square);
        IllegalError::unless(is_own(from), format_args!("{} has no pawn on {from}", self.board.to_act.name()))?;
        if self.targets(from).contains(to) {
            return Ok(());
        }
        IllegalError::unless(!is_own(to), format_args!("a pawn of your own stands on {to}"))?;
        IllegalError::unless(!self.board.reach(from).contains(to), self.why)?;
        let colour = self.board.colours.at(from).name();
        Err(IllegalError::rule(format!("a pawn on {colour}, as on {from}, cannot go to {to}")))
    }
}
