//! The men on the board, and the attacks on a square.

use super::{
    Square,
    set::{self, Set},
};
use crate::board::{
    BySide, Side,
    orthodox::{Man, ManKind},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Men {
    sides: BySide<Set>,
    kinds: [Set; 6],
}

impl Men {
    #[inline]
    pub(super) fn of(&self, side: Side) -> Set {
        self.sides[side]
    }

    #[inline]
    pub(super) fn kind(&self, kind: ManKind) -> Set {
        self.kinds[kind as usize]
    }

    #[inline]
    pub(super) fn all(&self) -> Set {
        self.sides[Side::White] | self.sides[Side::Black]
    }

    #[inline]
    pub(super) fn own(&self, side: Side, kind: ManKind) -> Set {
        self.of(side) & self.kind(kind)
    }

    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Option<ManKind> {
        // The commonest kinds first.
        const ORDER: [ManKind; 6] =
            [ManKind::Pawn, ManKind::Knight, ManKind::Bishop, ManKind::Rook, ManKind::Queen, ManKind::King];
        if !self.all().contains(square) {
            return None;
        }
        ORDER.into_iter().find(|&kind| self.kind(kind).contains(square))
    }

    pub(super) fn at(&self, square: Square) -> Option<Man> {
        let side = if self.of(Side::White).contains(square) { Side::White } else { Side::Black };
        self.kind_at(square).map(|kind| Man { side, kind })
    }

    /// Puts a man on an empty square, or removes the man from his square.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square, Man { side, kind }: Man) {
        let bit = 1 << square.index();
        self.sides[side].0 ^= bit;
        self.kinds[kind as usize].0 ^= bit;
    }

    #[inline]
    pub(super) fn king(&self, side: Side) -> Option<Square> {
        self.own(side, ManKind::King).first()
    }

    /// The men of side `by` that attack the square. The squares in `occupied` block lines.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Side, occupied: Set) -> Set {
        let queens = self.kind(ManKind::Queen);
        // Attacks are symmetric: a knight attacks the square if a knight on the square would attack him.
        let found = (set::knight(square) & self.kind(ManKind::Knight))
            | (set::king(square) & self.kind(ManKind::King))
            | (set::pawn(by.other(), square) & self.kind(ManKind::Pawn))
            | (set::rook(square, occupied) & (self.kind(ManKind::Rook) | queens))
            | (set::bishop(square, occupied) & (self.kind(ManKind::Bishop) | queens));
        found & self.of(by)
    }

    #[inline]
    pub(super) fn attacked(&self, square: Square, by: Side, occupied: Set) -> bool {
        !self.attackers(square, by, occupied).is_empty()
    }

    pub(super) fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked(king, side.other(), self.all()))
    }
}
