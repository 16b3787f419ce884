//! The expected share of each seat in a position.

use arbiter::game::{
    MAX_SEATS, Outcome, Score,
    sense::{Sense, Shares},
};

/// Returns the expected share of each seat: the score of a finished game, or else the judgement of the game. A game
/// without judgement gives the score so far, or equal shares.
pub(crate) fn shares<G: Sense>(game: &G, outcome: Option<&Outcome>) -> Shares {
    match outcome {
        Some(Outcome { score: Score::Shared(points), .. }) => [f64::from(*points); MAX_SEATS],
        Some(Outcome { score: Score::Each(points), .. }) => {
            let mut shares = [0.0; MAX_SEATS];
            points.iter().for_each(|(seat, points)| shares[seat.index()] = f64::from(*points));
            shares
        }
        None => game.judge().unwrap_or_else(|| {
            if G::COOPERATIVE { [f64::from(game.shared()); MAX_SEATS] } else { [even(game.seats()); MAX_SEATS] }
        }),
    }
}

/// The share of each seat if all are equal.
pub(crate) fn even(seats: u8) -> f64 {
    1.0 / f64::from(seats)
}
