//! The parts of a game in PGN that cannot be followed.

use uvi_games::game::Outcome;

use super::TextPlace;

/// A part of a game that cannot be followed, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct MisreadGameError {
    /// The place in the text.
    pub place: TextPlace,
    /// The reason.
    pub fault: GameFaultError,
}

impl MisreadGameError {
    pub(super) fn new(place: TextPlace, fault: GameFaultError) -> Self {
        Self { place, fault }
    }
}

/// The reason for which a part of a game cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum GameFaultError {
    /// The tags are of another variant, or of a position that the rules forbid.
    #[error("{0}")]
    Start(String),
    #[error("this comment has no end: expected }}, found the next game or the end of the file")]
    OpenComment,
    #[error(
        "this variation has no end: expected ), found the next game or the end of the file; the log ends before it"
    )]
    OpenVariation,
    #[error("cannot play {found}: {why}; position {position}")]
    Move { found: String, why: String, position: String },
    #[error("cannot play {found}: the game is over before that: {outcome}")]
    AfterEnd { found: String, outcome: Outcome },
    #[error("the game is over before {found}: {outcome}; its log ends here")]
    GoesOn { found: String, outcome: Outcome },
    #[error(
        "the game is over before {found}: {outcome}; its log ends one move earlier, with the result that the text states"
    )]
    GoesOnToWin { found: String, outcome: Outcome },
    #[error(
        "the game is over with its last move: {0}; its log ends one move earlier, with the result that the text states"
    )]
    Won(Outcome),
    #[error("75 moves without a capture or a pawn move were played before this position; its log counts from 0")]
    Counter,
    #[error("a null move is no move of this game; the log ends before it")]
    Null,
    #[error("kings in the middle are an electronic board's sign that the game is over; the log ends before them")]
    Signal,
    #[error("the stated result is not that of the board: {0}; the log has that of the board")]
    Result(Outcome),
    #[error("the moves end with another result than the tag Result, {0}; the tag counts")]
    Results(String),
    #[error("expected 1-0, 0-1, 1/2-1/2 or * in the tag Result, found {0}")]
    UnknownResult(String),
}
