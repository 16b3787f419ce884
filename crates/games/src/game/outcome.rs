//! Whose turn it is, how a game ends, and what it scores.

use std::fmt;

use uvi::Points;

use super::{BySeat, Seat, SeatSet};

/// What a position waits for: exactly one of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// A chance event.
    Chance,
    /// The decision of these seats, at least one. Two or more choose at the same time, unseen.
    Seats(SeatSet),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended by its own rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The reason, a word of the game's rules page.
    pub reason: &'static str,
    /// For each seat, or shared.
    pub score: Score,
}

/// The reason and the score: `royals, score 1 0 0`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.reason, self.score.to_uvi())
    }
}

/// The score of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Score {
    /// Points for each seat.
    Each(BySeat<Points>),
    /// One score that all seats share.
    Shared(u32),
}

impl Score {
    /// One point for the winner, none for the others.
    pub fn win(seats: u8, winner: Seat) -> Self {
        Self::Each(BySeat::new(seats, |seat| if seat == winner { Points::ONE } else { Points::ZERO }))
    }

    /// One point shared alike by these seats, none for the others.
    pub fn split(seats: u8, sharers: SeatSet) -> Self {
        let share = Points::new(1, sharers.len() as u32).unwrap_or(Points::ZERO);
        Self::Each(BySeat::new(seats, |seat| if sharers.contains(seat) { share } else { Points::ZERO }))
    }

    /// The score as the protocol has it.
    pub fn to_uvi(&self) -> uvi::Score {
        match self {
            Self::Each(points) => uvi::Score::Each(points.values().copied().collect()),
            Self::Shared(points) => uvi::Score::Shared(*points),
        }
    }
}

/// What a turn of a cooperative game scored, with its witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// The turn, from 1.
    pub turn: u32,
    /// The points of this turn.
    pub points: u32,
    /// The points so far, these included.
    pub total: u32,
    /// The squares of the witness, in order.
    pub chain: Vec<String>,
    /// The length of the longest chain there was, where the seats claim one themselves.
    pub longest: Option<u32>,
}
