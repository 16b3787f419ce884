//! Conversion of entries to records, and comparison of entries with the records of a log.

use uvi::{Fault, Lots, Seed, Words};
use uvi_games::game::{Score, ScoredTurn, Seat};

use super::{
    ActionRecord, ChanceRecord, Complaint, DecisionSource, Ending, Entry, FaultRecord, GameCourse, Head, JointForfeit,
    Record, RecordError, ResultRecord, SaidLine, ScoreRecord, TryRecord, UndoRecord, VacatedRecord, record_error::same,
};

impl Entry {
    /// Converts the entry to its record, without bot output, times and lots. `seed` is `None` in an imported game.
    pub(crate) fn into_record(self, course: &GameCourse, seed: Option<&Seed>) -> Record {
        match self {
            Self::Chance { n, action } => {
                Record::Chance(ChanceRecord { n, action: action.into_string(), printed: None })
            }
            Self::Action { n, seat, action, text, how } => Record::Action(ActionRecord {
                n,
                seat: seat.number(),
                action: action.into_string(),
                text,
                forced: how == DecisionSource::Forced,
                random: how == DecisionSource::Random,
                ..ActionRecord::default()
            }),
            Self::Score(ScoredTurn { turn, points, total, chain, longest }) => {
                Record::Score(ScoreRecord { turn, points, total, chain, longest })
            }
            Self::Fault { seat, fault, complaint } => Record::Fault(fault_record(seat, fault, *complaint)),
            Self::Try { seat, fault, complaint, left } => Record::Try(try_record(seat, fault, *complaint, left)),
            Self::Vacated { seat, reason } => {
                Record::Vacated(VacatedRecord { seat: seat.number(), reason: reason.into_string(), info: None })
            }
            Self::Undo { plies, to } => Record::Undo(UndoRecord { plies, to }),
            Self::Over(ending) => Record::Result(result_record(ending, course, seed)),
        }
    }

    /// Checks that `record`, from a log with this head, has the entry's values in all fields that follow from the game.
    pub(super) fn compare(&self, record: &Record, course: &GameCourse, head: &Head) -> Result<(), RecordError> {
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
                same("forced", &(*how == DecisionSource::Forced), &found.forced)?;
                same("random", &(*how == DecisionSource::Random), &found.random)
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
            (Self::Over(ending), Record::Result(found)) => {
                compare_results(&result_record(ending.clone(), course, None), found, course, head)
            }
            (entry, record) => {
                let expected = entry.clone().into_record(course, None);
                Err(RecordError::Order { expected: expected.kind(), found: record.kind() })
            }
        }
    }
}

fn fault_record(seat: Seat, fault: Fault, complaint: Complaint) -> FaultRecord {
    let text = complaint.to_string();
    let Complaint { said, position, .. } = complaint;
    let (line, column) = said.map(|SaidLine { line, column }| (line, column)).unzip();
    let position = position.map(Words::into_string);
    FaultRecord { seat: seat.number(), fault, text, line, column, position, stderr: None, info: None }
}

fn try_record(seat: Seat, fault: Fault, complaint: Complaint, left: u32) -> TryRecord {
    let text = complaint.to_string();
    let Complaint { said, position, .. } = complaint;
    let SaidLine { line, column } = said.expect("an answer that is refused has been said");
    let position = position.expect("who answers has been asked in a position").into_string();
    let (seat, infos) = (seat.number(), Vec::new());
    TryRecord { seat, fault, text, line, column, position, left, ms: None, clock: None, info: None, infos }
}

fn result_record(ending: Ending, course: &GameCourse, seed: Option<&Seed>) -> ResultRecord {
    ResultRecord {
        reason: ending.reason.into_string(),
        score: if let Some(Score::Each(points)) = &ending.score {
            Some(points.values().copied().collect())
        } else {
            None
        },
        shared: if let Some(Score::Shared(points)) = ending.score { Some(points) } else { None },
        position: course.table().position().into_string(),
        seed: seed.copied(),
        lots: None,
        decisions: course.decisions(),
        seat: ending.seat.map(Seat::number),
        info: None,
        resigned: ending.resigned.iter().map(|seat| JointForfeit { seat: seat.number(), info: None }).collect(),
        sha256: None,
    }
}

/// Compares the result that follows from the game with the result of a log with this head.
fn compare_results(
    expected: &ResultRecord,
    found: &ResultRecord,
    course: &GameCourse,
    head: &Head,
) -> Result<(), RecordError> {
    let resigned = |result: &ResultRecord| words(result.resigned.iter().map(|resigned| resigned.seat));
    same("reason", &expected.reason, &found.reason)?;
    same("score", &score_text(expected), &score_text(found))?;
    same("position", &expected.position, &found.position)?;
    same("decisions", &expected.decisions, &found.decisions)?;
    same("seat", &number_or_none(expected.seat), &number_or_none(found.seat))?;
    same("resigned", &resigned(expected), &resigned(found))?;
    // A commitment in the head promises a seed in the result.
    let seeded = head.commitment.is_some();
    if found.seed.is_some() != seeded {
        let expected = if seeded { "the seed" } else { "none" };
        let found = found.seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
        return same("seed", expected, found.as_str());
    }
    let expected = if head.lots { found.lots_of(course.table().seats()) } else { None };
    same("lots", &lots_text(expected.as_deref()), &lots_text(found.lots.as_deref()))
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

fn score_text(result: &ResultRecord) -> String {
    match (&result.score, result.shared) {
        (None, None) => "none".to_owned(),
        (Some(points), None) => words(points),
        (None, Some(points)) => format!("shared {points}"),
        (Some(_), Some(_)) => "both score and shared".to_owned(),
    }
}
