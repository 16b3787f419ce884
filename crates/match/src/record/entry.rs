//! What happens in a game, one thing at a time, and the record of each in the log.

use uvi::{Fault, Lots, Seed, Word, Words};
use uvi_games::game::{Score, Scored, Seat};

use super::{
    ActionRecord, ChanceRecord, Complaint, Course, FaultRecord, Head, Record, Resigned, ResultRecord, Said,
    ScoreRecord, TryRecord, UndoRecord, VacatedRecord, Wrong, log::same,
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
        /// Who decided.
        seat: Seat,
        /// The word for the link.
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
        /// Who is at fault.
        seat: Seat,
        /// What it did wrong.
        fault: Fault,
        /// What was expected and what came.
        complaint: Box<Complaint>,
    },
    /// An answer of a seat was refused, and it is asked again.
    Try {
        /// Who answered.
        seat: Seat,
        /// Why it was refused.
        fault: Fault,
        /// What was expected and what came.
        complaint: Box<Complaint>,
        /// How often it can still answer again.
        left: u32,
    },
    /// The game continues without a seat.
    Vacated {
        /// Who left.
        seat: Seat,
        /// A fault's word or `resign`.
        reason: Word,
    },
    /// Decisions were taken back.
    Undo {
        /// How many.
        plies: u32,
        /// The number of the last thing that still stands.
        to: u32,
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
    /// The seats that resigned at the same time, where several forfeits ended the game and nobody else records it; in order.
    pub resigned: Vec<Seat>,
}

impl Entry {
    /// Its record. What bots said, how long they took and what they were told is not known here, and `seed` is none in
    /// an imported game.
    pub(crate) fn into_record(self, course: &Course, seed: Option<&Seed>) -> Record {
        match self {
            Self::Chance { n, action } => {
                Record::Chance(ChanceRecord { n, action: action.into_string(), printed: None })
            }
            Self::Action { n, seat, action, text, how } => Record::Action(ActionRecord {
                n,
                seat: seat.number(),
                action: action.into_string(),
                text,
                ms: None,
                clock: None,
                movestogo: None,
                forced: how == How::Forced,
                random: how == How::Random,
                info: None,
                infos: Vec::new(),
                printed: None,
            }),
            Self::Score(Scored { turn, points, total, chain, longest }) => {
                Record::Score(ScoreRecord { turn, points, total, chain, longest })
            }
            Self::Fault { seat, fault, complaint } => {
                let text = complaint.to_string();
                let Complaint { said, position, .. } = *complaint;
                let (line, column) = said.map(|Said { line, column }| (line, column)).unzip();
                let position = position.map(Words::into_string);
                Record::Fault(FaultRecord {
                    seat: seat.number(),
                    fault,
                    text,
                    line,
                    column,
                    position,
                    stderr: None,
                    info: None,
                })
            }
            Self::Try { seat, fault, complaint, left } => {
                let text = complaint.to_string();
                let Complaint { said, position, .. } = *complaint;
                let Said { line, column } = said.expect("an answer that is refused has been said");
                let position = position.expect("who answers has been asked in a position").into_string();
                Record::Try(TryRecord {
                    seat: seat.number(),
                    fault,
                    text,
                    line,
                    column,
                    position,
                    left,
                    ms: None,
                    clock: None,
                    info: None,
                    infos: Vec::new(),
                })
            }
            Self::Vacated { seat, reason } => {
                Record::Vacated(VacatedRecord { seat: seat.number(), reason: reason.into_string(), info: None })
            }
            Self::Undo { plies, to } => Record::Undo(UndoRecord { plies, to }),
            Self::Over(ending) => Record::Result(ResultRecord {
                reason: ending.reason.into_string(),
                score: match &ending.score {
                    Some(Score::Each(points)) => Some(points.values().copied().collect()),
                    Some(Score::Shared(_)) | None => None,
                },
                shared: match ending.score {
                    Some(Score::Shared(points)) => Some(points),
                    Some(Score::Each(_)) | None => None,
                },
                position: course.table().position().into_string(),
                seed: seed.copied(),
                lots: None,
                decisions: course.decisions(),
                seat: ending.seat.map(Seat::number),
                info: None,
                resigned: ending.resigned.iter().map(|seat| Resigned { seat: seat.number(), info: None }).collect(),
                sha256: None,
            }),
        }
    }

