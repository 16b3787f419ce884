//! A quick judgement of a position for search: material, and the advance of the pawns.

use super::FrenchRevolution;
use crate::{
    board::{Side, orthodox::ManKind},
    game::sense::{Playout, Sense, Shares, ahead},
};

/// The material of a side, in pawns. A pawn is worth more, the nearer it is to its last rank.
fn strength(game: &FrenchRevolution, side: Side) -> f64 {
    let men = game.men();
    let count = |kind| (men.of(kind) & men.owned(side)).len() as f64;
    let material: f64 = ManKind::ALL.into_iter().map(|kind| f64::from(kind.worth()) * count(kind)).sum();
    let home = side.home(game.options.ranks());
    let far = |rank: usize| rank.abs_diff(home) as f64;
    let advance: f64 = (men.of(ManKind::Pawn) & men.owned(side)).iter().map(|pawn| far(pawn.rank())).sum();
    let check = if men.in_check(side) { 0.5 } else { 0.0 };
    material + 0.15 * advance - check
}

impl Sense for FrenchRevolution {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 8 };

    fn judge(&self) -> Option<Shares> {
        Some(ahead((strength(self, Side::White) - strength(self, Side::Black)) / 4.0))
    }
}
