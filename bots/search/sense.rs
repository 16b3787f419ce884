//! What the search must be told of a game, beyond its rules: how well each seat stands in a position that is not
//! finished. A game that says nothing is played to its end by lot.

#[path = "sense/cat_chess.rs"]
mod cat_chess;
#[path = "sense/catalonia.rs"]
mod catalonia;
#[path = "sense/french_revolution.rs"]
mod french_revolution;
#[path = "sense/katarenga.rs"]
mod katarenga;
#[path = "sense/orwell.rs"]
mod orwell;

use arbiter::game::{Game, MAX_SEATS, Outcome, Score, Seat};

/// What each seat can expect, by its index: points where seats compete, the shared score where they do not.
pub(crate) type Shares = [f64; MAX_SEATS];

/// How a position at the edge of the tree is played on before it is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Playout {
    /// The decisions of seats that are made; those of chance are not counted.
    pub(crate) decisions: u32,
    /// How many actions, drawn by lot, are looked at for each; the one that promises its seat most is played. With 1
    /// the playout is random.
    pub(crate) candidates: usize,
}

/// A game and what is known about it beyond its rules.
pub(crate) trait Sense: Game {
    /// How it is played on.
    const PLAYOUT: Playout = Playout { decisions: 400, candidates: 1 };

    /// What each seat can expect in a position that is not finished; `None` where only the end tells.
    fn judge(&self) -> Option<Shares> {
        None
    }

    /// What the seat should do without any search; it may be an action that the list leaves out.
    fn obvious(&self, seat: Seat) -> Option<Self::Action> {
        let _ = seat;
        None
    }
}

/// What each seat can expect: the score of a finished game, what is sensed of another; with no sense of it, the score so
/// far or the same for all.
pub(crate) fn shares<G: Sense>(game: &G, outcome: Option<&Outcome>) -> Shares {
    match outcome {
        Some(outcome) => scored(&outcome.score),
        None => game.judge().unwrap_or_else(|| {
            if G::ROW.is_cooperative() {
                [f64::from(G::ROW.shared(game)); MAX_SEATS]
            } else {
                [even(game.seats()); MAX_SEATS]
            }
        }),
    }
}

/// What a seat gets where all get the same.
pub(crate) fn even(seats: u8) -> f64 {
    1.0 / f64::from(seats)
}

fn scored(score: &Score) -> Shares {
    match score {
        Score::Shared(points) => [f64::from(*points); MAX_SEATS],
        Score::Each(points) => {
            let mut shares = [0.0; MAX_SEATS];
            for (seat, points) in points.iter() {
                shares[seat.index()] = f64::from(points.numerator()) / f64::from(points.denominator());
            }
            shares
        }
    }
}

/// The shares of two seats, where the first is ahead by so much: 1 is an advantage that wins three games of four.
fn ahead(advantage: f64) -> Shares {
    let first = 0.5 + 0.5 * advantage / (1.0 + advantage.abs());
    [first, 1.0 - first, 0.0, 0.0, 0.0]
}

/// Shares in the proportion of these strengths, none of them negative, and one at least above 0.
fn in_proportion(strengths: Shares) -> Shares {
    let sum: f64 = strengths.iter().sum();
    strengths.map(|strength| strength / sum)
}
