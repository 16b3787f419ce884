//! The parts of a turn: generation, legality, and the reasons why a part is illegal.

use super::{Action, FrenchRevolution, Part, Pawns, position::End};
use crate::{
    board::{
        Side, Wrap,
        orthodox::{BoardSquare, KING_FILE, Man, ManKind, Men, Squares, Wing, attacks},
    },
    game::IllegalError,
};

static PROMOTIONS: [Option<ManKind>; 4] =
    [Some(ManKind::Queen), Some(ManKind::Rook), Some(ManKind::Bishop), Some(ManKind::Knight)];

/// Facts about the mover's king. For most parts of a turn they show that the king stays safe, without playing the part.
#[derive(Debug, Clone, Copy)]
struct Guard {
    side: Side,
    checked: bool,
    /// The king's square, and all squares on his ranks, files and diagonals.
    lines: Squares,
    /// The target squares of pawn steps that are safe for the king after almost any piece part. The exceptions: a piece
    /// part that ends on the target, captures a pawn, or moves the king.
    steps: Squares,
}

impl Guard {
    fn new(men: &Men, side: Side) -> Self {
        let queen = Man { side, kind: ManKind::Queen };
        let lines = |king| attacks(queen, king, Squares::EMPTY) | Squares::only(king);
        let lines = men.king(side).map_or(Squares::EMPTY, lines);
        Self { side, checked: men.in_check(side), lines, steps: Squares::EMPTY }
    }

    /// Adds the steps of pawns that open no line to the king and give him no check.
    fn with_steps(self, position: &FrenchRevolution) -> Self {
        let (men, owner) = (&position.men, position.pawn_side());
        let pawns = (men.owned(owner) & men.of(ManKind::Pawn)) - self.lines;
        let steps: Squares = pawns.iter().filter_map(|pawn| pawn.offset(0, owner.forward(), Wrap::Flat)).collect();
        let unsafe_steps = match (position.options.pawns, men.king(self.side)) {
            // The pawn of the opponent may attack the king from its target, or promote there to a man that attacks him.
            (Pawns::Opponent, Some(king)) => {
                let last = position.options.last_rank(owner);
                let attackers = attacks(Man { side: self.side, kind: ManKind::Pawn }, king, men.all());
                attackers | steps.iter().filter(|step| step.rank() == last).collect()
            }
            (Pawns::Own | Pawns::Opponent, _) => Squares::EMPTY,
        };
        Self { steps: (steps & position.options.area()) - men.all() - unsafe_steps, ..self }
    }

    /// Returns true if the king is safe after the action. If the king is not in check, a move of his own man cannot
    /// expose him unless the man stood on one of his lines. All other actions are tried on the board.
    fn allows(self, men: &Men, action: Action, after: impl FnOnce() -> Men) -> bool {
        let is_own = men.owned(self.side).contains(action.from);
        (is_own && !self.checked && !self.lines.contains(action.from)) || !after().in_check(self.side)
    }
}

impl FrenchRevolution {
    /// The squares that a piece can go to, without regard to the safety of its king. A piece captures neither men of
    /// its own side nor protected pawns.
    fn targets(&self, from: BoardSquare, man: Man) -> Squares {
        let barred = self.men.owned(man.side) | (self.options.protected() & self.men.of(ManKind::Pawn));
        (attacks(man, from, self.men.all()) & self.options.area()) - barred
    }

    /// Returns true if castling on this wing is allowed as a piece part: rules page, Castling.
    fn can_castle(&self, wing: Wing) -> bool {
        let side = self.to_act;
        self.rights.has(side, wing) && self.men.may_castle(side, wing, side.home(self.options.ranks()))
    }

    pub(super) fn castling(&self, wing: Wing) -> Option<Action> {
        let home = |file| BoardSquare::new(file, self.to_act.home(self.options.ranks()));
        let [_, _, target] = wing.files();
        Some(Action { from: home(KING_FILE)?, to: home(target)?, promotion: None })
    }

