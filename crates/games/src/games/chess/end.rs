//! The ends of a game.

use super::{Chess, options::Draws, set::Set};
use crate::{
    board::orthodox::ManKind,
    game::{Outcome, Score, SeatSet},
};

/// The end of a game, as it concerns the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum End {
    Checkmate,
    Stalemate,
    DeadPosition,
    Repetition(Draws),
    QuietMoves(Draws),
}

/// The squares of the colour of a1.
const DARK: Set = Set(0xAA55_AA55_AA55_AA55);

impl Chess {
    /// The reason and the score of an end. In checkmate, the player to move has lost.
    pub(super) fn outcome(&self, end: End) -> Outcome {
        let draw = |reason| Outcome { reason, score: Score::split(2, SeatSet::all(2)) };
        match end {
            End::Checkmate => Outcome { reason: "checkmate", score: Score::win(2, self.to_act.other().seat()) },
            End::Stalemate => draw("stalemate"),
            End::DeadPosition => draw("dead-position"),
            End::Repetition(Draws::Automatic) => draw("threefold-repetition"),
            End::Repetition(Draws::Claimed) => draw("fivefold-repetition"),
            End::QuietMoves(Draws::Automatic) => draw("fifty-moves"),
            End::QuietMoves(Draws::Claimed) => draw("seventy-five-moves"),
        }
    }

    /// Sets `end`. The conditions are tried in the order of the rules page, End.
    pub(super) fn settle(&mut self) {
        self.end = if !self.find(|_| true) {
            Some(if self.men.in_check(self.to_act) { End::Checkmate } else { End::Stalemate })
        } else if self.is_dead() {
            Some(End::DeadPosition)
        } else if self.is_repeated() {
            Some(End::Repetition(self.draws))
        } else if self.quiet >= self.draws.quiet() {
            Some(End::QuietMoves(self.draws))
        } else {
            None
        };
    }

    /// Returns true if the men alone show that mate is impossible. Rules page, Dead position.
    fn is_dead(&self) -> bool {
        let men = &self.men;
        let mighty = men.kind(ManKind::Pawn) | men.kind(ManKind::Rook) | men.kind(ManKind::Queen);
        if !mighty.is_empty() {
            return false;
        }
        let (knights, bishops) = (men.kind(ManKind::Knight), men.kind(ManKind::Bishop));
        match knights.len() {
            0 => (bishops & DARK).is_empty() || (bishops - DARK).is_empty(),
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}
