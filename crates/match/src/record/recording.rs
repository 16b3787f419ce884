//! The records of a game, and their comparison with the records of a log.

use uvi::{Fault, Lots, Words};
use uvi_games::game::{Score, ScoredTurn, Seat};

use super::{
    Complaint, FaultRecord, Head, Record, RecordError, ResultRecord, SaidLine, ScoreRecord, record_error::same,
};

impl FaultRecord {
    /// The record of a fault of a seat.
    pub(crate) fn of(seat: Seat, fault: Fault, complaint: Complaint) -> Self {
        let text = complaint.to_string();
        let Complaint { said, position, .. } = complaint;
        let (line, column) = said.map(|SaidLine { line, column }| (line, column)).unzip();
        let position = position.map(Words::into_string);
        Self { seat: seat.number(), fault, text, line, column, position, stderr: None, info: None }
    }
}

impl From<ScoredTurn> for ScoreRecord {
    fn from(ScoredTurn { turn, points, total, chain, longest }: ScoredTurn) -> Self {
        Self { turn, points, total, chain, longest }
    }
}

impl ResultRecord {
    /// The end of a game for this reason and with this score, before the course adds what it knows.
    pub(super) fn new(reason: &str, score: Option<Score>) -> Self {
        let (score, shared) = match score {
            Some(Score::Each(points)) => (Some(points.values().copied().collect()), None),
            Some(Score::Shared(points)) => (None, Some(points)),
            None => (None, None),
        };
        Self { reason: reason.to_owned(), score, shared, ..Self::default() }
    }
}

impl Record {
    /// Checks that `found`, from a log of so many seats with this head, has the values of this record in all fields
    /// that follow from the game.
    pub(super) fn compare(&self, found: &Self, seats: u8, head: &Head) -> Result<(), RecordError> {
        match (self, found) {
            (Self::Chance(chance), Self::Chance(found)) => {
                same("n", &chance.n, &found.n)?;
                same("action", &chance.action, &found.action)
            }
            (Self::Action(action), Self::Action(found)) => {
                same("n", &action.n, &found.n)?;
                same("seat", &action.seat, &found.seat)?;
                same("action", &action.action, &found.action)?;
                same("text", &action.text, &found.text)?;
                same("forced", &action.forced, &found.forced)?;
                same("random", &action.random, &found.random)
            }
            (Self::Score(scored), Self::Score(found)) => {
                same("turn", &scored.turn, &found.turn)?;
                same("points", &scored.points, &found.points)?;
                same("total", &scored.total, &found.total)?;
                same("chain", &scored.chain.join(" "), &found.chain.join(" "))?;
                same("longest", &number_or_none(scored.longest), &number_or_none(found.longest))
            }
            (Self::Fault(fault), Self::Fault(found)) => {
                same("seat", &fault.seat, &found.seat)?;
                same("fault", &fault.fault, &found.fault)
            }
            (Self::Try(again), Self::Try(found)) => {
                same("seat", &again.seat, &found.seat)?;
                same("fault", &again.fault, &found.fault)?;
                same("left", &again.left, &found.left)
            }
            (Self::Vacated(vacated), Self::Vacated(found)) => {
                same("seat", &vacated.seat, &found.seat)?;
                same("reason", &vacated.reason, &found.reason)
            }
            (Self::Undo(undo), Self::Undo(found)) => {
                same("plies", &undo.plies, &found.plies)?;
                same("to", &undo.to, &found.to)
            }
            (Self::Result(result), Self::Result(found)) => compare_results(result, found, seats, head),
            (expected, found) => Err(RecordError::Order { expected: expected.kind(), found: found.kind() }),
        }
    }
}

/// Compares the result that follows from the game with the result of a log with this head.
fn compare_results(expected: &ResultRecord, found: &ResultRecord, seats: u8, head: &Head) -> Result<(), RecordError> {
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
    let expected = if head.lots { found.lots_of(seats) } else { None };
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
