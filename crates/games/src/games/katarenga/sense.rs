//! A quick judgement of a position for search. The placing games have none: they are short enough to be played out.

use super::{BattleStations, Colorado, Congress, Cornered, Isolation, Katarenga, Placing, Square, Squares, Troika};
use crate::{
    board::Side,
    game::{
        Actor, Game, Seat,
        sense::{Playout, Sense, Shares, ahead},
    },
};

/// The strength of a side, in pawns. Two pawns in camp win, and a pawn on the opponent's baseline is almost in camp.
fn strength(game: &Katarenga, side: Side) -> f64 {
    let pawns = game.board.pawns.of(side);
    let goal = side.other().home(8);
    let way = |pawn: Square| pawn.rank().abs_diff(goal);
    let advance: f64 = pawns.iter().map(|pawn| 0.04 * (7 - way(pawn)) as f64).sum();
    let before = pawns.iter().filter(|&pawn| way(pawn) == 0).count().min(2) as f64;
    pawns.len() as f64 + advance + 0.8 * before + 3.5 * f64::from(game.camps[side])
}

impl Sense for Katarenga {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 6 };

    fn judge(&self) -> Option<Shares> {
        Some(ahead((strength(self, Side::White) - strength(self, Side::Black)) / 2.0))
    }
}

/// The total gap between the pawns: the weight of a minimum spanning tree (Prim 1957). The weight of an edge is the
/// number of orthogonal steps between two pawns, less 1, so neighbours have no gap.
fn gaps(pawns: Squares) -> f64 {
    let mut apart: Vec<(Square, usize)> = pawns.iter().map(|pawn| (pawn, usize::MAX)).collect();
    let Some((mut joined, _)) = apart.pop() else { return 0.0 };
    let mut gaps = 0;
    while !apart.is_empty() {
        for (pawn, way) in &mut apart {
            let steps = pawn.file().abs_diff(joined.file()) + pawn.rank().abs_diff(joined.rank());
            *way = (*way).min(steps - 1);
        }
        let nearest = (0..apart.len()).min_by_key(|&place| apart[place].1).unwrap_or_default();
        let (pawn, way) = apart.swap_remove(nearest);
        joined = pawn;
        gaps += way;
    }
    gaps as f64
}

impl Sense for Congress {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 6 };

    fn judge(&self) -> Option<Shares> {
        let [white, black] = Side::ALL.map(|side| gaps(self.board.pawns.of(side)));
        Some(ahead((black - white) / 4.0))
    }
}

/// The way that a side has still to go, in ranks. A pawn that has arrived has none, and a captured pawn none either.
fn way(game: &Colorado, side: Side) -> f64 {
    let (pawns, bank) = (game.board.pawns.of(side), side.other().home(8));
    let steps = |pawn: Square| pawn.rank().abs_diff(bank);
    pawns.iter().filter(|&pawn| steps(pawn) > 0).map(|pawn| 2.0 + steps(pawn) as f64).sum()
}

impl Sense for Colorado {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 6 };

    fn judge(&self) -> Option<Shares> {
        Some(ahead((way(self, Side::Black) - way(self, Side::White)) / 8.0))
    }
}

/// The most placements that a full search of Cornered tries. Dealt boards need a few thousand.
const MOST: u32 = 100_000;

/// A placement after which the opponent loses against any play. `None` if there is none, or `left` has run out.
fn winning(game: &Cornered, left: &mut u32) -> Option<Placing> {
    let seat = game.board.seat();
    game.free_for(seat).iter().map(Placing).find(|&action| {
        let mut after = game.clone();
        after.play(Actor::Seat(seat), action);
        *left = left.saturating_sub(1);
        let is_lost = *left > 0 && winning(&after, left).is_none();
        // A search that was cut short proves nothing.
        is_lost && *left > 0
    })
}

impl Sense for Cornered {
    fn obvious(&self, _: Seat) -> Option<Placing> {
        winning(self, &mut { MOST })
    }
}

impl Sense for BattleStations {}
impl Sense for Isolation {}
impl Sense for Troika {}