    /// The board `men` after this part.
    pub(super) fn men_after(&self, men: &Men, Action { from, to, promotion }: Action) -> Men {
        let after = men.after(from, to, promotion);
        match self.men.castles(from, to) {
            Some(wing) => after.with_rook_castled(wing, from.rank()),
            None => after,
        }
    }

    /// All piece parts, without regard to the safety of the king and to the pawn part that must follow.
    fn piece_parts(&self) -> impl Iterator<Item = Action> {
        let pieces = self.men.owned(self.to_act) - self.men.of(ManKind::Pawn);
        let moves = pieces.iter().flat_map(move |from| {
            let targets = self.men.at(from).map_or(Squares::EMPTY, |man| self.targets(from, man));
            targets.iter().map(move |to| Action { from, to, promotion: None })
        });
        let castlings = Wing::ALL.into_iter().filter(|&wing| self.can_castle(wing));
        moves.chain(castlings.filter_map(|wing| self.castling(wing)))
    }

    /// The side whose pawns the pawn part moves.
    pub(super) fn pawn_side(&self) -> Side {
        match self.options.pawns {
            Pawns::Own => self.to_act,
            Pawns::Opponent => self.to_act.other(),
        }
    }

    /// The targets of a pawn: one step straight forward, and its captures unless the part moves pawns of the opponent.
    fn pawn_targets(&self, men: &Men, from: BoardSquare) -> Squares {
        let side = self.pawn_side();
        let step = from.offset(0, side.forward(), Wrap::Flat);
        let step = step.map_or(Squares::EMPTY, Squares::only) - men.all();
        let captures = match self.options.pawns {
            Pawns::Own => {
                let prey = men.owned(side.other()) - (self.options.protected() & men.of(ManKind::Pawn));
                attacks(Man { side, kind: ManKind::Pawn }, from, men.all()) & prey
            }
            Pawns::Opponent => Squares::EMPTY,
        };
        (step | captures) & self.options.area()
    }

    /// All pawn parts on this board, without regard to the safety of the mover's king.
    fn pawn_parts(&self, men: &Men) -> impl Iterator<Item = Action> {
        let side = self.pawn_side();
        let last = self.options.last_rank(side);
        let pawns = men.owned(side) & men.of(ManKind::Pawn);
        pawns.iter().flat_map(move |from| {
            self.pawn_targets(men, from).iter().flat_map(move |to| {
                let promotes = self.options.promotion && to.rank() == last;
                let becomes: &[Option<ManKind>] = if promotes { &PROMOTIONS } else { &[None] };
                becomes.iter().map(move |&promotion| Action { from, to, promotion })
            })
        })
    }

    fn is_safe(&self, guard: Guard, men: &Men, action: Action) -> bool {
        guard.allows(men, action, || self.men_after(men, action))
    }

    /// Returns true if a pawn part is legal on this board. `guard` must belong to the king on this board.
    fn has_pawn_part(&self, guard: Guard, men: &Men) -> bool {
        self.pawn_parts(men).any(|action| self.is_safe(guard, men, action))
    }

