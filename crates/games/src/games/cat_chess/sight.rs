//! The spaces that cats observe.

use super::{Cat, CatChess, CatId, land};
use crate::{
    board::hex::{Space, SpaceSet},
    game::Seat,
};

/// The spaces that a seat's opponents observe.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Watch {
    /// The spaces observed by any cat.
    pub(super) observed: SpaceSet,
    /// The spaces observed by a cat that stands as high as the space, or higher.
    pub(super) barred: SpaceSet,
    /// The spaces observed by a cat that stands higher than the space.
    pub(super) menaced: SpaceSet,
}

impl CatChess {
    /// The spaces that a cat observes. Rules page, Observing: a space in the cat's arc at distance 1 or 2 (for ispex
    /// also 3), if on some shortest path no space in between is higher than both ends.
    pub(super) fn seen_by(&self, cat: &Cat) -> impl Iterator<Item = Space> {
        let (reach, heights) = (cat.reach(), &self.heights);
        let arc = cat.place.map(|place| (place.space, cat.arc(place.facing), heights.at(place.space)));
        arc.into_iter().flat_map(move |(from, arc, own)| {
            let clear = move |to: Space| {
                let most = own.max(heights.at(to));
                move |between: Space| heights.at(between) <= most
            };
            land().sights(from, arc, reach).filter(move |sight| sight.is_clear(clear(sight.to))).map(|sight| sight.to)
        })
    }

    /// The spaces that a cat observes. Empty if the cat is out of play. Panics if the table has no such seat.
    pub fn seen(&self, observer: CatId) -> SpaceSet {
        self.seen_by(self.cat(observer)).collect()
    }

    /// Returns true if a cat observes a space. Panics if the table has no such seat.
    pub fn observes(&self, observer: CatId, space: Space) -> bool {
        self.seen_by(self.cat(observer)).any(|seen| seen == space)
    }

    /// The number of cats of a seat's opponents that observe a space.
    pub(super) fn observers(&self, seat: Seat, space: Space) -> usize {
        self.opponents(seat).filter(|(_, cat)| self.seen_by(cat).any(|seen| seen == space)).count()
    }

    pub(super) fn opponents(&self, seat: Seat) -> impl Iterator<Item = (CatId, &Cat)> {
        self.cats().filter(move |(id, _)| id.seat != seat)
    }

    pub(super) fn watch(&self, seat: Seat) -> Watch {
        let mut watch = Watch::default();
        for (_, cat) in self.opponents(seat) {
            let Some(from) = cat.space() else { continue };
            let own = self.heights.at(from);
            for space in self.seen_by(cat) {
                watch.observed.insert(space);
                if own >= self.heights.at(space) {
                    watch.barred.insert(space);
                }
                if own > self.heights.at(space) {
                    watch.menaced.insert(space);
                }
            }
        }
        watch
    }

    /// The spaces on which a seat may place a cat: free, and observed by no opponent.
    pub(super) fn open(&self, seat: Seat) -> SpaceSet {
        let all: SpaceSet = land().spaces().collect();
        all - self.occupied() - self.watch(seat).observed
    }
}
