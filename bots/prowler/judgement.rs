//! The value of a position of Cat Chess for a seat.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use arbiter::{
    board::hex::{Hex, Space},
    game::Seat,
    games::cat_chess::{Cat, CatChess, CatId, PEAKS, land},
};

use super::stare::Stare;

/// Data for the value of positions, computed once for all actions of a decision, because one action hardly changes it.
#[derive(Debug)]
pub(crate) struct Judgement {
    seat: Seat,
    /// For each peak, the movement points from each space to the peak.
    ways: [BTreeMap<Space, i32>; 3],
    /// The expected result of a challenge, by challenger and defender.
    stares: BTreeMap<(CatId, CatId), i32>,
}

/// The value of a movement point towards a peak.
const POINT: i32 = 10;
pub(crate) const PEAK: i32 = 60;
const IN_PLAY: i32 = 150;
/// The distance in movement points if a cat cannot walk to the peak.
const FAR: i32 = 30;

impl Judgement {
    pub(crate) fn new(game: &CatChess, seat: Seat) -> Self {
        let pairs = game.cats().flat_map(|(one, _)| game.cats().map(move |(other, _)| (one, other)));
        let rivals = pairs.filter(|(one, other)| (one.seat == seat) != (other.seat == seat));
        Self {
            seat,
            ways: PEAKS.map(|peak| ways(game, peak)),
            stares: rivals.map(|(one, other)| ((one, other), Stare::new(game, one, other).value)).collect(),
        }
    }

    /// Returns the value of a position for the seat: the value of all cats in play, negative for rivals, less the
    /// points that its cats need to reach peaks.
    pub(crate) fn of(&self, game: &CatChess) -> i32 {
        let cats =
            game.cats().map(|(id, cat)| if id.seat == self.seat { self.own(game, id, cat) } else { rival(game, cat) });
        cats.sum::<i32>() - POINT * self.climb(game)
    }

    fn own(&self, game: &CatChess, id: CatId, cat: &Cat) -> i32 {
        let Some(space) = cat.space() else { return 0 };
        let seen = game.seen(id);
        let height = |space| game.heights().at(space);
        // The spaces that this cat bars to others: those that it sees and that are no higher than the cat.
        let barred = seen.iter().filter(|&seen| height(seen) <= height(space)).count() as i32;
        let on_peak = if is_peak(space) { PEAK } else { 0 };
        let mut worth = IN_PLAY + 15 * i32::from(cat.esteem) + on_peak + barred;
        for (other, rival) in game.cats().filter(|(other, _)| other.seat != self.seat) {
            let Some(there) = rival.space() else { continue };
            let stare = |pair| self.stares.get(&pair).copied().unwrap_or_default();
            let above = height(there) > height(space);
            if game.observes(other, space) {
                worth -= if above { 25 } else { 5 + stare((other, id)).max(0) / 2 };
            }
            if seen.contains(there) {
                let chance = stare((id, other));
                worth += match (above, is_peak(there)) {
                    (false, _) => 20,
                    (true, false) => chance / 2,
                    (true, true) => chance,
                };
            }
        }
        worth
    }

    /// Returns the least sum of movement points with which each of the seat's cats reaches a different peak.
    fn climb(&self, game: &CatChess) -> i32 {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let cats: Vec<Space> =
            game.cats().filter(|(id, _)| id.seat == self.seat).filter_map(|(_, cat)| cat.space()).collect();
        let way = |(peak, space): (&usize, &Space)| self.ways[*peak].get(space).copied().unwrap_or(FAR);
        ORDERS.iter().map(|peaks| peaks.iter().zip(&cats).map(way).sum()).min().unwrap_or_default()
    }
}

fn rival(game: &CatChess, cat: &Cat) -> i32 {
    let Some(space) = cat.space() else { return 0 };
    let on_peak = if is_peak(space) { PEAK } else { 0 };
    -30 - 8 * i32::from(cat.esteem) - on_peak - i32::from(game.heights().at(space))
}

pub(crate) fn is_peak(space: Space) -> bool {
    PEAKS.contains(&land().hex(space))
}

/// Returns the movement points from each space to the peak. A step costs 1 plus the difference in height. No step
/// climbs or descends by more than 2.
fn ways(game: &CatChess, peak: Hex) -> BTreeMap<Space, i32> {
    let mut ways = BTreeMap::new();
    let mut due: BinaryHeap<_> = land().at(peak).into_iter().map(|peak| Reverse((0, peak))).collect();
    while let Some(Reverse((way, space))) = due.pop() {
        if ways.contains_key(&space) {
            continue;
        }
        ways.insert(space, way);
        for &next in land().neighbours(space) {
            let climb = i32::from(game.heights().at(space).abs_diff(game.heights().at(next)));
            if climb <= 2 {
                due.push(Reverse((way + 1 + climb, next)));
            }
        }
    }
    ways
}
