//! Equal blocks, counted.

use super::BlockScore;

/// Blocks with the same bots in the same seats and the same scores.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockKind {
    /// The scores of the games, sorted.
    pub score: BlockScore,
    /// The number of times that each of these blocks was played: once, and once more for each copy of it.
    pub plays: u32,
    /// The number of these blocks, without copies.
    pub count: u64,
}

impl BlockKind {
    /// The number of games of one of these blocks and its copies.
    pub fn games(&self) -> usize {
        self.score.games.len() * self.plays as usize
    }

    /// The number of times that these blocks were played, copies included.
    pub fn times(&self) -> u64 {
        u64::from(self.plays) * self.count
    }
}
