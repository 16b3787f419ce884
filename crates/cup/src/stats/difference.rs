//! Cooperative games: one bot against another, by what each scores with the same partners.

use std::collections::{BTreeMap, VecDeque};

use super::BlockScore;
use crate::schedule::BotIndex;

/// By how much the score was greater with `one` than with `other`, beside the same partners: block by block, the n-th
/// with each company of partners against the n-th of the other bot with the same. A bot beside itself is compared with
/// the other beside itself. In the order in which pairs become whole.
pub fn differences(one: BotIndex, other: BotIndex, blocks: &[BlockScore]) -> Vec<f64> {
    let mut waiting: BTreeMap<Vec<Option<BotIndex>>, [VecDeque<f64>; 2]> = BTreeMap::new();
    let mut differences = Vec::new();
    for block in blocks {
        let Some(score) = block.shared() else { continue };
        let bots = block.bots();
        let side = match (bots.contains(&one), bots.contains(&other)) {
            (true, false) => 0,
            (false, true) => 1,
            // Both at one table say nothing about which of them is better.
            (true, true) | (false, false) => continue,
        };
        let company = bots.iter().map(|&bot| Some(bot).filter(|&bot| bot != one && bot != other)).collect();
        let scores = waiting.entry(company).or_default();
        scores[side].push_back(score);
        if let [Some(mine), Some(theirs)] = [scores[0].front(), scores[1].front()] {
            differences.push(mine - theirs);
            scores.iter_mut().for_each(|scores| {
                scores.pop_front();
            });
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{schedule::Table, stats::GameScore};
    use uvi_games::game::Score;

    fn block(bots: [usize; 2], score: u32) -> BlockScore {
        let game = |bots: [usize; 2]| GameScore { table: Table::new(bots.map(BotIndex)), score: Score::Shared(score) };
        BlockScore { games: vec![game(bots)] }
    }

    #[track_caller]
    fn check(blocks: &[([usize; 2], u32)], expected: &[f64]) {
        let blocks: Vec<_> = blocks.iter().map(|&(bots, score)| block(bots, score)).collect();
        assert_eq!(differences(BotIndex(0), BotIndex(1), &blocks), expected);
    }

    #[test]
    fn bots_are_compared_beside_the_same_partner() {
        check(&[([0, 2], 50), ([1, 2], 30), ([0, 3], 10), ([2, 3], 99), ([3, 1], 15)], &[20.0, -5.0]);
    }

    #[test]
    fn a_bot_beside_itself_is_compared_with_the_other_beside_itself() {
        check(&[([0, 0], 50), ([0, 1], 99), ([1, 1], 30)], &[20.0]);
    }

    #[test]
    fn blocks_are_compared_in_their_order_and_none_twice() {
        check(&[([0, 2], 1), ([0, 2], 2), ([1, 2], 10), ([1, 2], 20), ([1, 2], 30)], &[-9.0, -18.0]);
    }
}
