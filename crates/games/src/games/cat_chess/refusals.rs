//! Refuses positions that can be read but that no game can reach, if that matters for the rest of the game.
//!
//! Rules page, Rulings: heights, counters and observers that nobody would play are accepted.

use super::{Cat, CatChess, CatId, Counter, Deed, Letter, Letters, Peaks, Phase, Sheet, setup::EACH};
use crate::{
    board::hex::SpaceSet,
    game::{PositionError, Seat, SeatSet},
};

type Refused = Result<(), PositionError>;

fn holds(holds: bool, text: &'static str) -> Refused {
    if holds { Ok(()) } else { Err(PositionError::refused(text)) }
}

impl CatChess {
    pub(super) fn refuse(&self) -> Refused {
        let mut sheets = Vec::with_capacity(15);
        let mut spaces = SpaceSet::EMPTY;
        for (_, cat) in self.cats() {
            holds(!sheets.contains(&cat.sheet), "no two cats have the same sheet")?;
            sheets.push(cat.sheet);
            if let Some(space) = cat.space() {
                holds(!spaces.contains(space), "no two cats stand on the same space")?;
                spaces.insert(space);
            }
        }
        self.refuse_vacated()?;
        self.refuse_held()?;
        if self.round == 0 { self.refuse_set_up() } else { self.refuse_turn() }
    }

    fn refuse_vacated(&self) -> Refused {
        holds(SeatSet::all(self.cats.seats()).len() >= self.vacant.len() + 2, "at least two seats are not vacated")?;
        holds(!self.vacant.contains(self.owner), "it is the turn of a seat that is vacated")?;
        let gone = |seat: Seat| self.own(seat).all(|(_, cat)| cat.place.is_none());
        holds(self.vacant.iter().all(gone), "the cats of a seat that is vacated are out of play")
    }

    /// The owner's cats may have left a held peak in this turn, because held peaks are noted at the end of a turn.
    fn refuse_held(&self) -> Refused {
        let fits = |(seat, held): (Seat, &Peaks)| {
            let moved = seat == self.owner && self.round > 0 && !self.acted.is_fresh();
            moved || held.without(self.stood_on(seat)).is_empty()
        };
        holds(self.held.iter().all(fits), "only a seat with a cat on a peak holds it")?;
        holds(self.round > 0 || self.held.values().all(|held| held.is_empty()), "no peak is held during setup")
    }

    /// Returns true if the counts fit seat order with the owner next. Each seat before the owner has done one thing
    /// more than the owner, each seat after the owner as many.
    fn goes_round(&self, done: impl Fn(Seat) -> Option<usize>) -> bool {
        let by_owner = done(self.owner);
        let fits = |seat: Seat| {
            let more = usize::from(seat < self.owner);
            by_owner.is_some_and(|number| done(seat) == Some(number + more))
        };
        (SeatSet::all(self.cats.seats()) - self.vacant).iter().all(fits)
    }

    fn refuse_set_up(&self) -> Refused {
        let placed = |seat: Seat| Letter::ALL.len() - self.out_of_play(seat).len();
        let put = |counter| move |seat| self.counters_put(seat, counter);
        let all_put = |counter, number| {
            (SeatSet::all(self.cats.seats()) - self.vacant).iter().all(|seat| put(counter)(seat) == Some(number))
        };
        let none_placed = self.cats.values().flatten().all(|cat| cat.place.is_none());
        let order = "the seats place counters and cats in seat order, one each";
        match self.phase {
            Phase::Style => {
                let fits = self.goes_round(put(Counter::Style)) && all_put(Counter::Presence, 0);
                holds(fits && put(Counter::Style)(self.owner) < Some(EACH), order)?;
            }
            Phase::Presence => {
                let fits = self.goes_round(put(Counter::Presence)) && all_put(Counter::Style, EACH);
                holds(fits && put(Counter::Presence)(self.owner) < Some(EACH), order)?;
            }
            Phase::Tiles(left) => holds(left.get() <= self.heights.room(), "the land has no room for so many tiles")?,
            Phase::Cats => {
                let fits = self.goes_round(|seat| Some(placed(seat))) && placed(self.owner) < Letter::ALL.len();
                return holds(fits, order);
            }
            Phase::Face(cats) => {
                let before = |seat: Seat| placed(seat).checked_sub(usize::from(seat == self.owner));
                let fits = cats.len() == 1 && (cats - self.out_of_play(self.owner)) == cats && self.goes_round(before);
                return holds(fits, order);
            }
            _ => return holds(false, "this phase belongs to a turn"),
        }
        holds(none_placed, "cats are placed after the counters and tiles")
    }

    fn refuse_turn(&self) -> Refused {
        self.refuse_deeds()?;
        let (waiting, fresh) = (self.to_act(), self.acted.is_fresh());
        let out = self.out_of_play(self.owner);
        holds(self.round <= self.options.max_rounds || self.at_start_of_turn(), "the game is over before that round")?;
        match self.phase {
            Phase::Turn => holds(fresh || !waiting.is_empty(), "no cat is left to act"),
            Phase::Return => {
                holds(fresh && !out.is_empty() && out.len() < Letter::ALL.len(), "a cat has come back, and another may")
            }
            Phase::Face(cats) => {
                let in_play = (cats - out) == cats;
                let back = fresh && cats.len() == 1;
                let turning = waiting.is_empty() && cats == self.to_turn();
                let misto = !fresh && (waiting - cats).is_empty() && self.is_misto(cats);
                holds(in_play && (back || turning || misto), "other cats must be turned")
            }
            Phase::Misto => {
                let due = !fresh && waiting.is_empty() && self.misto_out(self.owner).is_some();
                holds(due, "misto comes back last in a turn, if it is out of play")
            }
            Phase::Challenge { challenger, defender, .. } | Phase::Coin { challenger, defender } => {
                holds(self.has_challenged(challenger, defender), "a cat of the owner has challenged one of an opponent")
            }
            Phase::Step { cat, from } => {
                let challenged = self.has_challenged(cat, from) || self.has_challenged(from, cat);
                holds(challenged, "a cat of the owner has challenged one of an opponent")?;
                holds(self.steps(cat, from).len() > 1, "a step needs at least two spaces to choose from")
            }
            _ => holds(false, "this phase belongs to setup"),
        }
    }

    fn refuse_deeds(&self) -> Refused {
        let preened = |(letter, cat): (Letter, &Cat)| self.acted.of(letter) != Deed::Preened || cat.place.is_some();
        holds(self.own(self.owner).all(preened), "a cat that has preened is in play")?;
        let free = |(letter, cat): (Letter, &Cat)| {
            cat.sheet == Sheet::Kiryuu && (cat.place.is_some() || self.acted.of(letter) == Deed::Acted)
        };
        holds(!self.acted.free || self.own(self.owner).any(free), "kiryuu alone preens for free")
    }

    /// Returns true if `cats` is a single cat, and that cat is a misto that has not preened.
    fn is_misto(&self, cats: Letters) -> bool {
        let misto = |(letter, cat): (Letter, &Cat)| {
            cats == Letters::only(letter) && cat.sheet == Sheet::Misto && self.acted.of(letter) != Deed::Preened
        };
        self.own(self.owner).any(misto)
    }

    fn has_challenged(&self, challenger: CatId, defender: CatId) -> bool {
        let in_play = self.cat(challenger).place.is_some() && self.cat(defender).place.is_some();
        let acted = self.acted.of(challenger.letter) == Deed::Acted;
        in_play && acted && challenger.seat == self.owner && defender.seat != self.owner
    }
}
