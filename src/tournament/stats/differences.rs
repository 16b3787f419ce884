//! Two bots with the same company on the same luck.

use std::collections::BTreeMap;

use super::BlockScore;
use crate::tournament::schedule::BotIndex;

/// For each luck on which either bot played with the same others, the first one's mean score of its blocks less the
/// second one's. Where seats have points of their own, shares are compared. Each block comes with the number of its luck
/// ([`Block::luck`](crate::tournament::schedule::Block::luck)); blocks with both bots at the table are left out.
pub fn differences<'a>(
    first: BotIndex,
    second: BotIndex,
    blocks: impl IntoIterator<Item = (u32, &'a BlockScore)>,
) -> Vec<f64> {
    let mut scores = BTreeMap::<(u32, Vec<BotIndex>), [Vec<f64>; 2]>::new();
    for (luck, block) in blocks {
        let bots = block.bots();
        for (side, (own, other)) in [(first, second), (second, first)].into_iter().enumerate() {
            let Some(seat) = bots.iter().position(|&bot| bot == own).filter(|_| !bots.contains(&other)) else {
                continue;
            };
            let mut others = bots.clone();
            others.remove(seat);
            if let Some(score) = block.shared().or_else(|| block.share_of(own)) {
                scores.entry((luck, others)).or_default()[side].push(score);
            }
        }
    }
    let met = scores.into_values().filter(|sides| sides.iter().all(|side| !side.is_empty()));
    met.map(|sides| sides.map(|side| side.iter().sum::<f64>() / side.len() as f64))
        .map(|[one, other]| one - other)
        .collect()
}
