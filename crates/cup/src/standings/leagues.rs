//! The ranks and leagues of the rows of a ladder, and how sure they are.

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{bot_row::BotRow, ladder_terms::LadderTerms};
use crate::{
    schedule::BotIndex,
    stats::{BlockCounts, BlockScore, ConfidenceSequence, Estimate, Interval},
};

/// The error rate of the test behind "better".
const ALPHA: f64 = 0.05;

/// The half width of a 95 % interval in standard errors.
const WIDE: f64 = 1.96;

impl LadderTerms<'_> {
    /// Ranks the rows of the bots of this order, and puts them into leagues.
    pub(super) fn rank(&self, rows: &mut [BotRow], order: &[usize], blocks: &BlockCounts) {
        let better = are_better(order, blocks);
        for (place, (row, &bot)) in rows.iter_mut().zip(order).enumerate() {
            row.state = Some(self.states[bot].clone().unwrap_or_else(|| "plays".to_owned()));
            row.rank = (self.states[bot].is_none() && row.strength().is_some()).then_some(place + 1);
            row.better = row.rank.map(|_| better[place]);
        }
        self.divide(rows);
    }

    /// Puts the ranked rows into leagues, and tells how sure each is of its own.
    fn divide(&self, rows: &mut [BotRow]) {
        let value = |place: usize| rows.get(place).filter(|row| row.rank.is_some()).and_then(BotRow::strength);
        let cuts: Vec<(usize, f64)> = self
            .leagues
            .iter()
            .filter_map(|&last| Some((last, (value(last.checked_sub(1)?)?.value + value(last)?.value) / 2.0)))
            .collect();
        if cuts.is_empty() {
            return;
        }
        for row in rows {
            let (Some(rank), Some(figure)) = (row.rank, row.strength()) else { continue };
            row.league = Some(1 + cuts.iter().filter(|(last, _)| *last < rank).count());
            // Of an open interval, the end towards the cut may still be known.
            let sure = |&(last, cut): &(usize, f64)| {
                let (above, end) = match rank <= last {
                    true => (figure.value - cut, figure.value - figure.low),
                    false => (cut - figure.value, figure.high - figure.value),
                };
                let error = end / WIDE;
                if error > 0.0 && error.is_finite() { Normal::standard().cdf(above / error) } else { 0.5 }
            };
            row.sure = cuts.iter().map(sure).reduce(f64::min);
        }
    }
}

/// For each bot of an order of all bots, true if it is better than the next one in the blocks that both play, by a
/// confidence sequence. All false if the seats share a score.
fn are_better(order: &[usize], blocks: &BlockCounts) -> Vec<bool> {
    // Each side of an interval has half of the error rate, and only one side is told.
    let empty = ConfidenceSequence::new(Interval { low: 0.0, high: 1.0 }, 2.0 * ALPHA);
    let mut sequences = vec![empty; order.len()];
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &bot)| places[bot] = place);
    for (bots, kinds) in blocks.tables() {
        for &one in bots {
            let place = places[one.0];
            let Some(next) = order.get(place + 1).map(|&next| BotIndex(next)).filter(|next| bots.contains(next)) else {
                continue;
            };
            for kind in kinds {
                if let Some(part) = part_of_both(&kind.score, one, next) {
                    sequences[place].add_times(part, kind.count);
                }
            }
        }
    }
    sequences.iter().map(|it| it.estimate().is_some_and(|Estimate { interval, .. }| interval.low > 0.5)).collect()
}

/// The first bot's part of the points that two bots have in a block. `None` if one of them does not play in it.
fn part_of_both(block: &BlockScore, one: BotIndex, other: BotIndex) -> Option<f64> {
    let (mine, theirs) = (block.share_of(one)?, block.share_of(other)?);
    Some(if mine + theirs > 0.0 { mine / (mine + theirs) } else { 0.5 })
}
