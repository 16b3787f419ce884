//! What came of asking seats, and what became of their answers.

use uvi::{Fault, Word};
use uvi_games::game::{Refusal, Seat};

use super::Complaint;

/// What came of asking a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It answered with these actions, at least one.
    Actions(Vec<Word>),
    /// It forfeits, or the arbiter plays for it: `onfault` says which.
    /// What is told of it lies apart: verdicts are handed about with every decision, and most are no faults.
    Fault(Fault, Box<Complaint>),
    /// It gave up.
    Resign,
    /// Its bot is gone after a fault, and the arbiter plays for it.
    Absent,
}

/// What became of the answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decided {
    /// Actions of an answer that were not used, because something else was due.
    pub unused: Vec<Word>,
    /// An action that was refused; those before it stand, and its seat is to be judged.
    pub refused: Option<Refused>,
}

/// An action that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Who answered.
    pub seat: Seat,
    /// As the bot or the host wrote it.
    pub action: Word,
    /// Why.
    pub refusal: Refusal,
    /// Its place in the answer, from 0.
    pub place: usize,
}

/// The reason of a seat that gave up.
pub(crate) const RESIGN: &str = "resign";

/// Why a seat forfeits.
#[derive(Debug)]
pub(super) struct Reason {
    pub(super) seat: Seat,
    /// The fault's word, or `resign`.
    pub(super) word: Word,
    pub(super) fault: Option<(Fault, Box<Complaint>)>,
}

impl Reason {
    pub(super) fn fault(seat: Seat, fault: Fault, complaint: Box<Complaint>) -> Self {
        Self { seat, word: fault.into(), fault: Some((fault, complaint)) }
    }

    pub(super) fn resigned(seat: Seat) -> Self {
        Self { seat, word: Word::new(RESIGN).expect("resign is a word"), fault: None }
    }
}
