//! How the games of a variant stand in PGN, beside their moves, whose texts are those of their actions.

use std::collections::BTreeMap;

/// How the games of a variant stand in PGN.
#[derive(Debug, Clone, Copy)]
pub struct Pgn {
    /// What the tag `Variant` says under these rule options; `None` to omit it.
    pub variant: fn(&BTreeMap<String, String>) -> Option<&'static str>,
    /// What the tag `FEN` says of a start; `None` for the usual one, which omits it.
    pub fen: fn(&str) -> Option<String>,
    /// What was played before this start, as far as the start says it: such moves have a part in what repeats.
    pub lead: fn(&BTreeMap<String, String>, &str) -> Option<LeadIn>,
    /// The number of the first turn after this start.
    pub first: fn(&str) -> u32,
    /// Whether times, scores and depths are written as chess programs write them, in tags and behind each move.
    pub annotated: bool,
}

impl Pgn {
    /// Games in which every start is told, under this name.
    pub const fn plain(variant: fn(&BTreeMap<String, String>) -> Option<&'static str>) -> Self {
        Self { variant, fen: |start| Some(start.to_owned()), lead: |_, _| None, first: |_| 1, annotated: false }
    }
}

/// What was played before a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadIn {
    /// The position before it.
    pub start: String,
    /// The number of each seat that moved, and its move as people write it.
    pub moves: Vec<(u32, String)>,
}
