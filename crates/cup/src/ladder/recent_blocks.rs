//! The last blocks of each table of bots, which tell a copy from a new block.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use crate::{
    progress::GameResult,
    schedule::{BotIndex, Lineup},
};

/// The number of different blocks of the same bots that are remembered.
const REMEMBERED: usize = 16;

/// The last different blocks of the same bots, as hashes, each with the number of times that it was played.
#[derive(Debug, Clone, Default)]
pub(super) struct RecentBlocks {
    seen: BTreeMap<Vec<BotIndex>, VecDeque<(u64, u32)>>,
}

impl RecentBlocks {
    /// Remembers a block of these bots, ascending. Returns the number of times that it was played before, move for move. A
    /// game with a fault is no copy.
    pub(super) fn hear(&mut self, bots: Vec<BotIndex>, tables: &[Lineup], results: &[GameResult]) -> u32 {
        if results.iter().any(|result| result.course.is_none() || !result.faults.is_empty()) {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        tables.iter().zip(results).for_each(|(table, result)| (table, result.course).hash(&mut hasher));
        let block = hasher.finish();
        let seen = self.seen.entry(bots).or_default();
        if let Some((_, times)) = seen.iter_mut().find(|(other, _)| *other == block) {
            *times += 1;
            return *times - 1;
        }
        if seen.len() == REMEMBERED {
            seen.pop_front();
        }
        seen.push_back((block, 1));
        0
    }
}
