//! The ratio of two means that are measured in the same blocks.

use super::{Estimate, Sample};

/// The ratio of two means. Each block has the sum and the number of the values of the first mean, then those of the
/// second. The values of a block may depend on each other, those of different blocks may not. `None` for fewer than two
/// blocks, or if a mean is not above 0.
///
/// The interval is that of the jackknife on the logarithm, with Student's quantile (Tukey 1958; Efron and Tibshirani
/// 1993, chapter 11).
pub fn ratio_of_means(blocks: &[[f64; 4]]) -> Option<Estimate> {
    let mut all = [0.0; 4];
    for block in blocks {
        all = std::array::from_fn(|index| all[index] + block[index]);
    }
    let log = |[sum, count, other, of_other]: [f64; 4]| {
        let ratio = (sum / count / (other / of_other)).ln();
        ratio.is_finite().then_some(ratio)
    };
    let whole = log(all)?;
    let size = blocks.len() as f64;
    let without = |block: &[f64; 4]| log(std::array::from_fn(|index| all[index] - block[index]));
    let values: Option<Vec<f64>> =
        blocks.iter().map(|block| Some(size * whole - (size - 1.0) * without(block)?)).collect();
    let estimate = Sample::of(values?)?.estimate()?;
    Some(estimate.map(|end| (end - estimate.value + whole).exp()))
}
