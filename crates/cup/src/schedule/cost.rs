//! What speaks against a pairing, the weightiest first.

use std::ops;

/// How many things can speak against a pairing.
pub(super) const PARTS: usize = 6;

/// A cost of several parts, of which the first in which two costs differ decides. Parts are added each for itself, so
/// that no part, however often it is added, weighs as much as the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Cost(pub(super) [i64; PARTS]);

impl Cost {
    pub(super) const ZERO: Self = Self([0; PARTS]);

    fn with(self, other: Self, join: impl Fn(i64, i64) -> i64) -> Self {
        Self(std::array::from_fn(|part| join(self.0[part], other.0[part])))
    }

    /// Twice as much.
    pub(super) fn doubled(self) -> Self {
        self + self
    }

    /// Half of a cost whose parts are even.
    pub(super) fn halved(self) -> Self {
        debug_assert!(self.0.iter().all(|part| part % 2 == 0), "{self:?} has no half");
        Self(self.0.map(|part| part / 2))
    }
}

impl ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }
}

impl ops::Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.with(other, |one, other| one - other)
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::ZERO, ops::Add::add)
    }
}
