//! The reasons why a move is not legal.

use super::{
    Action, Chess,
    set::{self, Set},
};
use crate::{
    board::orthodox::{Kind, Man},
    game::Illegal,
};

impl Chess {
    pub(super) fn why_not(&self, action: Action) -> Illegal {
        let Action { from, to, promotion } = action;
        let side = self.to_act;
        let text = match self.men.at(from) {
            None => format!("no man stands on {from}"),
            Some(man) if man.side != side => format!("the man on {from} is {}'s", man.side.name()),
            Some(Man { kind: Kind::King, .. }) if self.castles(action).is_some() => {
                format!("the king cannot castle from {from} to {to}")
            }
            Some(_) if self.men.of(side).contains(to) => format!("a man of your own stands on {to}"),
            Some(Man { kind, .. }) if !self.reaches(kind, action) => {
                format!("the {} on {from} cannot go to {to}", kind.name())
            }
            Some(Man { kind, .. }) => {
                let promotes = kind == Kind::Pawn && to.rank() == side.other().home(8);
                match (promotes, promotion) {
                    (false, Some(_)) if kind == Kind::Pawn => format!("the pawn does not promote on {to}"),
                    (false, Some(_)) => "only a pawn promotes".to_owned(),
                    (true, None) => format!("the pawn promotes on {to}: add q, r, b or n"),
                    (true, Some(_)) | (false, None) => format!("your king would be in check after {action}"),
                }
            }
        };
        Illegal::Rule(text.into())
    }

    /// Returns true if a man of this kind can make the move, without regard to the safety of his king.
    fn reaches(&self, kind: Kind, Action { from, to, .. }: Action) -> bool {
        let occupied = self.men.all();
        let targets = match kind {
            Kind::King => set::king(from),
            Kind::Queen => set::rook(from, occupied) | set::bishop(from, occupied),
            Kind::Rook => set::rook(from, occupied),
            Kind::Bishop => set::bishop(from, occupied),
            Kind::Knight => set::knight(from),
            Kind::Pawn => {
                let passed = self.passed.map_or(Set::EMPTY, Set::only);
                self.pawn_targets(from) | (set::pawn(self.to_act, from) & passed)
            }
        };
        targets.contains(to)
    }
}
