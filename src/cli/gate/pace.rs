//! The time that a gate's new bot needs for a decision, as a multiple of the old bot's.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::Serialize;
use uvi_cup::{
    KnownResults, SeatTimes,
    stats::{Estimate, ratio_of_means},
};

/// The time of a decision of the new bot, with the most that is allowed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RelativePace {
    /// The time of a decision of the new bot divided by that of the old one, with its interval. `None` for fewer than two
    /// blocks in which both bots decided and took time.
    ratio: Option<Estimate>,
    /// The value of `--max-slower`.
    most: f64,
}

impl RelativePace {
    /// The pace by the times of bots in games: the block, the name of the bot, its times. The games of a block are one
    /// observation, because they have the same luck.
    pub(super) fn of<'a>(most: f64, times: impl IntoIterator<Item = (u32, &'a str, SeatTimes)>) -> Self {
        // Of each block, the milliseconds and decisions of the new and of the old bot.
        let mut blocks = BTreeMap::<u32, [f64; 4]>::new();
        for (block, name, times) in times {
            let first = match name {
                "new" => 0,
                "old" => 2,
                copy if copy.starts_with("old-") => 2,
                _ => continue,
            };
            let sums = blocks.entry(block).or_default();
            sums[first] += times.ms;
            sums[first + 1] += f64::from(times.decisions);
        }
        let blocks: Vec<[f64; 4]> = blocks.into_values().collect();
        Self { ratio: ratio_of_means(&blocks), most }
    }

    /// True if the new bot surely needs more time than is allowed.
    pub(super) fn is_slower(&self) -> bool {
        self.ratio.is_some_and(|ratio| ratio.low > self.most)
    }
}

impl fmt::Display for RelativePace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ratio {
            None => write!(f, "time of a decision unknown until two blocks count"),
            Some(ratio) => write!(f, "time of a decision {} of the old bot's, {} allowed", ratio.range(2), self.most),
        }
    }
}

/// The times of the bots in the games of a folder, with the block and the name of the bot.
pub(super) fn times(held: &KnownResults) -> impl Iterator<Item = (u32, &str, SeatTimes)> {
    let games: BTreeMap<u32, _> = held.results.iter().map(|result| (result.game, result)).collect();
    held.times.iter().filter_map(move |times| Some((*games.get(&times.game)?, times))).flat_map(|(result, times)| {
        result.seats.iter().zip(&times.seats).map(|(name, times)| (result.block, name.as_str(), *times))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pace of bots that need these milliseconds for ten decisions, block by block.
    fn pace(most: f64, blocks: &[[f64; 2]]) -> RelativePace {
        let games = (1..).zip(blocks).flat_map(|(block, taken)| [(block, "new", taken[0]), (block, "old", taken[1])]);
        RelativePace::of(
            most,
            games.map(|(block, name, ms)| (block, name, SeatTimes { decisions: 10, ms, longest: ms })),
        )
    }

    #[test]
    fn only_a_bot_that_surely_needs_more_time_is_slower() {
        let slow = [[15.0, 10.0], [16.0, 10.0], [14.0, 10.0], [15.0, 10.0]];
        assert!(pace(1.2, &slow).is_slower() && !pace(1.6, &slow).is_slower());
        assert!(
            pace(1.2, &slow).to_string().starts_with("time of a decision 1.50 [1.38, 1.64] of the old"),
            "{}",
            pace(1.2, &slow)
        );
        assert!(!pace(1.2, &[[30.0, 10.0], [5.0, 10.0]]).is_slower());
        assert_eq!(pace(1.2, &slow[..1]).to_string(), "time of a decision unknown until two blocks count");
    }
}
