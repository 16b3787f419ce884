//! The likeliest distribution over some values under the condition that its mean is 0.

/// The most steps of a search: more than the binary digits of a double.
const STEPS: usize = 100;

/// The search for a [`Tilt`] ends with a change up to this part of its distance from the poles. The error of Newton's
/// method is of its square.
const EXACT: f64 = 1e-12;

/// The tilt θ of the likeliest distribution with mean 0 over some values: the frequency of each value is divided by
/// 1 + θ·value. (Michel Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial.pdf, Proposition 1.1.)
///
/// The mean has poles at the two ends of θ, and falls from +∞ to −∞ between them. θ is measured from the pole on its
/// side of 0: if nearly all values are equal, it lies so close to the pole that its own digits would not tell the
/// distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tilt {
    /// The value whose divisor is 0 at the pole.
    pole: f64,
    distance: f64,
}

impl Tilt {
    /// The tilt of these values, each with its weight, by Newton's method between bisections. `None` unless they have
    /// both signs.
    pub(super) fn of(values: &[(f64, f64)]) -> Option<Self> {
        let [least, most] = range(values.iter().map(|&(u, _)| u));
        if !(least < 0.0 && 0.0 < most) {
            return None;
        }
        let pole = if values.iter().map(|&(u, weight)| u * weight).sum::<f64>() > 0.0 { least } else { most };
        let mut tilt = Self { pole, distance: 1.0 / pole };
        let (mut near, mut far) = (0.0, tilt.distance);
        for _ in 0..STEPS {
            let (mean, slope) = values.iter().fold((0.0, 0.0), |(mean, slope), &(u, weight)| {
                let part = u / tilt.divisor(u);
                (mean + weight * part, slope + weight * part * part)
            });
            *(if (mean > 0.0) == (pole > 0.0) { &mut near } else { &mut far }) = tilt.distance;
            let newton = tilt.distance + mean / slope;
            let is_between = (near < newton && newton < far) || (far < newton && newton < near);
            let next = if is_between { newton } else { (near + far) / 2.0 };
            let change = (next - tilt.distance).abs();
            tilt.distance = next;
            let from_poles = [least, most].map(|u| (tilt.divisor(u) / u).abs());
            if change <= EXACT * from_poles[0].min(from_poles[1]) {
                break;
            }
        }
        Some(tilt)
    }

    /// The number by which the frequency of this value is divided.
    pub(super) fn divisor(self, value: f64) -> f64 {
        (self.pole - value) / self.pole + self.distance * value
    }

    /// θ, as measured from 0.
    pub(super) fn theta(self) -> f64 {
        self.distance - 1.0 / self.pole
    }
}

/// The least and the greatest of these values.
pub(super) fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| [least.min(value), most.max(value)])
}

/// The likeliest probabilities of these shares, given their frequencies, if the mean of `condition` is 0. `None` if no
/// probabilities do that.
pub(super) fn tilted(shares: &[(f64, f64)], condition: impl Fn(f64) -> f64) -> Option<Vec<f64>> {
    let values: Vec<(f64, f64)> = shares.iter().map(|&(share, p)| (condition(share), p)).collect();
    let tilt = Tilt::of(&values)?;
    Some(values.iter().map(|&(value, p)| p / tilt.divisor(value)).collect())
}
