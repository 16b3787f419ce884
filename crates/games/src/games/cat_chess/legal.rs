//! The legal actions as a list, and the reasons why an action is illegal.

use super::{
    Action, CatChess, CatId, Challenge, Facings, Letter, Letters, Phase, Response, Sheet, land, moves::Choices,
};
use crate::{
    board::hex::{Space, SpaceSet},
    game::{IllegalError, Seat},
};

type Allowed = Result<(), IllegalError>;

fn rule(holds: bool, text: &'static str) -> Allowed {
    if holds { Ok(()) } else { Err(IllegalError::rule(text)) }
}

impl CatChess {
    /// Adds the legal actions of a seat that must act.
    pub(super) fn list(&self, seat: Seat, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Style | Phase::Presence => {
                let Some(counter) = self.due_counter() else { return };
                for (letter, cat) in self.own(seat) {
                    let counter = |(row, column)| Action::Counter(letter, row, column, counter);
                    actions.extend(cat.cells.empty().map(counter));
                }
            }
            Phase::Tiles(_) => {
                let low = |space: &Space| self.heights.takes_tile(*space);
                actions.extend(land().spaces().filter(low).map(Action::Tile));
            }
            Phase::Cats => self.list_places(self.out_of_play(seat), self.lowest_open(), actions),
            Phase::Turn => {
                let watch = self.watch(seat);
                for letter in self.to_act().iter() {
                    let Some(choices) = self.choices(letter, &watch) else { continue };
                    actions.extend(choices.rivals.iter().map(|&rival| Action::Challenge(letter, rival)));
                    actions.extend(choices.ends.iter().map(|to| Action::Move(letter, to)));
                    if !choices.menaced {
                        actions.push(Action::Preen(letter));
                    }
                    if self.may_preen_free(letter, &choices).is_ok() {
                        actions.push(Action::FreePreen(letter));
                    }
                }
                if self.acted.is_fresh() && !self.out_of_play(seat).is_empty() {
                    self.list_places(self.out_of_play(seat), self.open(seat), actions);
                }
            }
            Phase::Return => {
                self.list_places(self.out_of_play(seat), self.open(seat), actions);
                actions.push(Action::Done);
            }
            Phase::Face(cats) => {
                let facings = |number| Facings::numbered(cats.len(), number).map(Action::Face);
                actions.extend((0..6_usize.pow(cats.len() as u32)).filter_map(facings));
            }
            Phase::Misto => {
                let misto = self.misto_out(seat).map_or_else(Letters::default, Letters::only);
                self.list_places(misto, self.open(seat), actions);
                actions.push(Action::Done);
            }
            Phase::Challenge { challenger, .. } if challenger.seat == seat => {
                actions.extend(Challenge::ALL.map(Action::Choose));
            }
            Phase::Challenge { .. } => actions.extend(Response::ALL.map(Action::Respond)),
            Phase::Step { cat, from } => actions.extend(self.steps(cat, from).into_iter().map(Action::Step)),
            Phase::Coin { .. } => {}
        }
    }

    fn list_places(&self, letters: Letters, spaces: SpaceSet, actions: &mut Vec<Action>) {
        for letter in letters.iter() {
            actions.extend(spaces.iter().map(|space| Action::Place(letter, space)));
        }
    }

    /// Checks an action of a seat that must act. Errors: the rule that forbids the action.
    pub(super) fn allows(&self, seat: Seat, action: Action) -> Allowed {
        match (self.phase, action) {
            (Phase::Style | Phase::Presence, Action::Counter(letter, row, column, counter)) => {
                rule(self.due_counter() == Some(counter), "a counter of the other kind is due")?;
                let cat = self.cat(CatId { seat, letter });
                rule(cat.cells.at(row, column).is_none(), "there is a counter on this cell")
            }
            (Phase::Tiles(_), Action::Tile(space)) => {
                rule(self.heights.takes_tile(space), "a tile raises a space of height 4 or less")
            }
            (Phase::Cats, Action::Place(letter, space)) => {
                self.allows_place(seat, letter, space)?;
                rule(self.lowest_open().contains(space), "there is a lower space, free and unobserved")
            }
            (Phase::Turn, Action::Place(letter, space)) => {
                rule(self.acted.is_fresh(), "cats come back only at the start of a turn")?;
                self.allows_place(seat, letter, space)
            }
            (Phase::Return, Action::Place(letter, space)) => self.allows_place(seat, letter, space),
            (Phase::Misto, Action::Place(letter, space)) => {
                rule(self.misto_out(seat) == Some(letter), "only misto comes back now")?;
                self.allows_place(seat, letter, space)
            }
            (Phase::Return | Phase::Misto, Action::Done) => Ok(()),
            (Phase::Turn, Action::Challenge(letter, rival)) => {
                let choices = self.allows_deed(letter)?;
                rule(choices.rivals.contains(&rival), "a cat challenges a higher opponent that it observes")
            }
            (Phase::Turn, Action::Move(letter, to)) => {
                let choices = self.allows_deed(letter)?;
                rule(choices.reach.contains(to), "the cat cannot go there with four points")?;
                rule(
                    choices.ends.contains(to),
                    "a higher cat observes it: it must challenge, or move where no opponent observes it",
                )
            }
            (Phase::Turn, Action::Preen(letter)) => {
                rule(!self.allows_deed(letter)?.menaced, "a higher cat observes it, so it cannot preen")
            }
            (Phase::Turn, Action::FreePreen(letter)) => self.may_preen_free(letter, &self.allows_deed(letter)?),
            (Phase::Face(cats), Action::Face(facings)) => {
                rule(cats.len() == facings.directions().len(), "each cat to be turned gets one direction")
            }
            (Phase::Challenge { challenger, .. }, Action::Choose(_)) => {
                rule(challenger.seat == seat, "your cat is challenged, and responds")
            }
            (Phase::Challenge { challenger, .. }, Action::Respond(_)) => {
                rule(challenger.seat != seat, "your cat challenges, and does not respond")
            }
            (Phase::Step { cat, from }, Action::Step(to)) => {
                rule(self.steps(cat, from).contains(&to), "the cat cannot step there")
            }
            (_, Action::Heads | Action::Tails) => Err(IllegalError::rule("the arbiter throws the coin")),
            (phase, _) => Err(IllegalError::rule(format!("the phase is {}", phase.word()))),
        }
    }

    /// Checks the placement of a cat, except the height of the space.
    fn allows_place(&self, seat: Seat, letter: Letter, space: Space) -> Allowed {
        rule(self.out_of_play(seat).contains(letter), "this cat is in play")?;
        rule(!self.occupied().contains(space), "a cat stands there")?;
        rule(self.open(seat).contains(space), "an opponent observes this space")
    }

    /// The choices of a cat of the owner. Errors: if the cat is out of play or has acted.
    fn allows_deed(&self, letter: Letter) -> Result<Choices, IllegalError> {
        rule(!self.out_of_play(self.owner).contains(letter), "this cat is out of play")?;
        rule(self.to_act().contains(letter), "this cat has acted")?;
        self.choices(letter, &self.watch(self.owner)).ok_or_else(|| IllegalError::rule("this cat is out of play"))
    }

    /// Checks a free preen. Rules page, Acts: only kiryuu, once a turn, and before it acts.
    fn may_preen_free(&self, letter: Letter, choices: &Choices) -> Allowed {
        let kiryuu = self.cat(CatId { seat: self.owner, letter }).sheet == Sheet::Kiryuu;
        rule(kiryuu, "only kiryuu preens for free")?;
        rule(!self.acted.free, "kiryuu has preened for free in this turn")?;
        rule(!choices.menaced, "a higher cat observes it, so it cannot preen")
    }
}