    /// True if the piece part is legal. Rules page, Complete turns: one that leaves no legal pawn part is not.
    fn is_complete(&self, guard: Guard, action: Action) -> bool {
        if !self.is_safe(guard, &self.men, action) {
            return false;
        }
        let king_stays = !self.men.of(ManKind::King).contains(action.from);
        let captures_pawn = self.men.of(ManKind::Pawn).contains(action.to);
        if king_stays && !captures_pawn && !(guard.steps - Squares::only(action.to)).is_empty() {
            return true;
        }
        let after = self.men_after(&self.men, action);
        // The king is safe now. If he has not moved, his lines are the same.
        let guard = if king_stays { Guard { checked: false, ..guard } } else { Guard::new(&after, self.to_act) };
        self.has_pawn_part(guard, &after)
    }

    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let guard = Guard::new(&self.men, self.to_act);
        match self.part {
            Part::Piece => {
                let guard = guard.with_steps(self);
                actions.extend(self.piece_parts().filter(|&action| self.is_complete(guard, action)));
            }
            Part::Pawn => {
                let safe = |&action: &Action| self.is_safe(guard, &self.men, action);
                actions.extend(self.pawn_parts(&self.men).filter(safe));
            }
        }
    }

    /// Sets `end`. Rules page, End: at the start of a turn, checkmate if the player is in check and no piece part saves
    /// the king; stalemate if no complete turn exists. If a pawn part is due and none legal: likewise.
    pub(super) fn settle(&mut self) {
        let guard = Guard::new(&self.men, self.to_act);
        let guard = if self.part == Part::Piece { guard.with_steps(self) } else { guard };
        self.end = match self.part {
            Part::Piece if self.piece_parts().any(|action| self.is_complete(guard, action)) => None,
            Part::Piece => {
                let saved = self.piece_parts().any(|action| self.is_safe(guard, &self.men, action));
                Some(if guard.checked && !saved { End::Checkmate } else { End::Stalemate })
            }
            Part::Pawn if self.has_pawn_part(guard, &self.men) => None,
            Part::Pawn => Some(if guard.checked { End::Checkmate } else { End::Stalemate }),
        };
    }

    /// Checks a part. Errors: the rule that forbids the part.
    pub(super) fn allows(&self, action: Action) -> Result<(), IllegalError> {
        let Action { from, to, .. } = action;
        let Some(man) = self.men.at(from) else {
            return Err(IllegalError::rule(format!("no man stands on {from}")));
        };
        let (parts, due): (bool, _) = match self.part {
            Part::Piece => (man.kind != ManKind::Pawn && man.side == self.to_act, "a piece of your own"),
            Part::Pawn if self.options.pawns == Pawns::Own => {
                (man.kind == ManKind::Pawn && man.side == self.to_act, "a pawn of your own")
            }
            Part::Pawn => (man.kind == ManKind::Pawn && man.side != self.to_act, "a pawn of your opponent"),
        };
        IllegalError::unless(parts, format_args!("this part moves {due}, and {from} has none"))?;
        match self.part {
            Part::Piece => self.check_piece(action, man)?,
            Part::Pawn => self.check_pawn(action)?,
        }
        let guard = Guard::new(&self.men, self.to_act);
        let is_safe = self.is_safe(guard, &self.men, action);
        IllegalError::unless(is_safe, format_args!("your king would be in check after {from}{to}"))?;
        let is_complete = self.part == Part::Pawn || self.is_complete(guard, action);
        IllegalError::unless(is_complete, format_args!("no legal pawn part would be left after {from}{to}"))
    }

    fn check_piece(&self, action: Action, man: Man) -> Result<(), IllegalError> {
        let Action { from, to, promotion } = action;
        IllegalError::unless(promotion.is_none(), "only a pawn promotes")?;
        if let Some(wing) = self.men.castles(from, to) {
            let can = self.castling(wing) == Some(action) && self.can_castle(wing);
            return IllegalError::unless(can, format_args!("the king cannot castle from {from} to {to}"));
        }
        if self.targets(from, man).contains(to) {
            return Ok(());
        }
        let protected = self.options.protected() & self.men.of(ManKind::Pawn) & attacks(man, from, self.men.all());
        Err(IllegalError::rule(if protected.contains(to) {
            format!("the pawn on {to} stands on a middle rank and may not be captured")
        } else {
            format!("the man on {from} cannot go to {to}")
        }))
    }

    fn check_pawn(&self, Action { from, to, promotion }: Action) -> Result<(), IllegalError> {
        let reaches = self.pawn_targets(&self.men, from).contains(to);
        IllegalError::unless(reaches, format_args!("the pawn on {from} cannot go to {to}"))?;
        let promotes = self.options.promotion && to.rank() == self.options.last_rank(self.pawn_side());
        let names_kind = !promotes || promotion.is_some();
        IllegalError::unless(names_kind, format_args!("the pawn promotes on {to}: add q, r, b or n"))?;
        let may_name = promotes || promotion.is_none();
        IllegalError::unless(may_name, format_args!("the pawn does not promote on {to}"))
    }
}
