//! The results of asking seats, and the fate of their answers.

use uvi::{Fault, Word};
use uvi_games::game::{RefusalError, Seat};

use super::Complaint;

/// The result of asking a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// The seat answered with these actions, at least one.
    Actions(Vec<Word>),
    /// The seat is at fault. `onfault` decides if the seat forfeits or the arbiter plays for the seat. The complaint is
    /// boxed to keep a ruling small, because most rulings are not faults.
    Fault(Fault, Box<Complaint>),
    /// The seat resigned.
    Resign,
    /// The bot of the seat is gone after a fault, and the arbiter plays for it.
    Absent,
}

/// The result of a decision: the answered actions that the game did not play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecisionResult {
    /// The actions that were not played because another event was due, or because a forfeit voided the decision.
    pub unused: Vec<Word>,
    /// The first refused action. Earlier actions of the answer stand. The caller must judge the seat.
    pub refused: Option<RejectedAction>,
}

/// An action that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedAction {
    /// The seat that answered.
    pub seat: Seat,
    /// The action as the bot or the host wrote it.
    pub action: Word,
    /// The reason for the refusal.
    pub refusal: RefusalError,
    /// The index of the action in the answer, from 0.
    pub place: usize,
}

/// The reason word of a resignation.
pub(crate) const RESIGN: &str = "resign";

/// The reason word of an end by adjudication.
pub(crate) const ADJUDICATION: &str = "adjudication";

/// The reason word of an end by tables of endgames.
pub(crate) const TABLEBASE: &str = "tablebase";
