//! Blocks that are counted rather than kept.

use std::collections::BTreeMap;

use uvi_games::game::Score;

use super::{BlockScore, GameScore};
use crate::schedule::Lineup;

/// The result of a game as a key: its table, and the points of each seat as a fraction or the shared score.
type GameKey = (Lineup, Vec<(u32, u32)>, Option<u32>);

/// Blocks, with the number of times that each occurred. So the size grows with the number of different blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockCounts {
    blocks: BTreeMap<Vec<GameKey>, (BlockScore, u64)>,
}

impl BlockCounts {
    /// Counts a block. The order of its games does not matter.
    pub fn add(&mut self, mut block: BlockScore) {
        block.games.sort_by_cached_key(key);
        let key = block.games.iter().map(key).collect();
        self.blocks.entry(key).or_insert((block, 0)).1 += 1;
    }

    /// The different blocks, each with the number of times that it occurred.
    pub fn iter(&self) -> impl Iterator<Item = (&BlockScore, u64)> {
        self.blocks.values().map(|(block, count)| (block, *count))
    }
}

fn key(game: &GameScore) -> GameKey {
    match &game.score {
        Score::Each(points) => {
            let parts = points.as_slice().iter().map(|points| (points.numerator(), points.denominator()));
            (game.table.clone(), parts.collect(), None)
        }
        Score::Shared(score) => (game.table.clone(), Vec::new(), Some(*score)),
    }
}
