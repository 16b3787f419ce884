//! Checks choices that seats make at the same time: the choices commute, and no seat sees the choice of another seat.

use super::{
    Law,
    walk_game::{WalkGame, list},
};
use crate::game::{Actor, Game, Seat, SeatSet, Turn};

type Choices<A> = [(Seat, A)];

impl<G: Game> WalkGame<'_, G> {
    /// Checks two different sets of choices by the seats that are to act.
    pub(super) fn together(&self, game: &G, choices: &Choices<G::Action>, others: &Choices<G::Action>) {
        self.commute(game, choices);
        self.commute(game, others);
        for seat in Seat::all(self.laws.seats) {
            // The first `most` of the other seats have chosen.
            for most in 1..=choices.len() {
                let hidden = |choices: &Choices<G::Action>| -> Vec<(Seat, G::Action)> {
                    choices.iter().copied().filter(|(chooser, _)| *chooser != seat).take(most).collect()
                };
                let (one, other) = (hidden(choices), hidden(others));
                // Once all seats have chosen, the choices may be shown.
                if one.len() < choices.len() {
                    self.unseen(game, seat, &one, &other);
                }
            }
        }
    }

    fn commute(&self, game: &G, choices: &Choices<G::Action>) {
        let forward = self.applied(game, choices);
        for turned in 0..choices.len() {
            let mut order = choices.to_vec();
            order.rotate_left(turned);
            let rotated = self.applied(game, &order);
            order.reverse();
            let reversed = self.applied(game, &order);
            let same = rotated == forward && reversed == forward;
            self.holds(Law::Commute, game, same, || format!("{order:?} gives {reversed}, {choices:?} {forward}"));
        }
    }

    /// The position after these choices. The seats that have not chosen must still be to act.
    fn applied(&self, game: &G, choices: &Choices<G::Action>) -> G {
        let mut next = game.clone();
        let Turn::Seats(mut left) = game.turn() else {
            self.broken(Law::Turn, game, "nobody is to choose");
        };
        for &(seat, action) in choices {
            if let Err(error) = next.apply(Actor::Seat(seat), action) {
                self.broken(Law::Commute, game, format!("{action} of seat {seat} in {next}: {error}"));
            }
            left = left - SeatSet::only(seat);
            if left.is_empty() {
                break;
            }
            let waits = next.turn() == Turn::Seats(left);
            self.holds(Law::Commute, game, waits, || format!("{next} waits for {:?}, not {left}", next.turn()));
        }
        next
    }

    fn unseen(&self, game: &G, seat: Seat, one: &Choices<G::Action>, other: &Choices<G::Action>) {
        let (here, there) = (self.applied(game, one), self.applied(game, other));
        let (shown, hidden) = (here.view(seat), there.view(seat));
        self.holds(Law::Unseen, game, shown == hidden, || format!("seat {seat} sees {shown} or {hidden}"));
        let drawn = here.picture_for(seat, &[]) == there.picture_for(seat, &[]);
        self.holds(Law::Unseen, game, drawn, || format!("the picture of seat {seat} differs in {here} and {there}"));
        for next in [&here, &there] {
            let same = list(next, seat) == list(game, seat) && next.lists_all() == game.lists_all();
            self.holds(Law::Unseen, game, same, || format!("the list of seat {seat} changes in {next}"));
        }
    }
}
