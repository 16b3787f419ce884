//! A quick judgement of a position for search: self-esteem, and the distance of the cats to peaks.

use super::{CatChess, PEAKS, land};
use crate::{
    board::hex::{Hex, Space},
    game::{
        Game as _, MAX_SEATS, Seat,
        sense::{Playout, Sense, Shares, in_proportion},
    },
};

fn way(space: Space, peak: Hex) -> u32 {
    (land().hex(space) - peak).distance()
}

/// The sum of the distances from the nearest cat to each peak, without the longest, because a win needs two peaks.
fn ways(spaces: &[Space]) -> f64 {
    let nearest = PEAKS.map(|peak| spaces.iter().map(|&space| way(space, peak)).min().unwrap_or(FAR).min(FAR));
    let longest = nearest.into_iter().max().unwrap_or_default();
    f64::from(nearest.iter().sum::<u32>() - longest)
}

/// The limit of a distance to a peak.
const FAR: u32 = 12;

fn strength(game: &CatChess, seat: Seat) -> f64 {
    let mut spaces = Vec::with_capacity(3);
    let mut strength = 0.0;
    for (id, cat) in game.cats().filter(|(id, _)| id.seat == seat) {
        let Some(space) = cat.space() else { continue };
        spaces.push(space);
        strength += 2.0 + 0.3 * f64::from(cat.esteem) + 0.1 * f64::from(game.heights().at(space));
        for (other, rival) in game.cats().filter(|(other, _)| other.seat != seat) {
            let Some(there) = rival.space() else { continue };
            if way(there, land().hex(space)) <= 3 && game.observes(id, there) {
                // A cat that looks down keeps the other from climbing.
                strength += if game.height(id) >= game.height(other) { 0.4 } else { 0.2 };
            }
        }
    }
    strength += 0.35 * (2.0 * f64::from(FAR) - ways(&spaces));
    strength + 2.0 * game.held(seat).len() as f64
}

impl Sense for CatChess {
    const PLAYOUT: Playout = Playout { decisions: 0, candidates: 1 };

    fn judge(&self) -> Option<Shares> {
        let mut strengths = [0.0; MAX_SEATS];
        for seat in Seat::all(self.seats()).filter(|&seat| !self.vacant.contains(seat)) {
            let strength = 1.0 + strength(self, seat);
            strengths[seat.index()] = strength * strength * strength;
        }
        Some(in_proportion(strengths))
    }
}
