//! The reasons why a move is not legal.

use super::{
    Action, Chess,
    set::{self, Set},
};
use crate::{
    board::orthodox::{Man, ManKind},
    game::IllegalError,
};

impl Chess {
    pub(super) fn allows(&self, action: Action) -> Result<(), IllegalError> {
        if self.lists(action) { Ok(()) } else { Err(self.why_not(action)) }
    }

    pub(super) fn why_not(&self, action: Action) -> IllegalError {
        let Action { from, to, promotion } = action;
        let side = self.to_act;
        let text = match self.men.at(from) {
            None => format!("no man stands on {from}"),
            Some(man) if man.side != side => format!("the man on {from} is {}'s", man.side.name()),
            Some(Man { kind: ManKind::King, .. }) if self.castles(action).is_some() => {
                format!("the king cannot castle from {from} to {to}")
            }
            Some(_) if self.men.of(side).contains(to) => format!("a man of your own stands on {to}"),
            Some(Man { kind, .. }) if !self.reaches(kind, action) => {
                format!("the {} on {from} cannot go to {to}", kind.name())
            }
            Some(Man { kind, .. }) => {
                let promotes = kind == ManKind::Pawn && to.rank() == side.other().home(8);
                match (promotes, promotion) {
                    (false, Some(_)) if kind == ManKind::Pawn => format!("the pawn does not promote on {to}"),
                    (false, Some(_)) => "only a pawn promotes".to_owned(),
                    (true, None) => format!("the pawn promotes on {to}: add q, r, b or n"),
                    (true, Some(_)) | (false, None) => format!("your king would be in check after {action}"),
                }
            }
        };
        IllegalError::rule(text)
    }

    /// Returns true if a man of this kind can make the move, without regard to the safety of his king.
    fn reaches(&self, kind: ManKind, Action { from, to, .. }: Action) -> bool {
        let occupied = self.men.all();
        let targets = match kind {
            ManKind::King => set::king(from),
            ManKind::Queen => set::rook(from, occupied) | set::bishop(from, occupied),
            ManKind::Rook => set::rook(from, occupied),
            ManKind::Bishop => set::bishop(from, occupied),
            ManKind::Knight => set::knight(from),
            ManKind::Pawn => {
                let passed = self.passed.map_or(Set::EMPTY, Set::only);
                self.pawn_targets(from) | (set::pawn(self.to_act, from) & passed)
            }
        };
        targets.contains(to)
    }
}
