//! A Brownian motion between two bounds: the log likelihood ratio of a sequential test in continuous time.

use std::f64::consts::PI;

use statrs::distribution::{ContinuousCDF as _, Normal};

/// The number of terms of a series. The terms fall as fast as a normal density.
const TERMS: u32 = 1000;

/// The chance that a motion ends before this time is taken as 0.
const SOON: f64 = 1e-3;

/// If the drift times the distance between the bounds exceeds this number, only the bound in the drift's direction
/// counts.
const FAR: f64 = 30.0;

/// The exponent above which a product with a normal tail is 0.
const HUGE: f64 = 600.0;

/// The number of strips of an integral.
const STRIPS: u32 = 200;

/// A Brownian motion with variance 1 that starts at 0 and ends at the first bound that it reaches. (David Cox and Hilton
/// Miller, *The Theory of Stochastic Processes*, 1965, § 5.7.)
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    /// The lower bound, below 0, and the upper bound, above 0.
    pub(super) bounds: [f64; 2],
    pub(super) drift: f64,
}

impl Motion {
    /// The probabilities that the motion has ended by this time at the lower bound, and at the upper bound.
    pub(super) fn ended(self, time: f64) -> [f64; 2] {
        if time < SOON {
            return [0.0; 2];
        }
        let [lower, upper] = self.bounds;
        let (drift, width, start) = (self.drift, upper - lower, -lower);
        if drift.abs() * width > FAR {
            let reached = reached(if drift > 0.0 { upper } else { start }, drift.abs(), time);
            return if drift > 0.0 { [0.0, reached] } else { [reached, 0.0] };
        }
        // The probability to end at the upper bound at any time.
        let ever = if drift.abs() < 1e-9 {
            start / width
        } else {
            (-2.0 * drift * start).exp_m1() / (-2.0 * drift * width).exp_m1()
        };
        let later = |to_upper: bool| {
            let term = |k: u32| {
                let wave = f64::from(k) * PI / width;
                let sign = if to_upper && k.is_multiple_of(2) { -1.0 } else { 1.0 };
                sign * (wave * start).sin() * wave / (drift * drift + wave * wave) * (-wave * wave * time / 2.0).exp()
            };
            let to = if to_upper { upper } else { lower };
            2.0 / width * (drift * to - drift * drift * time / 2.0).exp() * (1..=TERMS).map(term).sum::<f64>()
        };
        [1.0 - ever - later(false), ever - later(true)].map(|part| part.clamp(0.0, 1.0))
    }

    /// The probability that the motion has not ended by this time, and is at `place` or above. The density between the
    /// bounds is integrated by Simpson's rule.
    pub(super) fn above(self, place: f64, time: f64) -> f64 {
        let [lower, upper] = self.bounds;
        let (drift, width, start) = (self.drift, upper - lower, -lower);
        let place = place.clamp(lower, upper);
        let terms: Vec<(f64, f64)> = (1..=TERMS)
            .map(|k| f64::from(k) * PI / width)
            .map(|wave| (wave, (wave * start).sin() * (-wave * wave * time / 2.0).exp()))
            .take_while(|(wave, _)| wave * wave * time / 2.0 < HUGE)
            .collect();
        let density = |at: f64| {
            let sum: f64 = terms.iter().map(|(wave, part)| part * (wave * (at - lower)).sin()).sum();
            2.0 / width * (drift * at - drift * drift * time / 2.0).exp() * sum
        };
        let strip = (upper - place) / f64::from(STRIPS);
        let weight = |number: u32| match number {
            0 | STRIPS => 1.0,
            _ if number.is_multiple_of(2) => 2.0,
            _ => 4.0,
        };
        let sum: f64 = (0..=STRIPS).map(|number| weight(number) * density(place + strip * f64::from(number))).sum();
        (sum * strip / 3.0).clamp(0.0, 1.0)
    }
}

/// The probability that a motion with a drift towards its only bound has reached the bound by this time (the
/// distribution of the inverse Gaussian).
fn reached(bound: f64, drift: f64, time: f64) -> f64 {
    let normal = Normal::standard();
    let back = 2.0 * drift * bound;
    let mirrored = if back < HUGE { back.exp() * normal.cdf(-(drift * time + bound) / time.sqrt()) } else { 0.0 };
    normal.cdf((drift * time - bound) / time.sqrt()) + mirrored
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

    #[test]
    fn a_motion_is_somewhere_at_any_time() {
        for drift in [-0.7, 0.0, 0.4, 2.0] {
            for time in [0.5, 3.0, 12.0] {
                let motion = Motion { bounds: [-2.5, 3.5], drift };
                let [low, high] = motion.ended(time);
                let open = motion.above(-2.5, time);
                assert!((low + high + open - 1.0).abs() < 1e-4, "{drift} {time}: {low} {high} {open}");
                assert!(motion.above(1.0, time) < open);
            }
        }
    }

    /// The series and the single bound agree where both hold.
    #[test]
    fn a_fast_motion_ends_at_the_bound_ahead() {
        let bounds = [-3.0, 3.0];
        for time in [0.3, 0.6, 1.0] {
            let [_, series] = Motion { bounds, drift: 4.9 }.ended(time);
            assert!((series - reached(3.0, 4.9, time)).abs() < 1e-4, "{time}: {series}");
        }
    }
}
