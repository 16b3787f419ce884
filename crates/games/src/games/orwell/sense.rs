//! A quick judgement of a position for search: material.

use super::{Kind, Orwell, Owner};
use crate::game::{
    MAX_SEATS,
    sense::{Playout, Sense, Shares, in_proportion},
};

impl Sense for Orwell {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 8 };

    /// Shares in proportion to the square of the material, because the leader can take what the others need.
    fn judge(&self) -> Option<Shares> {
        let mut strengths = [0.0; MAX_SEATS];
        for owner in Owner::ALL {
            let own = self.owned(owner);
            let count = |kind| (self.of(kind) & own).len() as f64;
            let strength: f64 = Kind::ALL.into_iter().map(|kind| f64::from(kind.worth()) * count(kind)).sum();
            strengths[owner.seat().index()] = strength * strength;
        }
        Some(in_proportion(strengths))
    }
}
