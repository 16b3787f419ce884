//! The form of a variant's games in PGN. The moves in PGN are the texts of the actions, so this form does not hold
//! them.

use std::collections::BTreeMap;

use uvi::Word;

use super::Table;

/// The form of a variant's games in PGN.
#[derive(Debug, Clone, Copy)]
pub struct Pgn {
    /// The value of the tag `Variant` under these rule options; `None` omits the tag.
    pub variant: fn(&BTreeMap<String, String>) -> Option<&'static str>,
    /// The value of the tag `FEN` for a start position; `None` for the usual start, which omits the tag.
    pub fen: fn(&str) -> Option<String>,
    /// The moves that led to a start position, from the rule options and the position; `None` if the position does not
    /// tell them. Repetitions count the positions of these moves.
    pub lead: fn(&BTreeMap<String, String>, &str) -> Option<LeadIn>,
    /// The number of the first turn after a start position.
    pub first: fn(&str) -> u32,
    /// True if times, scores and depths are written as chess programs write them, in tags and after each move.
    pub annotated: bool,
    /// The reader of games; `None` if they cannot be imported.
    pub reading: Option<PgnReading>,
}

/// The meaning of the tags and moves of games in PGN.
#[derive(Debug, Clone, Copy)]
pub struct PgnReading {
    /// The position of the usual start.
    pub usual: &'static str,
    /// The start of a game with these values of the tags `Variant` and `FEN`. Returns the reason if the game is of another
    /// variant, or cannot start there.
    pub start: fn(Option<&str>, Option<&str>) -> Result<PgnStart, String>,
    /// The action that a move stands for in a position. Returns the reason if there is no such action. The game may be
    /// over.
    pub action: fn(&dyn Table, &str) -> Result<Word, String>,
    /// The letters of king, queen, rook, bishop and knight in other languages than English.
    pub letters: &'static [&'static str],
    /// The position after a null move; `None` if no move can be passed there.
    pub null: fn(&dyn Table) -> Option<String>,
    /// The moves by which electronic boards write down that a result was agreed.
    pub signals: &'static [&'static str],
    /// The rule option under which a game goes on if nobody claims its end.
    pub unclaimed: (&'static str, &'static str),
    /// The reasons of draws that are younger than many games, which go on after them.
    pub recent: &'static [&'static str],
}

/// The start of a game in PGN.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnStart {
    /// The rule options that the tags imply.
    pub options: Vec<(&'static str, &'static str)>,
    /// The position; `None` for the usual start.
    pub position: Option<String>,
}

impl Pgn {
    /// The form of a variant without annotations, which writes every start position in the tag `FEN`. `variant` gives
    /// the tag `Variant`.
    pub const fn plain(variant: fn(&BTreeMap<String, String>) -> Option<&'static str>) -> Self {
        Self {
            variant,
            fen: |start| Some(start.to_owned()),
            lead: |_, _| None,
            first: |_| 1,
            annotated: false,
            reading: None,
        }
    }
}

/// The moves before a start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadIn {
    /// The position before the moves.
    pub start: String,
    /// For each move: the number of the seat, and the move as people write it.
    pub moves: Vec<(u32, String)>,
}
