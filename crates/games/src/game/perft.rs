//! Perft: counts the action sequences of a given length, to test and time rules.

use super::{Actor, Game, Turn};

/// The number of action sequences of length `depth` from this position. Decisions, forced passes and outcomes of chance
/// each count as one action; the weight of an outcome does not matter. Sequences that end the game earlier are not
/// counted. `None` if a list of legal actions is incomplete in a position on the way.
pub fn perft<G: Game>(game: &G, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut actions = Vec::new();
    let actor = match game.turn() {
        Turn::Over(_) => return Some(0),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(&mut outcomes);
            actions.extend(outcomes.into_iter().map(|(action, _)| action));
            Actor::Chance
        }
        // Of seats that choose at the same time, the lowest seat chooses first, as the referee applies their choices.
        Turn::Seats(seats) => {
            if !game.lists_all() {
                return None;
            }
            let seat = seats.first().expect("a turn of seats has at least one");
            game.legal(seat, &mut actions);
            Actor::Seat(seat)
        }
    };
    if depth == 1 {
        return Some(actions.len() as u64);
    }
    let after = |action| {
        let mut next = game.clone();
        next.play(actor, action);
        perft(&next, depth - 1)
    };
    actions.into_iter().map(after).sum()
}
