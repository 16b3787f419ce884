//! A tournament as a value: what is played, by whom, on which luck, and what the results say. It starts no process, reads
//! no clock and touches no file.
//!
//! A [`File`](file::File) becomes a [`Plan`]; [`schedule`] says who meets whom, and a game is a pure function of the plan
//! and its number. [`Progress`] hands out games and takes in their results, in whatever order they end; [`stats`] are
//! worked out from results alone, and [`Standings`] put them together.

mod cluster;
mod copies;
mod counted;
mod difference;
mod drawn;
mod effort;
mod epd;
mod facts;
pub mod file;
mod forecast;
mod growth;
mod keys;
mod lead;
mod machines;
mod openings;
mod plan;
mod planning;
mod progress;
mod result;
mod runner;
pub mod schedule;
mod shard;
mod spans;
mod standings;
pub mod stats;
mod supply;
mod test;
mod trial;
mod trouble;
mod words;
mod writing;

pub use cluster::{Cluster, Condition, ShardRow};
pub use copies::{Fingerprint, NoFingerprint};
pub use counted::counted;
pub use difference::{Difference, Missing};
pub use effort::{Effort, SeatEffort};
pub use facts::Facts;
pub use forecast::Forecast;
pub use growth::NoGrowth;
pub use lead::Lead;
pub use machines::{MachineRow, Machines, Place, Unevenness};
pub use openings::{Balance, ByLot, MOST_DECISIONS, MOST_OPENINGS, TooFew};
pub use plan::{Entrant, Opening, Plan, log, name};
pub use planning::{Outside, Unusable};
pub use progress::{Coming, Next, OtherGame, Progress};
pub use result::{BadScore, GameResult, GameTimes, Held, SeatFault, SeatTimes, WrongLog};
pub use runner::{
    FinishedGame, MOST_RUNNING, News, RunEnd, Runner, RunnerCommand, RunnerEvent, RunnerOutput, TimeBudget,
    most_unsynced,
};
pub use shard::{Lot, MOST_SHARDS, NoShard, Shard, Spread};
pub use spans::{NoSpans, Spans};
pub use standings::{
    BotRow, BySeed, Column, Copied, Duel, EFFORT, EndRow, Figure, NoTieBreak, NormalLine, PAIR, PairRow, Ranking,
    Rated, RatedGame, SprtLine, Standings, TieBreak, Times,
};
pub use test::{LeadTest, SprtTest, Test, of_lead};
pub use trial::GateFaults;
pub use trouble::{Flaw, Trouble};
pub use writing::spanned;
