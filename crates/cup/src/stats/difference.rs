//! The comparison of two bots in cooperative games, by their scores beside the same partners.

use std::collections::{BTreeMap, VecDeque};

use super::BlockScore;
use crate::schedule::BotIndex;

/// The first side's part of the points of two sides; a half if there are none.
pub(crate) fn part_of_both([mine, theirs]: [f64; 2]) -> f64 {
    if mine + theirs > 0.0 { mine / (mine + theirs) } else { 0.5 }
}

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
                shares.push(part_of_both([mine, theirs]));
                for scores in scores {
                    scores.pop_front();
                }
            }
        }
    }
    shares
}
