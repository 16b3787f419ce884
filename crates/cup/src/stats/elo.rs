//! Elo and normalized Elo from the results of blocks.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{BlockResults, BlockScore, Estimate, Interval, likelihood::Contest, sample::normal_quantile};
use crate::schedule::BotIndex;

/// How many points of normalized Elo a difference of one standard deviation of a game is: chosen so that Elo and nElo
/// agree where no game is drawn and the players are about as strong. (Michel Van den Bergh, *Comments on Normalized
/// Elo*.)
pub(super) const NELO_OF_DEVIATION: f64 = 800.0 / LN_10;

/// How strong a bot is beside another.
///
/// Elo is that of its share of what both of them got (the logistic scale of Arpad Elo, *The Rating of Chessplayers*,
/// 1978, with base 10 and 400). The interval has all shares that the blocks do not contradict, by the likelihood ratio
/// that the sequential test has too; so it has a width where all blocks went alike, and its ends may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// Points of Elo. Infinite where every point was won, or none.
    pub elo: Estimate,
    /// Points of normalized Elo; `None` if all blocks went alike, so that nothing is known of their spread, and with
    /// three seats or more.
    pub normalized: Option<Estimate>,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Elo {
    /// What these results say; `None` for fewer than two blocks.
    pub fn of(results: &BlockResults) -> Option<Self> {
        let mut contest = Contest::default();
        results.counts().iter().for_each(|&(share, count)| contest.add([share, 1.0 - share], count));
        let share = contest.estimate()?;
        // The deviation of a game where all games of a block were independent.
        let deviation = results.sample().map_or(0.0, |sample| (f64::from(results.games()) * sample.variance).sqrt());
        let normalized = |score: f64| (score - 0.5) / deviation * NELO_OF_DEVIATION;
        Some(Self {
            elo: map(share, elo_of_score),
            normalized: (deviation > 0.0).then(|| map(share, normalized)),
            los: contest.superiority()?,
        })
    }

    /// How strong `one` is beside `other`, by the blocks in which both play, at tables of any size. `None` if these
    /// are fewer than two, or neither got anything in them.
    pub fn between<'a>(
        one: BotIndex,
        other: BotIndex,
        blocks: impl IntoIterator<Item = &'a BlockScore>,
    ) -> Option<Self> {
        let mut contest = Contest::default();
        for block in blocks {
            if let (Some(mine), Some(theirs)) = (block.share_of(one), block.share_of(other)) {
                contest.add([mine, theirs], 1);
            }
        }
        let share = contest.estimate()?;
        Some(Self { elo: map(share, elo_of_score), normalized: None, los: contest.superiority()? })
    }

    /// The same as the other bot sees it.
    pub fn swapped(self) -> Self {
        let negative = |estimate: Estimate| {
            let Interval { low, high } = estimate.interval;
            Estimate { value: -estimate.value, interval: Interval { low: -high, high: -low } }
        };
        Self { elo: negative(self.elo), normalized: self.normalized.map(negative), los: 1.0 - self.los }
    }

    /// The same figures as fishtest and fastchess print them, to compare with: the share of a block is taken as normal
    /// with the variance of the blocks that were played. `None` if there are none, or all went alike. (Michel Van den
    /// Bergh, *Normalized Elo* and *Comments on Normalized Elo*.)
    pub fn normal(results: &BlockResults) -> Option<Self> {
        let sample = results.sample().filter(|sample| sample.variance > 0.0)?;
        let error = (sample.variance / sample.count as f64).sqrt();
        let interval = Interval::around(sample.mean, normal_quantile() * error);
        let share = Estimate { value: sample.mean, interval };
        let deviation = (f64::from(results.games()) * sample.variance).sqrt();
        let normalized = |score: f64| (score - 0.5) / deviation * NELO_OF_DEVIATION;
        Some(Self {
            elo: map(share, elo_of_score),
            normalized: Some(map(share, normalized)),
            los: Normal::standard().cdf((sample.mean - 0.5) / error),
        })
    }
}

fn map(estimate: Estimate, rising: impl Fn(f64) -> f64) -> Estimate {
    Estimate { value: rising(estimate.value), interval: estimate.interval.map(rising) }
}

/// The difference in Elo at which this share of the points is expected; infinite for 0 and less, and for 1 and more.
pub(super) fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that is expected at this difference in Elo.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
