//! The rule options that several games have, and the ends to which they lead.

use super::{Colours, Squares, words::Phase};
use crate::{
    board::Side,
    game::{BySeat, OptionError, OptionRow, OptionValues, Outcome, Points, RuleOptionKind, Score, SeatSet, Turn},
};

/// The option `board`, which all games have.
pub(super) const BOARD: OptionRow = OptionRow {
    name: "board",
    kind: RuleOptionKind::Text { default: "dealt" },
    about: "the colours to start with, 64 letters R, Y, G, B from rank 8 to 1; dealt from the seed otherwise",
};

pub(super) fn board(values: &OptionValues) -> Result<Option<Colours>, OptionError> {
    let text = values.text("board");
    Colours::option(text).ok_or_else(|| OptionError::Value {
        name: "board",
        expected: "dealt, or 64 letters R, Y, G, B from rank 8 to 1, each a to h".to_owned(),
        found: text.to_owned(),
    })
}

pub(super) const BASELINE: OptionRow =
    OptionRow::combo("baseline", "choose", &["choose", "fixed"]).about("whether Black first turns the board");

/// The value of the option `baseline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Baseline {
    /// Black first chooses his baseline.
    Choose,
    /// The board stays as it lies.
    Fixed,
}

impl Baseline {
    pub(super) fn of(values: &OptionValues) -> Self {
        if values.text("baseline") == "fixed" { Self::Fixed } else { Self::Choose }
    }

    /// The side that acts first, and what it does.
    pub(super) const fn start(self) -> (Side, Phase) {
        match self {
            Self::Choose => (Side::Black, Phase::Baseline),
            Self::Fixed => (Side::White, Phase::Play),
        }
    }
}

/// The options of the second game of a match: the colours as they lie after Black's choice, and `baseline fixed`.
pub(super) fn rematch(colours: &Colours) -> Vec<(&'static str, String)> {
    vec![("board", colours.to_string().replace('/', "")), ("baseline", "fixed".to_owned())]
}

/// The value of the option `scoring`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// The winner scores 1.
    Win,
    /// The winner scores a number of pawns.
    Pawns,
}

impl Scoring {
    pub(super) fn of(values: &OptionValues) -> Self {
        if values.text("scoring") == "pawns" { Self::Pawns } else { Self::Win }
    }

    /// The outcome of a win; `pawns` count if the option says so.
    pub(super) fn won(self, reason: &'static str, winner: Side, pawns: Squares) -> Outcome {
        win(reason, winner, if self == Self::Win { 1 } else { pawns.len() as u32 })
    }
}

/// The outcome of a win that scores this number of points.
pub(super) fn win(reason: &'static str, winner: Side, points: u32) -> Outcome {
    let points = Points::new(points, 1).expect("1 is not 0");
    let score = BySeat::new(2, |seat| if seat == winner.seat() { points } else { Points::ZERO });
    Outcome { reason, score: Score::Each(score) }
}

/// The reason of an end, and the winner if there is one. Stored, because it is read more often than changed.
pub(super) type End = (&'static str, Option<Side>);

/// The turn of a game that has ended so.
pub(super) fn over((reason, winner): End) -> Turn {
    let score = winner.map_or_else(|| Score::split(2, SeatSet::all(2)), |winner| Score::win(2, winner.seat()));
    Turn::Over(Outcome { reason, score })
}
