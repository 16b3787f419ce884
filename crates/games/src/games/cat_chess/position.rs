//! The position; `text` writes and reads it.

use super::{Acted, Cat, CatId, Heights, Letter, Letters, Peaks, Phase, Sheet};
use crate::{
    board::hex::SpaceSet,
    game::{BySeat, Seat, SeatSet},
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// `tiles`: how many there are, before they are rounded down to a multiple of the seats.
    pub tiles: u32,
    /// `maxrounds`: how many rounds are played.
    pub max_rounds: u32,
    /// `peaks`: which held peaks count.
    pub peaks: Holding,
}

/// Which peaks count for a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holding {
    /// Those held since the end of the last turn.
    Plain,
    /// Of these those that no opponent observes.
    Contested,
}

/// A position of Cat Chess.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CatChess {
    pub(super) heights: Heights,
    pub(super) cats: BySeat<[Cat; 3]>,
    pub(super) phase: Phase,
    /// Whose turn it is; during setup, who places something.
    pub(super) owner: Seat,
    /// What the owner's cats have done; nothing during setup.
    pub(super) acted: Acted,
    /// From 1; 0 during setup.
    pub(super) round: u32,
    /// The peaks that each seat has held since the end of its last turn.
    pub(super) held: BySeat<Peaks>,
    pub(super) vacant: SeatSet,
    pub(super) options: Options,
}

impl CatChess {
    /// How high each space is.
    pub const fn heights(&self) -> &Heights {
        &self.heights
    }

    /// A cat.
    ///
    /// # Panics
    /// If the table has no such seat.
    pub fn cat(&self, id: CatId) -> &Cat {
        &self.cats[id.seat][id.letter as usize]
    }

    pub(super) fn cat_mut(&mut self, id: CatId) -> &mut Cat {
        &mut self.cats[id.seat][id.letter as usize]
    }

    /// A seat's cats by their letters.
    pub(super) fn own(&self, seat: Seat) -> impl Iterator<Item = (Letter, &Cat)> {
        Letter::ALL.into_iter().zip(&self.cats[seat])
    }

    /// Every cat of the table, in or out of play.
    pub fn cats(&self) -> impl Iterator<Item = (CatId, &Cat)> {
        self.cats.iter().flat_map(|(seat, cats)| {
            Letter::ALL.into_iter().zip(cats).map(move |(letter, cat)| (CatId { seat, letter }, cat))
        })
    }

    /// What the position waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; during setup, who places something.
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// What the owner's cats have done in this turn.
    pub const fn acted(&self) -> &Acted {
        &self.acted
    }

    /// The round, from 1; 0 during setup.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The peaks that a seat has held since the end of its last turn.
    ///
    /// # Panics
    /// If the table has no such seat.
    pub fn held(&self, seat: Seat) -> Peaks {
        self.held[seat]
    }

    /// A seat's cats that are out of play.
    pub fn out_of_play(&self, seat: Seat) -> Letters {
        self.own(seat).filter(|(_, cat)| cat.place.is_none()).map(|(letter, _)| letter).collect()
    }

    /// A seat's misto, if it has it and it is out of play.
    pub(super) fn misto_out(&self, seat: Seat) -> Option<Letter> {
        let misto = self.own(seat).find(|(_, cat)| cat.sheet == Sheet::Misto && cat.place.is_none());
        misto.map(|(letter, _)| letter)
    }

    /// Where cats stand.
    pub(super) fn occupied(&self) -> SpaceSet {
        self.cats.values().flatten().filter_map(Cat::space).collect()
    }

    /// The peaks that a seat's cats stand on.
    pub(super) fn stood_on(&self, seat: Seat) -> Peaks {
        self.cats[seat].iter().filter_map(Cat::space).fold(Peaks::NONE, |peaks, space| peaks.with(Peaks::on(space)))
    }

    /// How high a cat stands; `None` out of play.
    pub fn height(&self, id: CatId) -> Option<u8> {
        self.cat(id).space().map(|space| self.heights.at(space))
    }
}
