//! The cost of a pairing: the objections to it, weightiest first.

use std::ops;

const PARTS: usize = 6;

/// A cost of several parts, compared part by part. The first difference decides. Parts are added separately, so no sum
/// of a later part ever outweighs an earlier part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Cost(pub(super) [i64; PARTS]);

impl Cost {
    pub(super) const ZERO: Self = Self([0; PARTS]);

    fn with(self, other: Self, join: impl Fn(i64, i64) -> i64) -> Self {
        Self(std::array::from_fn(|part| join(self.0[part], other.0[part])))
    }

    pub(super) fn doubled(self) -> Self {
        self + self
    }

    /// Half of the cost. All its parts must be even.
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
