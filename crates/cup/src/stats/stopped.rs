//! The estimate of Elo after a sequential test, corrected for the end that the test chose.

use super::{BlockResults, Estimate, Interval, Sprt, TestVerdict, brownian::Motion, elo::elo_of_score};

/// The mean overshoot over a bound, in standard deviations of a step, by which bounds of discrete steps are moved
/// outwards. (David Siegmund, *Sequential Analysis*, 1985, § 10.2: 0.583.)
const OVERSHOOT: f64 = 0.583;

/// The drift is searched up to this distance from 0. Between the hypotheses it changes by 1.
const FARTHEST: f64 = 200.0;

/// The number of bisections for a drift.
const STEPS: u32 = 50;

/// The least number of blocks for a correction, because fewer do not tell the spread of a block.
const LEAST: u64 = 5;

/// The strength of a bot after a sequential test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppedElo {
    /// The difference in Elo: the median-unbiased estimate, with its 95 % interval.
    pub elo: Estimate,
    /// The likelihood of superiority: 1 minus the chance that an equal bot ends as well or better.
    pub los: f64,
}

impl Sprt {
    /// The strength of a bot by the results at which the test ended, or after the last block if it did not end. `None`
    /// for fewer than five blocks, and if all blocks are equal.
    ///
    /// A test that stops when the results look good finds them better than they are. So ends are put in an order: at the
    /// upper bound, the sooner the better; then without a verdict, the higher the better; then at the lower bound, the
    /// later the better. The estimate is the strength with which an end as good or better has a chance of one half, so
    /// it is too high in half of all tests; the ends of the interval have 2.5 % and 97.5 %. (David Siegmund, *Estimation
    /// Following Sequential Tests*, Biometrika 65, 1978; Gary Rosner and Anastasios Tsiatis, *Exact Confidence Intervals
    /// Following a Group Sequential Trial*, Biometrika 75, 1988.) The log likelihood ratio is taken as a Brownian motion.
    pub fn stopped(&self, results: &BlockResults, verdict: TestVerdict) -> Option<StoppedElo> {
        let sample = results.sample().filter(|sample| sample.count >= LEAST && sample.variance > 0.0)?;
        let [score0, score1] = self.scores(results.games(), sample.variance);
        let between = score1 - score0;
        let information = between * between / sample.variance;
        let time = sample.count as f64 * information;
        let [lower, upper] = self.bounds();
        let beyond = OVERSHOOT * information.sqrt();
        let bounds = [lower - beyond, upper + beyond];
        let llr = self.llr(results);
        // The chance of an end as good or better; it grows with the drift.
        let as_good = |drift: f64| {
            let motion = Motion { bounds, drift };
            let [low, high] = motion.ended(time);
            match verdict {
                TestVerdict::H1 => high,
                TestVerdict::H0 => 1.0 - low,
                TestVerdict::Undecided => high + motion.above(llr, time),
            }
        };
        let share = |chance: f64| {
            let (mut below, mut above) = (-FARTHEST, FARTHEST);
            for _ in 0..STEPS {
                let middle = (below + above) / 2.0;
                *(if as_good(middle) < chance { &mut below } else { &mut above }) = middle;
            }
            (score0 + score1) / 2.0 + between * (below + above) / 2.0
        };
        let [low, value, high] = [0.025, 0.5, 0.975].map(|chance| elo_of_score(share(chance)));
        let even = (0.5 - (score0 + score1) / 2.0) / between;
        Some(StoppedElo { elo: Estimate { value, interval: Interval { low, high } }, los: 1.0 - as_good(even) })
    }
}
