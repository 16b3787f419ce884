//! The number of copied games, which are no new evidence.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::BlockCounts;

/// Games of the same bots that are equal move for move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Copied")]
pub struct CopiedGames {
    /// The number of games that are copies of an earlier one.
    pub games: u32,
    /// The number of all games.
    pub of: u32,
    /// The number of blocks that are not copies of an earlier one. Intervals and tests count these blocks.
    pub independent_blocks: u32,
}

impl CopiedGames {
    /// The copies among the games of these blocks. `None` if there are no copies.
    pub(super) fn among(games: u32, blocks: &BlockCounts) -> Option<Self> {
        let of = blocks.iter().map(|kind| kind.games() as u64 * kind.count).sum::<u64>() as u32;
        (games > 0).then(|| Self { games, of, independent_blocks: blocks.count() as u32 })
    }
}

impl fmt::Display for CopiedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, of, independent_blocks } = self;
        let blocks = if *independent_blocks == 1 { "block" } else { "blocks" };
        write!(
            f,
            "of {of} games {games} are copies of others, move for move: intervals and tests count {independent_blocks} \
             independent {blocks}"
        )
    }
}
