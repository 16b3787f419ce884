//! A mean that may be looked at again and again.

use super::{Estimate, Interval, Sample};

/// Intervals of a mean, one after every block, which all hold the true mean together in 95 of 100 tournaments. So a test
/// may stop as soon as one of them leaves 0 out, which it may not with intervals for a number of blocks that was fixed
/// before.
///
/// For the mean difference of two bots, each value is the difference of two blocks, one of each with the same partners.
/// (Ian Waudby-Smith, David Arbour, Ritwik Sinha, Edward Kennedy and Aaditya Ramdas, *Time-uniform Central
/// Limit Theory and Asymptotic Confidence Sequences*, 2024: theorem 2.2 for the interval, appendix B.2 for ρ. Like every
/// central limit theorem it wants some blocks first.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceSequence {
    /// The square of ρ, which says for how many blocks the intervals are tightest.
    rho2: f64,
}

/// How often one of the intervals may leave out the true mean.
const ALPHA: f64 = 0.05;

impl ConfidenceSequence {
    /// Before so many blocks there is no interval.
    pub const LEAST: u64 = 20;

    /// The sequence that is tightest at about so many blocks.
    pub fn tightest_at(blocks: u32) -> Self {
        let surprise = -2.0 * ALPHA.ln();
        Self { rho2: (surprise + surprise.ln_1p()) / f64::from(blocks.max(1)) }
    }

    /// The mean of these values with its interval; `None` for fewer than [`Self::LEAST`].
    pub fn estimate(&self, sample: &Sample) -> Option<Estimate> {
        if sample.count < Self::LEAST {
            return None;
        }
        let count = sample.count as f64;
        let spread = count * self.rho2 + 1.0;
        let square = 2.0 * spread * (spread.sqrt() / ALPHA).ln() / (count * count * self.rho2);
        let radius = (sample.variance * square).sqrt();
        Some(Estimate { value: sample.mean, interval: Interval::around(sample.mean, radius) })
    }
}
