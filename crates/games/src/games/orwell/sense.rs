//! A quick judgement of a position for search: material.

use super::{Kind, Orwell, Owner};
use crate::game::{
    MAX_SEATS,
    sense::{Playout, Sense, Shares, in_proportion},
};

/// The worth of a man, in Berlinpeonos. Royals are worth most, because the owner of all three wins.
const fn worth(kind: Kind) -> f64 {
    match kind {
        Kind::Up | Kind::Down => 1.0,
        Kind::Dabbabah => 2.0,
        Kind::Pao => 3.0,
        Kind::Jugyo => 4.0,
        Kind::Gryphon => 8.0,
        Kind::Raja => 15.0,
        Kind::Maharaja => 25.0,
    }
}

impl Sense for Orwell {
    const PLAYOUT: Playout = Playout { decisions: 4, candidates: 8 };

    /// Shares in proportion to the square of the material, because the leader can take what the others need.
    fn judge(&self) -> Option<Shares> {
        let mut strengths = [0.0; MAX_SEATS];
        for owner in Owner::ALL {
            let own = self.owned(owner);
            let count = |kind| (self.of(kind) & own).len() as f64;
            let strength: f64 = Kind::ALL.into_iter().map(|kind| worth(kind) * count(kind)).sum();
            strengths[owner.seat().index()] = strength * strength;
        }
        Some(in_proportion(strengths))
    }
}
