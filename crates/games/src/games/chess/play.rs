//! The effects of a move.

use super::{Action, Chess, Square, castling::targets};
use crate::board::{
    Side,
    orthodox::{Man, ManKind, Wing},
};

impl Chess {
    pub(super) fn go(&mut self, action: Action) {
        let Action { from, to, promotion } = action;
        let (side, rights) = (self.to_act, self.rights);
        let Some(kind) = self.men.kind_at(from) else { return };
        let passed = self.passed.take();
        let mut quiet = kind != ManKind::Pawn;
        if let Some(wing) = self.castles(action) {
            self.castle(action, wing);
        } else {
            self.men.toggle(from, Man { side, kind });
            if let Some(victim) = self.men.at(to) {
                self.men.toggle(to, victim);
                self.rights.lose_rook(victim.side, to);
                quiet = false;
            }
            self.men.toggle(to, Man { side, kind: promotion.unwrap_or(kind) });
            match kind {
                ManKind::Pawn => self.passes(action, passed == Some(to)),
                ManKind::King => self.rights.lose_both(side),
                ManKind::Rook => self.rights.lose_rook(side, from),
                ManKind::Queen | ManKind::Bishop | ManKind::Knight => {}
            }
        }
        // A move that takes away a possibility is irreversible: rules page, Repetition.
        if quiet && passed.is_none() && self.rights == rights {
            self.past.push(action);
        } else {
            self.past.clear();
        }
        self.quiet = if quiet { self.quiet.saturating_add(1) } else { 0 };
        self.turn = self.turn.saturating_add(u32::from(side == Side::Black));
        self.to_act = side.other();
        if self.passed.is_some() && !self.can_pass() {
            self.passed = None;
        }
        self.settle();
    }

    /// Moves king and rook of the side to move.
    fn castle(&mut self, Action { from, to, .. }: Action, wing: Wing) {
        let side = self.to_act;
        // With `start shuffled`, the action names the rook.
        let rook = if self.shuffled { Some(to) } else { self.rights.rook(side, wing) };
        if let (Some(rook), Some((king_to, rook_to))) = (rook, targets(side, wing)) {
            for (square, kind) in
                [(from, ManKind::King), (rook, ManKind::Rook), (king_to, ManKind::King), (rook_to, ManKind::Rook)]
            {
                self.men.toggle(square, Man { side, kind });
            }
        }
        self.rights.lose_both(side);
    }

    /// The effects of a pawn move other than moving the pawn: a capture in passing, or a passed square.
    fn passes(&mut self, Action { from, to, .. }: Action, in_passing: bool) {
        if in_passing {
            // The captured pawn stands beside the square that the capturer left.
            let victim = Square::new(to.file(), from.rank());
            if let Some((square, man)) = victim.and_then(|square| Some((square, self.men.at(square)?))) {
                self.men.toggle(square, man);
            }
        } else if from.rank().abs_diff(to.rank()) == 2 {
            self.passed = Square::new(from.file(), (from.rank() + to.rank()) / 2);
        }
    }
}
