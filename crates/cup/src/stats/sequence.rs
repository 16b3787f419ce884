//! The mean of bounded values, with an interval that may be looked at after every value.

use super::{Estimate, Interval, Sample};

/// The parts of its capital that a [`Wager`] stakes. Each suits another distance of the mean and another spread: the
/// great ones win early where the values hardly differ, the small ones late where they differ much. With these eight a
/// test takes fewer blocks than with bets that follow the variance so far (`benches/gates.rs`).
const STAKES: [f64; 8] = [0.9, 0.45, 0.225, 0.1125, 0.05625, 0.028_125, 0.014_062_5, 0.007_031_25];

/// A mean that is nothing, in the range 0 to 1.
const NOTHING: f64 = 1e-12;

/// What counts as the same value: they are sums of a few fractions, computed in floating point.
const SAME: f64 = 1e-9;

/// Steps of the search for an end of an interval: more than anybody prints digits.
const STEPS: u32 = 40;

/// A bet that the mean of values between 0 and 1 is above a figure.
///
/// If it is not above, nobody can expect to gain by such bets, and so the capital grows to 1/α with probability α or
/// less, however many values there are and whenever one looks (Ville 1939). That holds for whatever values, from the first
/// on: none of it is a limit. (Ian Waudby-Smith and Aaditya Ramdas, *Estimating means of bounded random variables by
/// betting*, 2024; the capital is spread over fixed stakes, their § 5.6, so that the order of the values does not
/// matter.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wager {
    mean: f64,
    /// The logarithm of what each stake has made of 1.
    gains: [f64; STAKES.len()],
}

impl Wager {
    /// The bet that the mean is above this one.
    pub fn above(mean: f64) -> Self {
        Self { mean: mean.max(NOTHING), gains: [0.0; STAKES.len()] }
    }

    /// A value between 0 and 1 has come so many times.
    pub fn hear(&mut self, value: f64, times: u64) {
        for (gain, stake) in self.gains.iter_mut().zip(STAKES) {
            *gain += times as f64 * (stake * (value / self.mean - 1.0)).ln_1p();
        }
    }

    /// The logarithm of the capital, which began with 1.
    pub fn capital(&self) -> f64 {
        let most = self.gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.gains.iter().map(|gain| (gain - most).exp()).sum();
        most + (sum / STAKES.len() as f64).ln()
    }

    /// What a value makes of each stake.
    pub(super) fn factors(&self, value: f64) -> [f64; STAKES.len()] {
        STAKES.map(|stake| 1.0 + stake * (value / self.mean - 1.0))
    }

    /// How much capital is doubted with this probability, as a logarithm. Half of the doubt is for either side.
    pub fn enough(alpha: f64) -> f64 {
        (2.0 / alpha).ln()
    }
}

/// The mean of independent values that cannot leave a range, with intervals, one after every value, which all hold the
/// true mean together in 1 - α of all cases. So a test may stop as soon as one of them leaves 0 out, which it may not with
/// intervals for a number of values that was fixed before. An interval has the means against which no [`Wager`] has won.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfidenceSequence {
    range: Interval,
    alpha: f64,
    /// Different values as parts of the range, ascending, each with its count.
    counts: Vec<(f64, u64)>,
}

impl ConfidenceSequence {
    /// No value yet, of those in this range. One of the intervals leaves out the true mean with probability `alpha` or
    /// less.
    pub fn new(range: Interval, alpha: f64) -> Self {
        Self { range, alpha, counts: Vec::new() }
    }

    /// Where a value stands in the range, from 0 to 1.
    pub fn part(&self, value: f64) -> f64 {
        ((value - self.range.low) / (self.range.high - self.range.low)).clamp(0.0, 1.0)
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let part = self.part(value);
        let place = self.counts.partition_point(|&(other, _)| other < part - SAME);
        match self.counts.get_mut(place) {
            Some((other, count)) if *other <= part + SAME => *count += 1,
            _ => self.counts.insert(place, (part, 1)),
        }
    }

    /// The values so far; `None` for none.
    pub fn sample(&self) -> Option<Sample> {
        Sample::weighted(self.counts.iter().map(|&(part, count)| (self.value(part), count)))
    }

    /// The different values as parts of the range, ascending, each with its count.
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// Their mean with its interval; `None` for no values.
    pub fn estimate(&self) -> Option<Estimate> {
        let value = self.sample()?.mean;
        let low = lower_end(&self.counts, self.part(value), self.alpha);
        let mirrored: Vec<(f64, u64)> = self.counts.iter().map(|&(part, count)| (1.0 - part, count)).collect();
        let high = 1.0 - lower_end(&mirrored, 1.0 - self.part(value), self.alpha);
        Some(Estimate { value, interval: Interval { low: self.value(low), high: self.value(high) } })
    }

    fn value(&self, part: f64) -> f64 {
        self.range.low + part * (self.range.high - self.range.low)
    }
}

/// The greatest mean that a bet has been won against, of values with this mean. The capital is the less, the greater the
/// mean is that is bet against, and at the mean of the values it is no more than 1.
fn lower_end(counts: &[(f64, u64)], mean: f64, alpha: f64) -> f64 {
    let enough = Wager::enough(alpha);
    let won = |mean: f64| {
        let mut wager = Wager::above(mean);
        counts.iter().for_each(|&(value, times)| wager.hear(value, times));
        wager.capital() >= enough
    };
    if !won(NOTHING) {
        return 0.0;
    }
    let (mut low, mut high) = (NOTHING, mean);
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if won(middle) { low = middle } else { high = middle }
    }
    low
}
