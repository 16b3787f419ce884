//! The course and the end of a turn, and the end of the game.

use super::{Acted, Cat, CatChess, CatId, Deed, Holding, Letter, Letters, Peaks, Phase};
use crate::game::{Outcome, Score, Seat, SeatSet};

impl CatChess {
    /// The seat after the owner that is not vacated; the owner himself if no other is left.
    pub(super) fn next_seat(&self) -> Seat {
        let left = SeatSet::all(self.cats.seats()) - self.vacant;
        left.iter().find(|seat| *seat > self.owner).or_else(|| left.first()).unwrap_or(self.owner)
    }

    /// Returns true if the turn is at its start, so that cats may come back.
    pub(super) fn at_start_of_turn(&self) -> bool {
        self.round > 0 && self.phase == Phase::Turn && self.acted.is_fresh()
    }

    /// The end of the game. `None` unless it ends at the start of this turn. Rules page, End and Turn.
    pub(super) fn end(&self) -> Option<Outcome> {
        if !self.at_start_of_turn() {
            return None;
        }
        let seats = self.cats.seats();
        // A turn of round `maxrounds` + 1 does not start, so nobody wins by it.
        if self.round > self.options.max_rounds {
            return Some(Outcome { reason: "limit", score: Score::split(seats, SeatSet::all(seats) - self.vacant) });
        }
        let held = self.held[self.owner];
        if held.len() < 2 {
            return None;
        }
        let counts = |space| match self.options.peaks {
            Holding::Plain => true,
            Holding::Contested => self.observers(self.owner, space) == 0,
        };
        (held.spaces().filter(|&space| counts(space)).count() >= 2)
            .then(|| Outcome { reason: "peaks", score: Score::win(seats, self.owner) })
    }

    /// The owner's cats that are in play and have this deed.
    fn having(&self, deed: Deed) -> Letters {
        let fits = |(letter, _): &(Letter, _)| self.acted.of(*letter) == deed;
        self.own(self.owner).filter(|(_, cat)| cat.place.is_some()).filter(fits).map(|(letter, _)| letter).collect()
    }

    /// The owner's cats that are still to act.
    pub(super) fn to_act(&self) -> Letters {
        self.having(Deed::NotYet)
    }

    /// Rules page, Turning: the owner's cats in play that did not preen, after all have acted.
    pub(super) fn to_turn(&self) -> Letters {
        self.having(Deed::Acted)
    }

    /// Continues the turn after a cat has acted and the consequences are done.
    pub(super) fn go_on(&mut self) {
        if !self.to_act().is_empty() {
            self.phase = Phase::Turn;
        } else if self.to_turn().is_empty() {
            self.after_turning();
        } else {
            self.phase = Phase::Face(self.to_turn());
        }
    }

    /// Continues the game after cats were turned. A misto that has just come back is not out of play, so the turn ends.
    pub(super) fn faced(&mut self) {
        if self.round == 0 {
            self.set_up_on();
        } else if !self.acted.is_fresh() {
            self.after_turning();
        } else if self.out_of_play(self.owner).is_empty() {
            self.end_turn();
        } else {
            self.phase = Phase::Return;
        }
    }

    /// Rules page, Return of misto.
    fn after_turning(&mut self) {
        if self.misto_out(self.owner).is_some() {
            self.phase = Phase::Misto;
        } else {
            self.end_turn();
        }
    }

    /// Rules page, Held peaks: at the end of a turn, the peaks that the player's cats stand on are noted as held.
    pub(super) fn end_turn(&mut self) {
        self.held[self.owner] = self.stood_on(self.owner);
        self.next_turn();
    }

    /// Starts the turn of the next seat. Rules page, End: the round grows if that is the same seat or a lower one.
    fn next_turn(&mut self) {
        let next = self.next_seat();
        self.round += u32::from(next <= self.owner);
        self.owner = next;
        self.acted = Acted::default();
        self.phase = Phase::Turn;
    }

    /// Rules page, Vacated seats: the effects of vacating a seat.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.cats[seat].iter_mut().for_each(Cat::leave);
        self.held[seat] = Peaks::NONE;
        self.vacant.insert(seat);
        if seat != self.owner {
            if self.pair().is_some_and(|pair| pair.iter().any(|cat| cat.seat == seat)) {
                self.go_on();
            }
        } else if self.round == 0 {
            self.set_up_on();
        } else {
            self.next_turn();
        }
    }

    /// The two cats of a challenge, a step or a coin.
    pub(super) const fn pair(&self) -> Option<[CatId; 2]> {
        if let Phase::Challenge { challenger: one, defender: other, .. }
        | Phase::Coin { challenger: one, defender: other }
        | Phase::Step { cat: one, from: other } = self.phase
        {
            Some([one, other])
        } else {
            None
        }
    }
}
