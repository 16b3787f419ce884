//! What happens in a game, one thing at a time, and the record of each in the log.

use uvi::{Fault, Seed, Word};
use uvi_games::game::{Score, Scored, Seat};

use super::{
    ActionRecord, ChanceRecord, Complaint, Course, FaultRecord, Record, ResultRecord, Said, ScoreRecord, VacatedRecord,
};

/// How an action came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The seat decided it.
    Decided,
    /// A pass of a seat that must act and cannot.
    Forced,
    /// The arbiter drew it after a fault.
    Random,
}

/// One thing that happened, in the order of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A chance event.
    Chance {
        /// Its number in the log.
        n: u32,
        /// What chance did.
        action: Word,
    },
    /// A seat did something.
    Action {
        /// Its number in the log.
        n: u32,
        /// The seat.
        seat: Seat,
        /// The action.
        action: Word,
        /// The action as people write it.
        text: String,
        /// How it came about.
        how: How,
    },
    /// A turn scored.
    Score(Scored),
    /// A seat is at fault.
    Fault {
        /// The seat.
        seat: Seat,
        /// What it did wrong.
        fault: Fault,
        /// What was expected and what came.
        complaint: Complaint,
    },
    /// The game goes on without a seat.
    Vacated {
        /// The seat.
        seat: Seat,
        /// A fault's word or `resign`.
        reason: Word,
    },
    /// The game is over.
    Over(Ending),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// A word of the rules page, a fault's word, `resign` or `abort`.
    pub reason: Word,
    /// The score; none after an abort.
    pub score: Option<Score>,
    /// The seat whose fault or resignation ended the game.
    pub seat: Option<Seat>,
}

impl Entry {
    /// Its record. What bots said and how long they took is not known here, and `seed` is none in an imported game.
    pub(crate) fn record(&self, course: &Course, seed: Option<&Seed>) -> Record {
        match self {
            Self::Chance { n, action } => {
                Record::Chance(ChanceRecord { n: *n, action: action.to_string(), printed: None })
            }
            Self::Action { n, seat, action, text, how } => Record::Action(ActionRecord {
                n: *n,
                seat: seat.number(),
                action: action.to_string(),
                text: text.clone(),
                ms: None,
                clock: None,
                forced: *how == How::Forced,
                random: *how == How::Random,
                info: None,
                infos: Vec::new(),
                printed: None,
            }),
            Self::Score(scored) => {
                let Scored { turn, points, total, chain, longest } = scored.clone();
                Record::Score(ScoreRecord { turn, points, total, chain, longest })
            }
            Self::Fault { seat, fault, complaint } => {
                let Complaint { text, said, position } = complaint;
                Record::Fault(FaultRecord {
                    seat: seat.number(),
                    fault: *fault,
                    text: text.clone(),
                    line: said.as_ref().map(|Said { line, .. }| line.clone()),
                    column: said.as_ref().map(|Said { column, .. }| *column),
                    position: position.as_ref().map(ToString::to_string),
                    stderr: None,
                })
            }
            Self::Vacated { seat, reason } => {
                Record::Vacated(VacatedRecord { seat: seat.number(), reason: reason.to_string() })
            }
            Self::Over(ending) => Record::Result(ResultRecord {
                reason: ending.reason.to_string(),
                score: match &ending.score {
                    Some(Score::Each(points)) => Some(points.values().copied().collect()),
                    Some(Score::Shared(_)) | None => None,
                },
                shared: match ending.score {
                    Some(Score::Shared(points)) => Some(points),
                    Some(Score::Each(_)) | None => None,
                },
                position: course.table().position().to_string(),
                seed: seed.copied(),
                decisions: course.decisions(),
                seat: ending.seat.map(Seat::number),
            }),
        }
    }
}
