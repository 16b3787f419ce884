//! The generator of legal moves.

use super::{
    Action, Chess, Square,
    castling::targets,
    men::Men,
    set::{self, Set},
};
use crate::board::{
    Side,
    orthodox::{ManKind, Wing},
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Moves {
    pub(super) from: Square,
    pub(super) to: Set,
    /// True if each of the moves is a promotion.
    pub(super) promotes: bool,
}

/// The facts about the mover's king that limit the moves of all his men.
#[derive(Debug, Clone, Copy)]
struct Guard {
    king: Square,
    checkers: Set,
    /// Men that may move only along their line to the king.
    pinned: Set,
    /// The squares that a man other than the king may go to. In check: those that end it; in double check, none.
    open: Set,
}

impl Guard {
    fn new(men: &Men, side: Side) -> Option<Self> {
        let king = men.king(side)?;
        let (own, others) = (men.of(side), men.of(side.other()));
        let checkers = men.attackers(king, side.other(), men.all());
        let queens = men.kind(ManKind::Queen);
        let straight = set::rook(king, others) & (men.kind(ManKind::Rook) | queens);
        let aslant = set::bishop(king, others) & (men.kind(ManKind::Bishop) | queens);
        let mut pinned = Set::EMPTY;
        for sniper in (straight | aslant) & others {
            let shield = set::between(king, sniper) & own;
            if !shield.has_many() {
                pinned = pinned | shield;
            }
        }
        let open = match checkers.first() {
            None => !own,
            Some(checker) if !checkers.has_many() => set::between(king, checker) | checkers,
            Some(_) => Set::EMPTY,
        };
        Some(Self { king, checkers, pinned, open })
    }

    /// The squares that a man on `from` may go to without exposing his king.
    #[inline]
    fn allows(&self, from: Square) -> Set {
        if self.pinned.contains(from) { self.open & set::through(self.king, from) } else { self.open }
    }
}

impl Chess {
    /// Calls `found` with the legal moves, man by man, until `found` returns true. Returns true if `found` did.
    #[inline]
    pub(super) fn find(&self, mut found: impl FnMut(Moves) -> bool) -> bool {
        let Some(guard) = Guard::new(&self.men, self.to_act) else { return false };
        let mut tell = |from, to: Set, promotes| !to.is_empty() && found(Moves { from, to, promotes });
        if !guard.open.is_empty() && (self.find_pieces(&guard, &mut tell) || self.find_pawns(&guard, &mut tell)) {
            return true;
        }
        tell(guard.king, self.king_steps(guard.king), false)
            || (guard.checkers.is_empty()
                && Wing::ALL.into_iter().any(|wing| {
                    let to = self.castling(guard.king, wing).map_or(Set::EMPTY, Set::only);
                    tell(guard.king, to, false)
                }))
    }

    #[inline]
    fn find_pieces(&self, guard: &Guard, tell: &mut impl FnMut(Square, Set, bool) -> bool) -> bool {
        let men = &self.men;
        let (own, occupied) = (men.of(self.to_act), men.all());
        let queens = men.kind(ManKind::Queen);
        // A pinned knight cannot stay on the line of its pin.
        (own & (men.kind(ManKind::Knight) - guard.pinned)).any(|from| tell(from, set::knight(from) & guard.open, false))
            || (own & (men.kind(ManKind::Bishop) | queens))
                .any(|from| tell(from, set::bishop(from, occupied) & guard.allows(from), false))
            || (own & (men.kind(ManKind::Rook) | queens))
                .any(|from| tell(from, set::rook(from, occupied) & guard.allows(from), false))
    }

    #[inline]
    fn find_pawns(&self, guard: &Guard, tell: &mut impl FnMut(Square, Set, bool) -> bool) -> bool {
        let last = Set::rank(self.to_act.other().home(8));
        self.men.own(self.to_act, ManKind::Pawn).any(|from| {
            let to = self.pawn_targets(from) & guard.allows(from);
            // One step from the last rank, all moves of a pawn end there.
            let promotes = !(to & last).is_empty();
            tell(from, to | self.passing(guard.king, from), promotes)
        })
    }

    /// The targets of a pawn, without captures in passing and without regard to the safety of his king.
    #[inline]
    pub(super) fn pawn_targets(&self, from: Square) -> Set {
        let side = self.to_act;
        let empty = !self.men.all();
        let step = Set::only(from).forward(side) & empty;
        let third = if side == Side::White { Set::rank(2) } else { Set::rank(5) };
        let second = (step & third).forward(side) & empty;
        step | second | (set::pawn(side, from) & self.men.of(side.other()))
    }

    /// The target of the legal capture in passing by the pawn on `from`; empty if there is none. Two pawns leave their
    /// rank at once, so the attacks on the king are computed on the board after the capture.
    #[inline]
    fn passing(&self, king: Square, from: Square) -> Set {
        let Some(to) = self.passed else { return Set::EMPTY };
        if !set::pawn(self.to_act, from).contains(to) {
            return Set::EMPTY;
        }
        let victim = Set::only(to).forward(self.to_act.other());
        let occupied = (self.men.all() - Set::only(from) - victim) | Set::only(to);
        let attackers = self.men.attackers(king, self.to_act.other(), occupied) - victim;
        if attackers.is_empty() { Set::only(to) } else { Set::EMPTY }
    }

    /// Returns true if any capture in passing is legal.
    pub(super) fn can_pass(&self) -> bool {
        let Some(king) = self.men.king(self.to_act) else { return false };
        self.men.own(self.to_act, ManKind::Pawn).any(|from| !self.passing(king, from).is_empty())
    }

    #[inline]
    fn king_steps(&self, king: Square) -> Set {
        let side = self.to_act;
        // The king cannot hide behind himself: a line that attacks him also attacks the square behind him.
        let occupied = self.men.all() - Set::only(king);
        let mut steps = set::king(king) - self.men.of(side);
        for to in steps {
            if self.men.attacked(to, side.other(), occupied) {
                steps = steps - Set::only(to);
            }
        }
        steps
    }

    /// The target of castling on this wing, as the action writes it, if castling is legal. The caller ensures that the
    /// king is not in check. Rules page, Castling.
    fn castling(&self, king: Square, wing: Wing) -> Option<Square> {
        let side = self.to_act;
        let rook = self.rights.rook(side, wing)?;
        let (king_to, rook_to) = targets(side, wing)?;
        let movers = Set::only(king) | Set::only(rook);
        let walk = set::between(king, king_to) | Set::only(king_to);
        let way = walk | set::between(rook, rook_to) | Set::only(rook_to);
        let occupied = self.men.all();
        if !((way - movers) & occupied).is_empty() {
            return None;
        }
        let after = (occupied - movers) | Set::only(king_to) | Set::only(rook_to);
        // The rook may have shielded the square that the king reaches.
        let safe = !(walk - Set::only(king)).any(|square| self.men.attacked(square, side.other(), occupied))
            && !self.men.attacked(king_to, side.other(), after);
        safe.then_some(if self.shuffled { rook } else { king_to })
    }

    /// The wing, if the action is written as castling.
    #[inline]
    pub fn castles(&self, action: Action) -> Option<Wing> {
        let Action { from, to, .. } = action;
        if !self.men.own(self.to_act, ManKind::King).contains(from) {
            return None;
        }
        let castles = if self.shuffled {
            self.men.own(self.to_act, ManKind::Rook).contains(to)
        } else {
            from.rank() == to.rank() && from.file().abs_diff(to.file()) == 2
        };
        castles.then_some(if to.file() > from.file() { Wing::King } else { Wing::Queen })
    }

    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        self.find(|Moves { from, to, promotes }| {
            for to in to {
                if promotes {
                    actions.extend(ManKind::PROMOTIONS.map(|kind| Action { from, to, promotion: Some(kind) }));
                } else {
                    actions.push(Action { from, to, promotion: None });
                }
            }
            false
        });
    }

    pub(super) fn lists(&self, action: Action) -> bool {
        self.find(|Moves { from, to, promotes }| {
            let promotion = action.promotion.is_some_and(|kind| ManKind::PROMOTIONS.contains(&kind));
            from == action.from && to.contains(action.to) && promotes == promotion
        })
    }
}
