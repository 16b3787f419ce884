//! A quick judgement of a position for search: material, advance of the pawns, and nearness to the centre.

use super::{Chess, Square};
use crate::{
    board::{Side, orthodox::ManKind},
    game::sense::{Playout, Sense, Shares, ahead},
};

/// The material of a side, with a bonus for each man by his square. The unit is a pawn.
fn strength(game: &Chess, side: Side) -> f64 {
    let middle = |square: Square| {
        let edge = |place: usize| place.min(7 - place) as f64;
        edge(square.file()) + edge(square.rank())
    };
    let mut strength = 0.0;
    for kind in ManKind::ALL {
        for square in game.men.own(side, kind) {
            strength += f64::from(kind.worth());
            strength += match kind {
                ManKind::Pawn => 0.08 * (square.rank().abs_diff(side.home(8)) as f64 - 1.0) + 0.02 * middle(square),
                ManKind::Knight => 0.07 * middle(square),
                ManKind::Bishop => 0.2 + 0.07 * middle(square),
                ManKind::Queen | ManKind::Rook => 0.02 * middle(square),
                ManKind::King => 0.0,
            };
        }
    }
    strength
}

impl Sense for Chess {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 8 };

    fn judge(&self) -> Option<Shares> {
        Some(ahead((strength(self, Side::White) - strength(self, Side::Black)) / 4.0))
    }
}
