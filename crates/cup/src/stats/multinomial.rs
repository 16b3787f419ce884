//! The likeliest probabilities of the shares of a block, under a condition. (Michel Van den Bergh,
//! cantate.be/Fishtest/support_MLE_multinomial.pdf.)

use super::{BlockResults, likelihood::range};

/// The most bisections for a root: more than the binary digits of a double.
const BISECTIONS: usize = 200;

/// The possible shares with their frequencies, and the number of blocks.
pub(super) fn frequencies(results: &BlockResults) -> (Vec<(f64, f64)>, f64) {
    let mut shares = results.regularized();
    let blocks: f64 = shares.iter().map(|(_, count)| count).sum();
    shares.iter_mut().for_each(|(_, weight)| *weight /= blocks);
    (shares, blocks)
}

/// The variance of the likeliest shares of a block with this mean. 0 at the least and the greatest share.
pub(super) fn variance_at(results: &BlockResults, mean: f64) -> f64 {
    if !(0.0 < mean && mean < 1.0) {
        return 0.0;
    }
    let (shares, _) = frequencies(results);
    let likeliest = with_mean(&shares, mean);
    moments(shares.iter().zip(likeliest).map(|(&(share, _), p)| (share, p))).1
}

/// The likeliest probabilities of these shares, given their frequencies, if the mean is `mean`.
pub(super) fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    tilted(shares, &shares.iter().map(|(share, _)| share - mean).collect::<Vec<_>>())
}

/// The mean and variance of values with these probabilities.
pub(super) fn moments(values: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let mean = values.clone().map(|(value, p)| p * value).sum();
    (mean, values.map(|(value, p)| p * (value - mean).powi(2)).sum())
}

/// The likeliest probabilities, given the frequency of each value, if the mean of `condition` is 0. Each frequency is
/// divided by 1 + θ·condition, with the θ that makes the mean 0. (Proposition 1.1.) The mean has poles at the two ends
/// of θ, and falls from +∞ to −∞ between them. θ is measured from the nearer pole: if nearly all shares are equal, θ
/// lies so close to a pole that its own digits would not tell the distance.
pub(super) fn tilted(shares: &[(f64, f64)], condition: &[f64]) -> Vec<f64> {
    let [least, greatest] = range(condition.iter().copied());
    let mean = |divisor: &dyn Fn(f64) -> f64| -> f64 {
        shares.iter().zip(condition).map(|((_, p), &c)| p * c / divisor(c)).sum()
    };
    let middle = -(1.0 / greatest + 1.0 / least) / 2.0;
    let pole = if mean(&|c| 1.0 + middle * c) > 0.0 { least } else { greatest };
    let divisor = |distance: f64, c: f64| (pole - c) / pole + distance * c;
    let (mut near, mut far) = (0.0, middle + 1.0 / pole);
    let mut distance = far / 2.0;
    for _ in 0..BISECTIONS {
        let is_near = (mean(&|c| divisor(distance, c)) > 0.0) == (pole > 0.0);
        if is_near {
            near = distance
        } else {
            far = distance
        }
        distance = (near + far) / 2.0;
        if distance == near || distance == far {
            break;
        }
    }
    shares.iter().zip(condition).map(|((_, p), &c)| p / divisor(distance, c)).collect()
}
