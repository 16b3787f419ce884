//! The vocabulary of games: seats, turns, scores, chance, rule options, and the trait of a game. The module knows no
//! game by name, no clock, thread, file, process or random source.

mod chance;
pub mod encoding;
mod endgame;
mod error;
mod forfeit;
mod gain;
mod game_words;
mod gesture;
pub mod laws;
mod meant;
mod options;
mod outcome;
mod perft;
mod pgn;
mod picture;
mod position_field;
mod rules;
mod seat;
pub mod sense;
mod table;
mod variant;
mod written;

pub use chance::{Draw, DrawWords, Stream, commitment, derive, lots};
pub use endgame::{Endgame, MoveCounts};
pub use error::{IllegalError, PositionError, RefusalError, UnreadableError};
pub use forfeit::{Forfeits, forfeit};
pub use gain::Gain;
pub use game_words::{GameWords, description};
pub use gesture::{Gesture, GestureWord};
pub use meant::{meant, suggestion};
pub use options::{OptionError, OptionRow, OptionValues, RuleOptionKind};
pub use outcome::{LineEnd, Outcome, Score, ScoredTurn, Turn};
pub use perft::perft;
pub use pgn::{LeadIn, Pgn, PgnReading, PgnStart};
pub use picture::{NAME, Picture};
pub use position_field::{FieldForm, PositionField};
pub use rules::{Actor, Game, Style};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use table::{ActionEffect, Choice, Table};
pub use uvi::{Digest, Points, Seed, TurnPart};
pub use variant::{Registry, Row, Variant};
pub(crate) use written::bare;
pub use written::written;
