//! Counts of the results of blocks. For pairs of games this is the pentanomial.

use super::{BlockKind, Sample, tilt::tilted};
use crate::schedule::BotIndex;

/// Shares count as equal up to this difference, because they are rounded sums of a few fractions.
const SAME: f64 = 1e-9;

/// The count of a possible result that did not occur, as in fishtest and fastchess.
const PRIOR: f64 = 1e-3;

/// A bot's results in blocks of `games` games. The result of a block is the mean of the bot's shares in its games.
///
/// The games of a block share their luck and so depend on each other; their mean is one independent value. (Michel Van
/// den Bergh, *Normalized Elo*, on the reason why fishtest counts pairs.)
#[derive(Debug, Clone, PartialEq)]
pub struct BlockResults {
    games: u32,
    /// The distinct shares, ascending, each with its count.
    counts: Vec<(f64, u64)>,
}

impl BlockResults {
    /// No results yet, for blocks of this many games, at least one.
    pub fn new(games: u32) -> Self {
        Self { games: games.max(1), counts: Vec::new() }
    }

    /// The results of a bot in these blocks. Incomplete blocks and those without the bot are left out. A block that is
    /// pooled with its copies has a multiple of `games` games, and counts as often.
    pub fn of<'a>(bot: BotIndex, games: u32, blocks: impl IntoIterator<Item = &'a BlockKind>) -> Self {
        let mut results = Self::new(games);
        let games = results.games as usize;
        for kind in blocks.into_iter().filter(|kind| kind.score.games.len().is_multiple_of(games)) {
            if let Some(share) = kind.score.share_of(bot) {
                results.add(share, (kind.games() / games) as u64 * kind.count);
            }
        }
        results
    }

    /// The results of a bot in the games of these blocks, as if they were independent.
    pub fn of_games<'a>(bot: BotIndex, blocks: impl IntoIterator<Item = &'a BlockKind>) -> Self {
        let mut results = Self::new(1);
        for kind in blocks {
            kind.score.shares_of(bot).for_each(|share| results.add(share, kind.times()));
        }
        results
    }

    /// The results with these counts of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn from_pentanomial(counts: [u64; 5]) -> Self {
        Self::from_halves(2, &counts)
    }

    /// The results of blocks of `games` games, by the number of blocks with 0, ½, 1, … points.
    pub fn from_halves(games: u32, counts: &[u64]) -> Self {
        let mut results = Self::new(games);
        for (halves, &count) in counts.iter().enumerate() {
            results.add(halves as f64 / f64::from(2 * results.games), count);
        }
        results
    }

    /// Adds `times` blocks with this mean share.
    pub fn add(&mut self, share: f64, times: u64) {
        if times > 0 {
            count(&mut self.counts, share, times);
        }
    }

    /// The number of games of a block.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The distinct shares, ascending, each with its number of blocks.
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// The number of blocks, and the mean and variance of their shares; `None` if there are no blocks.
    pub fn sample(&self) -> Option<Sample> {
        Sample::weighted(self.counts.iter().copied())
    }

    pub(super) fn count_of(&self, share: f64) -> u64 {
        self.counts.iter().find(|(other, _)| (other - share).abs() <= SAME).map_or(0, |&(_, count)| count)
    }

    /// The possible shares if each game gives 0, ½ or 1 point, each with its number of blocks.
    fn halves(&self) -> impl Iterator<Item = (f64, u64)> {
        let most = self.games.saturating_mul(2);
        (0..=most).map(move |halves| f64::from(halves) / f64::from(most)).map(|share| (share, self.count_of(share)))
    }

    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points. `None` for blocks of other sizes, or with other points.
    pub fn pentanomial(&self) -> Option<[u64; 5]> {
        let counts: Vec<u64> = self.halves().map(|(_, count)| count).collect();
        let all: u64 = self.counts.iter().map(|(_, count)| count).sum();
        if self.games == 2 && counts.iter().sum::<u64>() == all { counts.try_into().ok() } else { None }
    }

    /// The possible shares with their frequencies, and the number of blocks. A share that did not occur counts as a
    /// thousandth of a block, as in fishtest and fastchess.
    pub(super) fn frequencies(&self) -> (Vec<(f64, f64)>, f64) {
        let missing = self.halves().filter(|&(_, count)| count == 0).map(|(share, _)| (share, PRIOR));
        let mut all: Vec<_> = self.counts.iter().map(|&(share, count)| (share, count as f64)).chain(missing).collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let blocks: f64 = all.iter().map(|(_, count)| count).sum();
        all.iter_mut().for_each(|(_, weight)| *weight /= blocks);
        (all, blocks)
    }

    /// The variance of the likeliest shares of a block with this mean. 0 at the least and the greatest share.
    pub(super) fn variance_at(&self, mean: f64) -> f64 {
        if !(0.0 < mean && mean < 1.0) {
            return 0.0;
        }
        let (shares, _) = self.frequencies();
        let likeliest = tilted(&shares, |share| share - mean).expect("a share is below the mean, and one above it");
        moments(shares.iter().zip(likeliest).map(|(&(share, _), p)| (share, p))).1
    }
}

/// The mean and variance of values with these probabilities.
pub(super) fn moments(values: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let mean = values.clone().map(|(value, p)| p * value).sum();
    (mean, values.map(|(value, p)| p * (value - mean).powi(2)).sum())
}

/// Counts a value that occurred `times` times, among distinct values in ascending order.
pub(super) fn count(counts: &mut Vec<(f64, u64)>, value: f64, times: u64) {
    let place = counts.partition_point(|&(other, _)| other < value - SAME);
    match counts.get_mut(place) {
        Some((other, count)) if *other <= value + SAME => *count += times,
        _ => counts.insert(place, (value, times)),
    }
}
