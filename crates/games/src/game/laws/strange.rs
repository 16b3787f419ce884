//! Tries actions and texts that a game should refuse: from other positions, from other seats, and garbled.

use std::collections::HashSet;

use uvi::Seed;

use super::{
    Law,
    walk_game::{WalkGame, list},
};
use crate::game::{Actor, Game, Seat, SeatSet, Style, Turn};

impl<G: Game> WalkGame<'_, G> {
    /// Checks that the game refuses illegal actions: those of earlier positions and of other seats, and garbled texts.
    pub(super) fn refused(&mut self, game: &G, to_act: SeatSet, lists: &[(Seat, Vec<G::Action>)]) {
        let mut tried: Vec<G::Action> = lists.iter().flat_map(|(_, list)| list.iter().copied()).collect();
        for _ in 0..8 {
            if !self.pool.actions.is_empty() {
                let which = self.below(self.pool.actions.len());
                let drawn = self.pool.actions[which];
                let garbled = self.garbled(&drawn.to_string());
                let parsed = self.calm(game, || format!("reading {garbled:?}"), || garbled.parse::<G::Action>());
                tried.push(drawn);
                tried.extend(parsed.ok());
            }
        }
        let whole = game.lists_all();
        for (seat, list) in lists {
            let listed: HashSet<&G::Action> = list.iter().collect();
            for action in tried.iter().filter(|action| !listed.contains(action)) {
                let actor = Actor::Seat(*seat);
                let accepted = self.checked(game, actor, *action).is_ok();
                let law = match (to_act.contains(*seat), self.vacated.contains(*seat)) {
                    (true, _) => Law::Unlisted,
                    (false, true) => Law::Vacated,
                    (false, false) => Law::Idle,
                };
                let may = !whole && to_act.contains(*seat);
                self.holds(law, game, !accepted || may, || format!("{action} of seat {seat} is accepted"));
                self.seen.refused += u64::from(!accepted);
            }
            // `play` may do anything with these actions except panic.
            for action in tried.iter().rev().filter(|action| !listed.contains(action)).take(4) {
                let mut copy = game.clone();
                let play = || copy.play(Actor::Seat(*seat), *action);
                self.calm(game, || format!("playing {action}, which is not listed"), play);
            }
            self.offered(game, *seat, &listed);
        }
        let mut outcomes = Vec::new();
        game.outcomes(&mut outcomes);
        for action in tried {
            let outcome = outcomes.iter().any(|(outcome, _)| *outcome == action);
            let accepted = self.checked(game, Actor::Chance, action).is_ok();
            self.holds(Law::Outcomes, game, accepted == outcome, || format!("{action} of chance"));
        }
    }

    /// Checks unlisted actions that the game offers.
    fn offered(&mut self, game: &G, seat: Seat, listed: &HashSet<&G::Action>) {
        for _ in 0..2 {
            let Some(action) = game.unlisted(seat, &mut |bound| self.luck.below(bound)) else { continue };
            self.action_text(game, Actor::Seat(seat), action);
            let checked = self.checked(game, Actor::Seat(seat), action);
            let fits = checked.is_ok() && !listed.contains(&action) && !game.lists_all();
            self.holds(Law::Part, game, fits, || format!("{action} of seat {seat}: {checked:?}"));
            self.pool.add(action);
        }
    }

    /// Reads garbled positions. The game must refuse them, or read positions in which play can continue.
    pub(super) fn garble(&mut self, game: &G) {
        for _ in 0..2 {
            let garbled = self.garbled(&game.to_string());
            let what = || format!("reading {garbled:?}");
            let Ok(read) = self.calm(game, what, || G::read(&self.options, self.laws.seats, &garbled)) else {
                continue;
            };
            self.seen.garbled += 1;
            let again = G::read(&self.options, self.laws.seats, &read.to_string());
            let same = again.as_ref() == Ok(&read);
            self.holds(Law::PositionText, game, same, || format!("{garbled:?} reads as {read}, and that as {again:?}"));
            let what = || format!("playing on from {read}, read from {garbled:?}");
            self.calm(game, what, || step(&read, &self.seed));
        }
    }

    /// A text with a random error.
    fn garbled(&mut self, text: &str) -> String {
        const STRANGE: &[char] = &['0', '1', '2', '9', '-', '?', '@', '/', 'a', 'w', 'Q', '=', ' ', 'é'];
        let mut letters: Vec<char> = text.chars().collect();
        let at = self.below(letters.len().max(1)).min(letters.len().saturating_sub(1));
        let other = self.below(letters.len().max(1)).min(letters.len().saturating_sub(1));
        let strange = STRANGE[self.below(STRANGE.len())];
        match self.below(6) {
            0 if !letters.is_empty() => letters[at] = strange,
            1 if !letters.is_empty() => letters[at] = letters[other],
            2 if !letters.is_empty() => letters.swap(at, other),
            3 if !letters.is_empty() => drop(letters.remove(at)),
            4 => letters.truncate(at),
            _ => letters.insert(at, strange),
        }
        letters.into_iter().collect()
    }
}

/// Plays one action from a position, to see that nothing panics.
fn step<G: Game>(game: &G, seed: &Seed) {
    let mut next = game.clone();
    match game.turn() {
        Turn::Over(_) => {}
        Turn::Chance => next.play(Actor::Chance, game.chance(seed)),
        Turn::Seats(seats) => {
            for seat in seats.iter() {
                for action in list(game, seat).into_iter().take(1) {
                    next.play(Actor::Seat(seat), action);
                }
            }
        }
    }
    let _ = (next.turn(), next.to_string(), next.forced(), next.board(Style::Plain));
}
