//! A Brownian motion between two bounds: the log likelihood ratio of a sequential test in continuous time.

use statrs::distribution::{Continuous as _, ContinuousCDF as _, Normal};

/// A part of a probability below this number is 0.
const NOTHING: f64 = 1e-13;

/// Above this place the tail of the normal distribution is computed by its expansion.
const TAIL: f64 = 25.0;

/// A Brownian motion with variance 1 that starts at 0 and ends at the first bound that it reaches. (David Cox and Hilton
/// Miller, *The Theory of Stochastic Processes*, 1965, § 5.7.)
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    /// The lower bound, not above 0, and the upper bound, not below 0.
    pub(super) bounds: [f64; 2],
    pub(super) drift: f64,
}

impl Motion {
    /// The probabilities that the motion has ended by this time at the lower bound, and at the upper bound.
    pub(super) fn ended(self, time: f64) -> [f64; 2] {
        if time <= 0.0 {
            return [0.0; 2];
        }
        let root = time.sqrt();
        let bounds @ [lower, upper] = self.bounds.map(|bound| bound / root);
        let unit = Self { bounds, drift: self.drift * root };
        [1.0 - unit.as_good(lower), unit.as_good(upper)]
    }

    /// The probability that by time 1 the motion has ended at the upper bound, or is open and at `place` or above. At
    /// the lower bound: the probability that it has not ended there.
    ///
    /// The probability without bounds, plus that of having met the upper bound before a place below, minus that of
    /// having met the lower bound before a place above. Both are sums over images of the motion, by reflection.
    pub(super) fn as_good(self, place: f64) -> f64 {
        let Self { bounds: [lower, upper], drift } = self;
        let width = upper - lower;
        let mut sum = below(drift - place);
        let mut start = 0.0;
        loop {
            let high = image(2.0 * upper + start, place, drift);
            let low = image(start - 2.0 * lower, -place, -drift);
            start += 2.0 * width;
            let (high_again, low_again) = (image(start, place, drift), image(start, -place, -drift));
            sum += high - high_again - low + low_again;
            if high + low < NOTHING || width <= 0.0 {
                return sum.clamp(0.0, 1.0);
            }
        }
    }
}

/// The probability that a motion with this drift, which met its image from `start`, is at `place` or below.
fn image(start: f64, place: f64, drift: f64) -> f64 {
    let far = start + drift - place;
    if far < TAIL {
        let factor = drift * start;
        return if factor < -700.0 { 0.0 } else { factor.exp() * below(-far) };
    }
    let squares = drift * place - drift * drift / 2.0 - (start - place).powi(2) / 2.0;
    squares.exp() * Normal::standard().pdf(0.0) * (1.0 - far.powi(-2)) / far
}

fn below(place: f64) -> f64 {
    Normal::standard().cdf(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wald's identities: with drift ½ and symmetric bounds ±ln 19, 95 % end at the upper bound.
    #[test]
    fn a_motion_ends_where_wald_says() {
        let bound = 19_f64.ln();
        for (drift, upper) in [(0.5, 0.95), (0.0, 0.5), (-0.5, 0.05)] {
            let [low, high] = Motion { bounds: [-bound, bound], drift }.ended(1e4);
            assert!((high - upper).abs() < 1e-6 && (low + high - 1.0).abs() < 1e-6, "{drift}: {low} {high}");
        }
    }

    /// With one bound, the chance to have reached it is that of the inverse Gaussian distribution. A higher end is less
    /// likely than a lower one, up to the bounds, and far from them nothing but the normal distribution counts.
    #[test]
    fn an_end_as_good_is_less_likely_the_better_it_is() {
        for drift in [-2.0, 0.0, 0.7, 6.0, 30.0] {
            let bounds = [-40.0, 2.0];
            let reached = below(drift - 2.0) + (2.0_f64 * 2.0 * drift).exp() * below(-drift - 2.0);
            let found = Motion { bounds, drift }.as_good(2.0);
            assert!((found - reached).abs() < 1e-9, "{drift}: {found} {reached}");
            let as_good = |place: f64| Motion { bounds: [-1.5, 2.0], drift }.as_good(place);
            let chances: Vec<f64> = (-3..=4).map(|halves| as_good(f64::from(halves) / 2.0)).collect();
            assert!(chances.is_sorted_by(|better, good| better >= good), "{drift}: {chances:?}");
            let far = Motion { bounds: [-1e4, 1e4], drift }.as_good(drift + 1.0);
            assert!((far - below(-1.0)).abs() < 1e-9, "{drift}: {far}");
        }
    }
}
