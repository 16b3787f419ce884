//! Setup: the deal, and the rounds before the first turn.

use std::num::NonZeroU32;

use super::{Acted, Cat, CatChess, Counter, Heights, Options, Peaks, Phase, Sheet};
use crate::{
    board::hex::SpaceSet,
    game::{BySeat, Seat, SeatSet, Seed, Stream},
};

/// Rules page, Counters: the number of counters of a kind that each player puts.
pub(super) const EACH: usize = 5;

/// The sheets of each seat. Rules page, Chance: key `deal`, three for each seat in order.
fn deal(seats: u8, seed: &Seed) -> BySeat<[Sheet; 3]> {
    let mut sheets = Sheet::ALL;
    Stream::new(seed, "deal").shuffle(&mut sheets);
    let (threes, _) = sheets.as_chunks();
    BySeat::new(seats, |seat| threes[seat.index()])
}

impl CatChess {
    pub(super) fn dealt(options: &Options, seats: u8, seed: &Seed) -> Self {
        Self {
            heights: Heights::of_hills(),
            cats: deal(seats, seed).map(|_, sheets| sheets.map(Cat::new)),
            phase: Phase::Style,
            owner: Seat::ONE,
            acted: Acted::default(),
            round: 0,
            held: BySeat::new(seats, |_| Peaks::NONE),
            vacant: SeatSet::EMPTY,
            options: *options,
        }
    }

    /// The number of counters of a kind that a seat has put; `None` if counters that its sheets start with are missing.
    pub(super) fn counters_put(&self, seat: Seat, counter: Counter) -> Option<usize> {
        let cats = &self.cats[seat];
        let there: usize = cats.iter().map(|cat| cat.cells.count(counter)).sum();
        let at_start: usize = cats.iter().map(|cat| cat.sheet.cells_at_start().count(counter)).sum();
        there.checked_sub(at_start)
    }

    pub(super) fn due_counter(&self) -> Option<Counter> {
        let due = [(Phase::Style, Counter::Style), (Phase::Presence, Counter::Presence)];
        due.into_iter().find(|(phase, _)| *phase == self.phase).map(|(_, counter)| counter)
    }

    /// Rules page, Placement: the lowest of the open spaces.
    pub(super) fn lowest_open(&self) -> SpaceSet {
        let open = self.open(self.owner);
        let lowest = open.iter().map(|space| self.heights.at(space)).min();
        open.iter().filter(|&space| Some(self.heights.at(space)) == lowest).collect()
    }

    /// Continues setup after a tile. `left` still counts this tile.
    pub(super) fn tile_put(&mut self, left: NonZeroU32) {
        match NonZeroU32::new(left.get() - 1) {
            None => self.begin(Phase::Cats),
            Some(left) => {
                self.phase = Phase::Tiles(left);
                self.set_up_on();
            }
        }
    }

    /// Rules page, Setup: the next seat does one thing, or the next part begins.
    pub(super) fn set_up_on(&mut self) {
        let next = self.next_seat();
        let more = |counter| self.counters_put(next, counter).is_some_and(|put| put < EACH);
        let tiles = self.options.tiles - self.options.tiles % u32::from(self.cats.seats());
        match self.phase {
            Phase::Style if more(Counter::Style) => self.owner = next,
            Phase::Style => self.begin(Phase::Presence),
            Phase::Presence if more(Counter::Presence) => self.owner = next,
            Phase::Presence => self.begin(NonZeroU32::new(tiles).map_or(Phase::Cats, Phase::Tiles)),
            Phase::Tiles(_) => self.owner = next,
            Phase::Cats | Phase::Face(_) if !self.out_of_play(next).is_empty() => {
                self.owner = next;
                self.phase = Phase::Cats;
            }
            Phase::Cats | Phase::Face(_) => {
                self.begin(Phase::Turn);
                self.round = 1;
            }
            Phase::Turn
            | Phase::Return
            | Phase::Misto
            | Phase::Challenge { .. }
            | Phase::Step { .. }
            | Phase::Coin { .. } => {}
        }
    }

    /// Rules page, Vacated seats: each part of setup, and round 1, begins with the lowest seat not vacated.
    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.owner = (SeatSet::all(self.cats.seats()) - self.vacant).first().unwrap_or(self.owner);
    }
}
