//! A position. Its text is in `text`.

use super::{Acted, Cat, CatId, Heights, Letter, Letters, Peaks, Phase, Sheet};
use crate::{
    board::hex::SpaceSet,
    game::{BySeat, Seat, SeatSet},
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// The option `tiles`: the number of tiles, before it is rounded down to a multiple of the seats.
    pub tiles: u32,
    /// The option `maxrounds`: the number of rounds.
    pub max_rounds: u32,
    /// The option `peaks`: the held peaks that count.
    pub peaks: Holding,
}

/// The held peaks that count for a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holding {
    /// All peaks count that the seat has held since the end of its last turn.
    Plain,
    /// Only held peaks that no opponent observes count.
    Contested,
}

/// A position of Cat Chess.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CatChess {
    pub(super) heights: Heights,
    pub(super) cats: BySeat<[Cat; 3]>,
    pub(super) phase: Phase,
    /// The seat whose turn it is; during setup, the seat that places something.
    pub(super) owner: Seat,
    /// The deeds of the owner's cats; none during setup.
    pub(super) acted: Acted,
    /// The round, from 1; 0 during setup.
    pub(super) round: u32,
    /// The peaks that each seat has held since the end of its last turn.
    pub(super) held: BySeat<Peaks>,
    pub(super) vacant: SeatSet,
    pub(super) options: Options,
}

impl CatChess {
    /// The heights of all spaces.
    pub const fn heights(&self) -> &Heights {
        &self.heights
    }

    /// A cat of the table. Panics if the table has no such seat.
    pub fn cat(&self, id: CatId) -> &Cat {
        &self.cats[id.seat][id.letter as usize]
    }

    pub(super) fn cat_mut(&mut self, id: CatId) -> &mut Cat {
        &mut self.cats[id.seat][id.letter as usize]
    }

    pub(super) fn own(&self, seat: Seat) -> impl Iterator<Item = (Letter, &Cat)> {
        Letter::ALL.into_iter().zip(&self.cats[seat])
    }

    /// All cats of the table, in or out of play.
    pub fn cats(&self) -> impl Iterator<Item = (CatId, &Cat)> {
        self.cats.iter().flat_map(|(seat, cats)| {
            Letter::ALL.into_iter().zip(cats).map(move |(letter, cat)| (CatId { seat, letter }, cat))
        })
    }

    /// The phase of the position.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The peaks that a seat has held since the end of its last turn. Panics if the table has no such seat.
    pub fn held(&self, seat: Seat) -> Peaks {
        self.held[seat]
    }

    /// A seat's cats that are out of play.
    pub fn out_of_play(&self, seat: Seat) -> Letters {
        self.own(seat).filter(|(_, cat)| cat.place.is_none()).map(|(letter, _)| letter).collect()
    }

    /// The letter of a seat's misto if it is out of play. `None` if misto is in play, or the seat has none.
    pub(super) fn misto_out(&self, seat: Seat) -> Option<Letter> {
        let misto = self.own(seat).find(|(_, cat)| cat.sheet == Sheet::Misto && cat.place.is_none());
        misto.map(|(letter, _)| letter)
    }

    pub(super) fn occupied(&self) -> SpaceSet {
        self.cats.values().flatten().filter_map(Cat::space).collect()
    }

    pub(super) fn stood_on(&self, seat: Seat) -> Peaks {
        self.cats[seat].iter().filter_map(Cat::space).fold(Peaks::NONE, |peaks, space| peaks.with(Peaks::on(space)))
    }

    /// The height of a cat's space; `None` out of play.
    pub fn height(&self, id: CatId) -> Option<u8> {
        self.cat(id).space().map(|space| self.heights.at(space))
    }
}
