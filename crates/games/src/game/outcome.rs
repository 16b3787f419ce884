//! Turns, the end of a game, and scores.

use std::fmt;

use uvi::Points;

use super::{BySeat, Seat, SeatSet};

/// The event that a position waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// A chance event.
    Chance,
    /// Decisions of these seats, at least one. Two or more choose at once, without seeing each other's choices.
    Seats(SeatSet),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The state after a line of actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineEnd {
    /// The game goes on. A line that meets a chance event, or several seats that decide, is followed no further.
    Open,
    /// The line ends the game.
    Over(Outcome),
    /// The action at this place, from 0, is not legal.
    Illegal(usize),
    /// The action at this place, from 0, comes after the end of the game for this reason.
    Beyond(usize, &'static str),
}

/// The end of a game by its own rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The reason, a word of the game's rules page.
    pub reason: &'static str,
    /// The score.
    pub score: Score,
}

/// Writes the reason and the score, such as `royals, score 1 0 0`.
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
    /// One point for the winner and 0 for the others.
    pub fn win(seats: u8, winner: Seat) -> Self {
        Self::Each(BySeat::new(seats, |seat| if seat == winner { Points::ONE } else { Points::ZERO }))
    }

    /// One point divided equally among `sharers`; 0 for the others. If `sharers` is empty, 0 for all seats.
    pub fn split(seats: u8, sharers: SeatSet) -> Self {
        let share = Points::new(1, sharers.len() as u32).unwrap_or(Points::ZERO);
        Self::Each(BySeat::new(seats, |seat| if sharers.contains(seat) { share } else { Points::ZERO }))
    }

    /// The score in protocol form.
    pub fn to_uvi(&self) -> uvi::ScoreText {
        match self {
            Self::Each(points) => uvi::ScoreText::Each(points.values().copied().collect()),
            Self::Shared(points) => uvi::ScoreText::Shared(*points),
        }
    }
}

/// The score of a turn in a cooperative game, with the chain of squares that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredTurn {
    /// The turn, from 1.
    pub turn: u32,
    /// The points of this turn.
    pub points: u32,
    /// The total so far, including this turn.
    pub total: u32,
    /// The squares of the chain, in order.
    pub chain: Vec<String>,
    /// The length of the longest possible chain. `None` unless the seats claim the chain themselves.
    pub longest: Option<u32>,
}
