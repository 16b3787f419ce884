//! A tournament as a value: the bots, the pairings, the seeds and the results. The crate starts no process, reads no
//! clock and touches no file.
//!
//! A [`File`](file::File) becomes a [`Plan`]. [`schedule`] decides who meets whom; a game is a pure function of the
//! plan and its number. [`Progress`] hands out games and accepts their results in any order. [`stats`] are computed
//! from results alone, and [`Standings`] put them together.

mod counted;
mod plan;
mod progress;
mod runner;
pub mod schedule;
mod shard;
mod spans;
mod standings;
pub mod stats;
mod terms;

pub use counted::counted;
pub use plan::{
    ByLot, Difference, Entrant, Flaw, MOST_DECISIONS, MOST_OPENINGS, Missing, NoGrowth, Outside, Plan, TooFew, Trouble,
    Unusable, file, file::spanned, log, name,
};
pub use progress::{
    BadScore, Coming, Effort, Facts, Fingerprint, Forecast, GameResult, GameTimes, GateFaults, Held, Lead, LeadTest,
    Next, NoFingerprint, OtherGame, Progress, SeatEffort, SeatFault, SeatTimes, SprtTest, Test, WrongLog, of_lead,
};
pub use runner::{
    FinishedGame, MOST_RUNNING, News, RunEnd, Runner, RunnerCommand, RunnerEvent, RunnerOutput, TimeBudget,
    most_unsynced,
};
pub use shard::{Lot, MOST_SHARDS, NoShard, Shard, Spread};
pub use spans::{NoSpans, Spans};
pub use standings::{
    BotRow, BySeed, Column, Copied, Duel, EFFORT, EndRow, Figure, NormalLine, PAIR, PairRow, Rated, RatedGame,
    SprtLine, Standings, Times,
};
pub use terms::{Balance, NoTieBreak, Opening, Ranking, TieBreak};
