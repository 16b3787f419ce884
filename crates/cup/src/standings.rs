//! The standings: the figures that results give for each bot, for programs and people. The module knows no files.
//!
//! Each column is one row of code in the file of the table's row type: [`BotRow`], [`PairRow`]. Text, CSV and the
//! report take its word, heading, legend and cells from there. JSON and its schema are the fields of the row type.

mod bot_row;
mod column;
mod csv;
mod field;
mod figure;
mod game_counts;
mod leagues;
mod pair_row;
mod rated;
mod summary;
mod text;
mod ties;

pub use bot_row::{BotRow, EFFORT, Times};
pub(crate) use column::Cell;
pub use column::Column;
pub(crate) use field::LadderTerms;
pub use game_counts::{CopiedGames, EndRow};
pub use pair_row::{CORRECTED, Duel, NormalLine, PAIR, PairRow, SprtLine};
pub use rated::{RatedGame, RatedGames};
pub use summary::Standings;
pub(crate) use text::by_columns;
