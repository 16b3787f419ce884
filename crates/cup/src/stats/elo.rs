//! Elo and normalized Elo from the results of blocks.

use std::f64::consts::LN_10;

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::{BlockResults, Estimate, Interval, sample::normal_quantile};

/// How many points of normalized Elo a difference of one standard deviation of a game is: chosen so that Elo and nElo
/// agree where no game is drawn and the players are about as strong. (Michel Van den Bergh, *Comments on Normalized
/// Elo*.)
pub(super) const NELO_OF_DEVIATION: f64 = 800.0 / LN_10;

/// How strong a bot is beside those it met, two seats.
///
/// The share of a block is taken as normal with the variance of the blocks that were played; Elo is that of the share,
/// its interval that of the ends. (Michel Van den Bergh, *Normalized Elo* and *Comments on Normalized Elo*, as fishtest
/// and fastchess have it; the logistic scale is Arpad Elo's, *The Rating of Chessplayers*, 1978, with base 10 and 400.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// Points of Elo. Infinite where every point was won, or none.
    pub elo: Estimate,
    /// Points of normalized Elo.
    pub normalized: Estimate,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Elo {
    /// What these results say; `None` where there are none, or all blocks went alike, so that nothing is known about
    /// their variance.
    pub fn of(results: &BlockResults) -> Option<Self> {
        let sample = results.sample().filter(|sample| sample.variance > 0.0)?;
        let error = (sample.variance / sample.count as f64).sqrt();
        let score = Interval::around(sample.mean, normal_quantile() * error);
        // The variance of a game where all games of a block were independent.
        let deviation = (f64::from(results.games()) * sample.variance).sqrt();
        let normalized = |score: f64| (score - 0.5) / deviation * NELO_OF_DEVIATION;
        Some(Self {
            elo: Estimate { value: elo_of_score(sample.mean), interval: score.map(elo_of_score) },
            normalized: Estimate { value: normalized(sample.mean), interval: score.map(normalized) },
            los: Normal::standard().cdf((sample.mean - 0.5) / error),
        })
    }
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
