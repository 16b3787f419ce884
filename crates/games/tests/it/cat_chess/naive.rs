//! Sight and moves as the rules page describes them, found slowly, sharing only coordinates with the library.

use std::collections::{BTreeMap, BTreeSet};

use uvi_games::games::cat_chess::{CatChess, CatId, Sheet, land};

pub(crate) type Hex = (i32, i32);

const AROUND: [Hex; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

#[derive(Debug, Clone, Copy)]
pub(crate) struct Seer {
    pub(crate) id: CatId,
    pub(crate) at: Hex,
    pub(crate) facing: u32,
    pub(crate) sides: u32,
    pub(crate) reach: i32,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) heights: BTreeMap<Hex, i32>,
    pub(crate) names: BTreeMap<Hex, String>,
    pub(crate) seers: Vec<Seer>,
}

fn neighbours(hex: Hex) -> impl Iterator<Item = Hex> {
    AROUND.into_iter().map(move |(q, r)| (hex.0 + q, hex.1 + r))
}

pub(crate) fn distance(from: Hex, to: Hex) -> i32 {
    let (q, r) = (to.0 - from.0, to.1 - from.1);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// Returns true if the angle of the offset, as drawn in a picture, is within the arc. The arc begins half a side before
/// its first direction.
pub(crate) fn in_arc(from: Hex, to: Hex, facing: u32, sides: u32) -> bool {
    let (q, r) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let angle = (-r * 0.75_f64.sqrt()).atan2(q + r / 2.0).to_degrees();
    let turned = (angle - (60.0 * f64::from(facing) - 30.0)).rem_euclid(360.0);
    // Rounding may put the first edge just below a whole turn.
    turned < 60.0 * f64::from(sides) + 1e-6 || turned > 360.0 - 1e-6
}

impl World {
    pub(crate) fn of(game: &CatChess) -> Self {
        let hex = |space| {
            let hex = land().hex(space);
            (i32::from(hex.q), i32::from(hex.r))
        };
        let seer = |(id, cat): (CatId, &uvi_games::games::cat_chess::Cat)| {
            let place = cat.place?;
            Some(Seer {
                id,
                at: hex(place.space),
                facing: place.facing.number(),
                sides: if cat.sheet == Sheet::Vision { 3 } else { 2 },
                reach: if cat.sheet == Sheet::Ispex { 3 } else { 2 },
            })
        };
        Self {
            heights: land().spaces().map(|space| (hex(space), i32::from(game.heights().at(space)))).collect(),
            names: land().spaces().map(|space| (hex(space), land().name(space).to_owned())).collect(),
            seers: game.cats().filter_map(seer).collect(),
        }
    }

    /// Returns true if a way of `left` steps leads from one space to the other over nothing higher than `most`.
    fn clear(&self, from: Hex, to: Hex, left: i32, most: i32) -> bool {
        if left == 1 {
            return distance(from, to) == 1;
        }
        neighbours(from).any(|next| {
            let low = self.heights.get(&next).is_none_or(|&height| height <= most);
            low && distance(next, to) == left - 1 && self.clear(next, to, left - 1, most)
        })
    }

    pub(crate) fn observes(&self, seer: &Seer, to: Hex) -> bool {
        let far = distance(seer.at, to);
        let most = self.heights[&seer.at].max(self.heights[&to]);
        (1..=seer.reach).contains(&far)
            && in_arc(seer.at, to, seer.facing, seer.sides)
            && self.clear(seer.at, to, far, most)
    }

    fn observers(&self, mover: &Seer, to: Hex) -> impl Iterator<Item = &Seer> {
        self.seers.iter().filter(move |seer| seer.id.seat != mover.id.seat && self.observes(seer, to))
    }

    /// Adds the ends of all ways within the points, by trying all of them.
    fn ends(&self, mover: &Seer, from: Hex, points: i32, ends: &mut BTreeSet<Hex>) {
        ends.insert(from);
        for next in neighbours(from) {
            let Some(&height) = self.heights.get(&next) else { continue };
            let climb = (height - self.heights[&from]).abs();
            let taken = self.seers.iter().any(|seer| seer.at == next);
            let barred = self.observers(mover, next).any(|seer| self.heights[&seer.at] >= height);
            if climb <= 2 && climb < points && !taken && !barred {
                self.ends(mover, next, points - 1 - climb, ends);
            }
        }
    }

    /// The challenges, moves and preening of a cat, sorted and joined.
    pub(crate) fn deeds(&self, mover: &Seer) -> String {
        let (letter, height) = (mover.id.letter, self.heights[&mover.at]);
        let higher = |seer: &&Seer| self.heights[&seer.at] > height;
        let menaced = self.observers(mover, mover.at).any(|seer| higher(&seer));
        let rivals = self.seers.iter().filter(|seer| seer.id.seat != mover.id.seat).filter(higher);
        let mut words: Vec<String> =
            rivals.filter(|seer| self.observes(mover, seer.at)).map(|seer| format!("{letter}!{}", seer.id)).collect();
        let mut ends = BTreeSet::new();
        self.ends(mover, mover.at, 4, &mut ends);
        if menaced {
            let safe: BTreeSet<Hex> =
                ends.iter().copied().filter(|&end| self.observers(mover, end).next().is_none()).collect();
            if !(safe.is_empty() && words.is_empty()) {
                ends = safe;
            }
        } else {
            words.push(format!("{letter}~"));
        }
        words.extend(ends.iter().map(|end| format!("{letter}-{}", self.names[end])));
        words.sort();
        words.join(" ")
    }
}
