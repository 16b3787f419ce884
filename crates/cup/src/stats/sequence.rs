//! The mean of bounded values, with an interval that stays valid if it is computed after every value.

use super::{
    Estimate, Sample,
    likelihood::{bisect, lower_mean},
    pentanomial::count,
    sample::student_quantile_at,
};

/// The fractions of its capital that a [`Wager`] stakes. Great stakes win early if values hardly differ; small stakes
/// win late if values differ much. With these eight stakes, a test takes fewer blocks than with stakes that adapt to
/// the variance so far (`benches/gates.rs`).
const STAKES: [f64; 8] = [0.9, 0.45, 0.225, 0.1125, 0.05625, 0.028_125, 0.014_062_5, 0.007_031_25];

/// The mean that replaces 0, because a [`Wager`] divides by its mean. Values are from 0 to 1.
const NOTHING: f64 = 1e-12;

/// The number of bisections for an end of an interval. The precision is finer than any printed number.
const STEPS: usize = 40;

/// A bet that the mean of values between 0 and 1 is above the figure `mean`.
///
/// If the mean is not above the figure, such bets gain nothing on average. So the capital reaches 1/α with probability
/// α at most, for any number of values and at any time (Ville 1939). This holds for all distributions from the first
/// value on, not only in the limit. (Ian Waudby-Smith and Aaditya Ramdas, *Estimating means of bounded random variables
/// by betting*, 2024. The capital is spread over fixed stakes, their § 5.6, so that the order of the values does not
/// matter.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wager {
    mean: f64,
    /// The logarithm of the capital that each stake has made of 1.
    gains: [f64; STAKES.len()],
}

impl Wager {
    /// The bet that the mean is above `mean`.
    pub fn above(mean: f64) -> Self {
        Self { mean: mean.max(NOTHING), gains: [0.0; STAKES.len()] }
    }

    /// Adds a value between 0 and 1 that occurred `times` times.
    pub fn hear(&mut self, value: f64, times: u64) {
        for (gain, stake) in self.gains.iter_mut().zip(STAKES) {
            *gain += times as f64 * (stake * (value / self.mean - 1.0)).ln_1p();
        }
    }

    /// The logarithm of the capital, which starts at 1.
    pub fn capital(&self) -> f64 {
        let most = self.gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.gains.iter().map(|gain| (gain - most).exp()).sum();
        most + (sum / STAKES.len() as f64).ln()
    }

    /// The factor by which a value changes the capital of each stake.
    pub(super) fn factors(&self, value: f64) -> [f64; STAKES.len()] {
        STAKES.map(|stake| 1.0 + stake * (value / self.mean - 1.0))
    }

    /// The logarithm of the capital at which a bet is won: 2/`alpha`, as each of two sides has half of the error rate.
    pub fn enough(alpha: f64) -> f64 {
        (2.0 / alpha).ln()
    }
}

/// The mean of independent values in a range, with an interval after every value. With probability 1 - α, all these
/// intervals hold the true mean. So a test may stop as soon as an interval excludes 0. Intervals for a fixed number of
/// values do not allow this. An interval contains the means that no [`Wager`] has excluded.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfidenceSequence {
    /// The least and the greatest value.
    range: [f64; 2],
    alpha: f64,
    /// The distinct values, scaled to 0 to 1, ascending, each with its count.
    counts: Vec<(f64, u64)>,
}

impl ConfidenceSequence {
    /// No value yet, in this range. Any of the intervals excludes the true mean with probability `alpha` at most.
    pub fn new(range: [f64; 2], alpha: f64) -> Self {
        Self { range, alpha, counts: Vec::new() }
    }

    /// Scales a value of the range to 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        let [least, greatest] = self.range;
        ((value - least) / (greatest - least)).clamp(0.0, 1.0)
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.add_times(value, 1);
    }

    /// Adds a value that occurred `times` times.
    pub fn add_times(&mut self, value: f64, times: u64) {
        let part = self.part(value);
        count(&mut self.counts, part, times);
    }

    /// The sample of the values so far; `None` if there are none.
    pub fn sample(&self) -> Option<Sample> {
        Sample::weighted(self.counts.iter().map(|&(part, count)| (self.value(part), count)))
    }

    /// The distinct values, scaled to 0 to 1, ascending, each with its count.
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// The mean of the values with its interval; `None` if there are no values.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(self.between(self.sample()?.mean, |counts, mean| lower_end(counts, mean, self.alpha)))
    }

    /// The mean of the values with the interval for a number of values that was fixed before the first one; `None` for
    /// fewer than two values. It is narrower than that of [`ConfidenceSequence::estimate`], and holds only if nobody
    /// stops because of it.
    pub fn fixed_estimate(&self) -> Option<Estimate> {
        let Sample { count, mean, .. } = self.sample()?;
        let quantile = student_quantile_at(count.checked_sub(1).filter(|&freedom| freedom > 0)? as f64, self.alpha)?;
        Some(self.between(mean, |counts, mean| lower_mean(counts, mean, quantile.powi(2))))
    }

    /// The mean of the values with an interval, of which `lower` finds the lower end of scaled values with their mean.
    fn between(&self, value: f64, lower: impl Fn(&[(f64, u64)], f64) -> f64) -> Estimate {
        let low = lower(&self.counts, self.part(value));
        let mirrored: Vec<(f64, u64)> = self.counts.iter().map(|&(part, count)| (1.0 - part, count)).collect();
        let high = 1.0 - lower(&mirrored, 1.0 - self.part(value));
        Estimate { value, low: self.value(low), high: self.value(high) }
    }

    fn value(&self, part: f64) -> f64 {
        let [least, greatest] = self.range;
        least + part * (greatest - least)
    }
}

/// The greatest figure that the values prove to be below the true mean, because a bet on this has been won, by
/// bisection: the capital falls as the figure rises, and is at most 1 at `mean`, the mean of the values.
fn lower_end(counts: &[(f64, u64)], mean: f64, alpha: f64) -> f64 {
    let enough = Wager::enough(alpha);
    let won = |mean: f64| {
        let mut wager = Wager::above(mean);
        counts.iter().for_each(|&(value, times)| wager.hear(value, times));
        wager.capital() >= enough
    };
    if won(NOTHING) { bisect([NOTHING, mean], STEPS, won)[0] } else { 0.0 }
}
