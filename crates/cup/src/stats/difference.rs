//! The comparison of two bots in cooperative games, by their scores beside the same partners.

use std::collections::{BTreeMap, VecDeque};

use super::BlockScore;
use crate::schedule::BotIndex;

/// Compares `one` with `other` in cooperative games. The n-th block of `one` with some partners is paired with the n-th
/// block of `other` with these partners. Each pair gives the ratio a / (a + b), with the mean scores a of `one` and b
/// of `other`; 0.5 if both are 0. Pairs are in the order in which they become complete. A bot can be its own partner:
/// `one` beside `one` is paired with `other` beside `one`.
///
/// The values are ratios, not differences of scores, because scores have no known maximum. If one game in a hundred
/// could lose any number of points, no number of games could bound the mean difference. A ratio is always between 0 and
/// 1. Blocks with low scores count as much as blocks with high scores. Equally strong bots have 0.5 on average.
pub fn shares_beside(one: BotIndex, other: BotIndex, blocks: &[BlockScore]) -> Vec<f64> {
    let mut waiting: BTreeMap<Vec<BotIndex>, [VecDeque<f64>; 2]> = BTreeMap::new();
    let mut shares = Vec::new();
    for block in blocks {
        let Some(score) = block.shared() else { continue };
        let bots = block.bots();
        for (side, bot) in [one, other].into_iter().enumerate() {
            let Some(place) = bots.iter().position(|&found| found == bot) else { continue };
            let company = [&bots[..place], &bots[place + 1..]].concat();
            let scores = waiting.entry(company).or_default();
            scores[side].push_back(score);
            if let [Some(mine), Some(theirs)] = scores.each_ref().map(|scores| scores.front().copied()) {
                shares.push(if mine + theirs > 0.0 { mine / (mine + theirs) } else { 0.5 });
                for scores in scores {
                    scores.pop_front();
                }
            }
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{schedule::Lineup, stats::GameScore};
    use uvi_games::game::Score;

    fn block(bots: [usize; 2], score: u32) -> BlockScore {
        let game = |bots: [usize; 2]| GameScore { table: Lineup::new(bots.map(BotIndex)), score: Score::Shared(score) };
        BlockScore { games: vec![game(bots)] }
    }

    #[test]
    fn bots_are_compared_beside_the_same_partner() {
        for (blocks, expected) in [
            (&[([0, 2], 60), ([1, 2], 20), ([0, 3], 10), ([2, 3], 99), ([3, 1], 30)][..], [0.75, 0.25]),
            // A bot is a partner too: first 0 and 1 beside 0, then both beside 1.
            (&[([0, 0], 60), ([0, 1], 20), ([1, 1], 20)], [0.75, 0.5]),
            // Blocks are compared in their order, and none twice.
            (&[([0, 2], 1), ([0, 2], 2), ([1, 2], 3), ([1, 2], 6), ([1, 2], 30)], [0.25, 0.25]),
            // No points are shared alike.
            (&[([0, 2], 0), ([1, 2], 0), ([0, 2], 5), ([1, 2], 0)], [0.5, 1.0]),
        ] {
            let blocks: Vec<_> = blocks.iter().map(|&(bots, score)| block(bots, score)).collect();
            assert_eq!(shares_beside(BotIndex(0), BotIndex(1), &blocks), expected);
        }
    }
}