    /// Whether this is what a record says, in a log with this head.
    pub(super) fn compare(&self, record: &Record, course: &Course, head: &Head) -> Result<(), Wrong> {
        match (self, record) {
            (Self::Chance { n, action }, Record::Chance(found)) => {
                same("n", n, &found.n)?;
                same("action", action.as_str(), found.action.as_str())
            }
            (Self::Action { n, seat, action, text, how }, Record::Action(found)) => {
                same("n", n, &found.n)?;
                same("seat", &seat.number(), &found.seat)?;
                same("action", action.as_str(), found.action.as_str())?;
                same("text", text.as_str(), found.text.as_str())?;
                same("forced", &(*how == How::Forced), &found.forced)?;
                same("random", &(*how == How::Random), &found.random)
            }
            (Self::Score(scored), Record::Score(found)) => {
                same("turn", &scored.turn, &found.turn)?;
                same("points", &scored.points, &found.points)?;
                same("total", &scored.total, &found.total)?;
                same("chain", &scored.chain.join(" "), &found.chain.join(" "))?;
                same("longest", &number_or_none(scored.longest), &number_or_none(found.longest))
            }
            (Self::Fault { seat, fault, .. }, Record::Fault(found)) => {
                same("seat", &seat.number(), &found.seat)?;
                same("fault", fault, &found.fault)
            }
            (Self::Try { seat, fault, left, .. }, Record::Try(found)) => {
                same("seat", &seat.number(), &found.seat)?;
                same("fault", fault, &found.fault)?;
                same("left", left, &found.left)
            }
            (Self::Vacated { seat, reason }, Record::Vacated(found)) => {
                same("seat", &seat.number(), &found.seat)?;
                same("reason", reason.as_str(), found.reason.as_str())
            }
            (Self::Undo { plies, to }, Record::Undo(found)) => {
                same("plies", plies, &found.plies)?;
                same("to", to, &found.to)
            }
            (Self::Over(ending), Record::Result(found)) => ending.compare(found, course, head),
            (
                Self::Chance { .. }
                | Self::Action { .. }
                | Self::Score(_)
                | Self::Fault { .. }
                | Self::Try { .. }
                | Self::Vacated { .. }
                | Self::Undo { .. }
                | Self::Over(_),
                record,
            ) => Err(Wrong::Order { expected: self.kind(), found: record.kind() }),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Chance { .. } => "a chance record",
            Self::Action { how: How::Forced, .. } => "a forced pass",
            Self::Action { .. } => "an action record",
            Self::Score(_) => "a score record",
            Self::Fault { .. } => "a fault record",
            Self::Try { .. } => "a try record",
            Self::Vacated { .. } => "a vacated record",
            Self::Undo { .. } => "an undo record",
            Self::Over(_) => "the result",
        }
    }
}

impl Ending {
    fn compare(&self, found: &ResultRecord, course: &Course, head: &Head) -> Result<(), Wrong> {
        same("reason", self.reason.as_str(), found.reason.as_str())?;
        same("score", &score_text(self.score.as_ref()), &found_score_text(found))?;
        same("position", course.table().position().as_str(), found.position.as_str())?;
        same("decisions", &course.decisions(), &found.decisions)?;
        same("seat", &number_or_none(self.seat.map(Seat::number)), &number_or_none(found.seat))?;
        let resigned = words(found.resigned.iter().map(|resigned| resigned.seat));
        same("resigned", &words(self.resigned.iter().map(|seat| seat.number())), &resigned)?;
        // The head promises a seed by its commitment to one.
        let seeded = head.commitment.is_some();
        if found.seed.is_some() != seeded {
            let expected = if seeded { "the seed" } else { "none" };
            let found = found.seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
            return same("seed", expected, found.as_str());
        }
        let expected = if head.lots { found.lots_of(course.table().seats()) } else { None };
        same("lots", &lots_text(expected.as_deref()), &lots_text(found.lots.as_deref()))
    }
}

fn number_or_none(number: Option<u32>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}

fn words<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

fn lots_text(lots: Option<&[Lots]>) -> String {
    lots.map_or_else(|| "none".to_owned(), words)
}

fn score_text(score: Option<&Score>) -> String {
    match score {
        None => "none".to_owned(),
        Some(Score::Each(points)) => words(points.values()),
        Some(Score::Shared(points)) => format!("shared {points}"),
    }
}

fn found_score_text(result: &ResultRecord) -> String {
    match (&result.score, result.shared) {
        (None, None) => "none".to_owned(),
        (Some(points), None) => words(points),
        (None, Some(points)) => format!("shared {points}"),
        (Some(_), Some(_)) => "both score and shared".to_owned(),
    }
}
