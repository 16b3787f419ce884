//! The laps through openings in a random order.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use uvi::Seed;
use uvi_games::game::Stream;

/// The shuffled places of each lap that was asked for. They follow from the seed; they are kept because books have millions
/// of openings, and each game asks several times.
#[derive(Debug, Clone, Default)]
pub(super) struct ShuffledLaps(Arc<Mutex<HashMap<Lap, Vec<u32>>>>);

/// A lap through some number of openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Lap {
    seed: Seed,
    count: u32,
    number: u32,
}

impl ShuffledLaps {
    /// The opening, of `count`, that comes at this place of a lap.
    pub(super) fn opening(&self, seed: Seed, count: u32, lap: u32, place: usize) -> usize {
        let mut laps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let order = laps.entry(Lap { seed, count, number: lap }).or_insert_with(|| {
            let mut places: Vec<u32> = (0..count).collect();
            Stream::new(&seed, &format!("openings {}", lap + 1)).shuffle(&mut places);
            places
        });
        order[place] as usize
    }
}
