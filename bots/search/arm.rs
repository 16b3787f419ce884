//! A choice and its statistics, from which upper confidence bounds are computed.

use rand::{RngExt as _, rngs::Xoshiro256PlusPlus};

/// An action of a seat in a position, and its results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arm<A> {
    pub(crate) action: A,
    /// The number of visits. An estimate of the position after the action counts as the first visit.
    pub(crate) visits: u32,
    /// The sum of the seat's shares over all visits.
    pub(crate) sum: f64,
}

impl<A> Arm<A> {
    pub(crate) const fn untried(action: A) -> Self {
        Self { action, visits: 0, sum: 0.0 }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    pub(crate) fn note(&mut self, share: f64) {
        self.visits += 1;
        self.sum += share;
    }
}

/// Returns the approximate natural logarithm, linear between powers of 2. The system's logarithm may differ in its last
/// digit between machines, and then the whole search would differ.
fn logarithm(number: u32) -> f64 {
    let whole = number.ilog2();
    let rest = f64::from(number) / f64::from(1 << whole) - 1.0;
    (f64::from(whole) + rest) * std::f64::consts::LN_2
}

/// Returns the arm with the greatest upper confidence bound (UCB1), random among equals. An unvisited arm comes first.
pub(crate) fn most_promising<A>(arms: &[Arm<A>], exploration: f64, lots: &mut Xoshiro256PlusPlus) -> usize {
    let visits: u32 = arms.iter().map(|arm| arm.visits).sum();
    let log = logarithm(visits.max(1));
    let bound = |arm: &Arm<A>| match arm.visits {
        0 => f64::INFINITY,
        visits => arm.mean() + exploration * (log / f64::from(visits)).sqrt(),
    };
    let (mut best, mut most, mut equals) = (0, f64::NEG_INFINITY, 1_u32);
    for (place, arm) in arms.iter().enumerate() {
        let bound = bound(arm);
        if bound > most {
            (best, most, equals) = (place, bound, 1);
        } else if bound == most {
            equals += 1;
            if lots.random_range(0..equals) == 0 {
                best = place;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_enough() {
        for number in 1..100_000 {
            assert!((logarithm(number) - f64::from(number).ln()).abs() < 0.06, "{number}");
        }
    }
}
