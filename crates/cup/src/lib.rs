//! A tournament as a value: the bots, the pairings, the seeds and the results. The crate starts no process, reads no
//! clock and touches no file.
//!
//! A [`File`](file::File) becomes a [`Plan`]. [`schedule`] decides who meets whom; a game is a pure function of the
//! plan and its number. [`Progress`] hands out games and accepts their results in any order. [`stats`] are computed
//! from results alone, and [`Standings`] put them together.
//!
//! ```
//! use uvi_cup::schedule::{Company, Fixtures, Format, Next, Seatings};
//!
//! let mut fixtures = Fixtures::new(&Format::RoundRobin { rounds: 1, company: Company::Others }, 4, 2, Seatings::Balanced)?;
//! let mut met = Vec::new();
//! while let Next::One(block) = fixtures.step() {
//!     met.push(block.table);
//! }
//! assert_eq!(met.len(), 6, "each of four bots meets each other once");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

mod counted;
mod ladder;
mod plan;
mod play_line;
mod progress;
mod runner;
pub mod schedule;
mod shard;
mod standings;
pub mod stats;
mod terms;

pub use counted::{counted, percent};
pub use ladder::{
    BenchedBot, DayRow, DayTable, FinishedRound, GameList, Ladder, LadderFile, LadderTable, LastGames, OverallRow,
    RoundGame, without_version,
};
pub use plan::{
    Difference, Entrant, MOST_DECISIONS, MOST_OPENINGS, OpeningsError, Plan, PlanInputs, RandomOpenings, TrialResult,
    Trouble, TroubleCause, file, file::spanned, log, name, typed_position,
};
pub use play_line::{FaultLine, GameLine, PlayLine, SeatLine};
pub use progress::{
    ComingBlocks, Effort, Fingerprint, GameResult, GameTimes, GateFaults, KnownResults, Lead, LeadTest, LogFacts,
    NextBlocks, Progress, ResultCounts, SeatEffort, SeatFault, SeatTimes, SprtTest, Test, of_lead,
};
pub use runner::{
    FinishedGame, MOST_RUNNING, News, RunEnd, Runner, RunnerCommand, RunnerEvent, RunnerOutput, TestNews, TimeBudget,
    most_unsynced,
};
pub use shard::{MOST_SHARDS, Shard, ShardGames, Spread};
pub use standings::{
    BotRow, CORRECTED, Column, CopiedGames, Duel, EFFORT, EndRow, NormalLine, PAIR, PairRow, RatedGame, RatedGames,
    SprtLine, Standings, Times,
};
pub use terms::{Opening, Ranking, TieBreak};
