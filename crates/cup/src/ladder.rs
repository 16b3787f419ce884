//! A ladder as a value: bots that come, change and go, the rounds that they play, and their order. The module knows no
//! clock, no file and no random source.
//!
//! A ladder is a row of **rounds**. Each round is a tournament of one game of the ladder whose tables are listed
//! ([`Format::Tables`](crate::schedule::Format::Tables)). [`Ladder`] hears finished rounds and chooses the tables of the
//! next one. Its choice follows from the results alone, and its size from the number of bots and of different results, not
//! from the number of games.

mod day_table;
mod finished_round;
mod game_list;
mod ladder;
mod ladder_file;
mod ladder_game;
mod ladder_table;
mod pairing;

pub use day_table::{DayRow, DayTable};
pub use finished_round::{BenchedBot, FinishedRound};
pub use game_list::{GameList, LastGames, RoundGame, without_version};
pub use ladder::Ladder;
pub use ladder_file::LadderFile;
pub use ladder_table::{LadderTable, OverallRow};
