//! The form of a variant's games in PGN. The moves in PGN are the texts of the actions, so this form does not hold
//! them.

use std::collections::BTreeMap;

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
}

impl Pgn {
    /// The form of a variant without annotations, which writes every start position in the tag `FEN`. `variant` gives
    /// the tag `Variant`.
    pub const fn plain(variant: fn(&BTreeMap<String, String>) -> Option<&'static str>) -> Self {
        Self { variant, fen: |start| Some(start.to_owned()), lead: |_, _| None, first: |_| 1, annotated: false }
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
