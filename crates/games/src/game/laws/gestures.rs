//! Checks gestures: each action has exactly one, and its places are in the picture of the seat.

use uvi::Word;

use super::{
    Law,
    walk_game::{WalkGame, is_line},
};
use crate::game::{Game, Gesture, Seat};

/// The interval, in positions, between checks of the picture. A picture costs more than all other checks.
const EVERY: usize = 16;

impl<G: Game> WalkGame<'_, G> {
    pub(super) fn gestures(&self, game: &G, seat: Seat, list: &[G::Action]) {
        let mut gestures: Vec<(Gesture, G::Action)> = Vec::with_capacity(list.len());
        for &action in list {
            let gesture = self.calm(game, || format!("taking {action} apart"), || game.gesture(seat, action));
            let readable = gesture.places.iter().all(|place| Word::new(place.as_str()).is_some())
                && gesture.words.iter().all(|said| Word::new(said.word.as_str()).is_some() && is_line(&said.meaning))
                && (!gesture.places.is_empty() || !gesture.words.is_empty());
            self.holds(Law::Gesture, game, readable, || format!("{action} is {gesture:?}"));
            gestures.push((gesture, action));
        }
        gestures.sort_unstable();
        for (place, (gesture, action)) in gestures.iter().enumerate() {
            // In sorted order, a gesture whose places begin with the places of `gesture` comes next.
            let Some((next, other)) = gestures.get(place + 1) else { continue };
            self.holds(Law::Gesture, game, gesture != next, || format!("{action} and {other} are {gesture:?}"));
            let said = !gesture.words.is_empty() || !next.places.starts_with(&gesture.places);
            self.holds(Law::Gesture, game, said, || format!("{action} is {gesture:?}, with which {other} begins"));
        }
        if self.events.len().is_multiple_of(EVERY) {
            self.in_the_picture(game, seat, &gestures);
        }
    }

    fn in_the_picture(&self, game: &G, seat: Seat, gestures: &[(Gesture, G::Action)]) {
        let picture = game.picture_for(seat, &[]);
        for (gesture, action) in gestures {
            let unseen = gesture.places.iter().find(|place| !picture.names().contains(*place));
            self.holds(Law::Places, game, unseen.is_none(), || {
                format!("{action} of seat {seat} points at {unseen:?}, which is not there")
            });
        }
    }
}
