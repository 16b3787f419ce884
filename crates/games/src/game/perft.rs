//! Perft: counting the action sequences of a given length, to test and to time rules.

use super::{Actor, Game, Turn};

/// The number of action sequences of length `depth` from here: decisions, forced passes and outcomes of chance each
/// count as one action, an outcome once whatever its weight. Games that end earlier count nothing below their end.
/// `None` if a list on the way is only a part of what is legal.
pub fn perft<G: Game>(game: &G, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    let mut actions = Vec::new();
    match game.turn() {
        Turn::Over(_) => {}
        Turn::Chance => {
            let mut outcomes = Vec::new();
            G::ROW.outcomes(game, &mut outcomes);
            for (action, _) in outcomes {
                total += after(game, Actor::Chance, action, depth)?;
            }
        }
        // Seats that choose at the same time are counted in seat order, as their choices are applied.
        Turn::Seats(seats) => {
            if !G::ROW.lists_all(game) {
                return None;
            }
            let seat = seats.first().expect("a turn of seats has at least one");
            game.legal(seat, &mut actions);
            if depth == 1 {
                return Some(actions.len() as u64);
            }
            for action in actions {
                total += after(game, Actor::Seat(seat), action, depth)?;
            }
        }
    }
    Some(total)
}

fn after<G: Game>(game: &G, actor: Actor, action: G::Action, depth: u32) -> Option<u64> {
    if depth == 1 {
        return Some(1);
    }
    let mut next = game.clone();
    next.play(actor, action);
    perft(&next, depth - 1)
}
