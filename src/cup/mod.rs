//! Playing a tournament: a [`Tournament`] plays what [`Progress`](uvi_cup::Progress) hands out and keeps what comes of it in
//! a [`Store`].

mod chain;
mod cluster;
mod desk;
mod drafts;
mod judge;
mod lines;
mod longest;
mod merge;
mod needs;
mod pool;
mod programs;
mod proof;
mod retired;
mod run;
mod secret;
mod shard_paper;
mod shard_store;
mod source;
mod sources;
mod standing;
mod store;
mod store_error;
mod words;
mod worker;

pub use chain::{GameLink, Mark};
pub use cluster::cluster;
pub use judge::{Judge, NoJudgement};
pub use merge::{Merge, Merged, Output};
pub use needs::{clock_warnings, warnings};
pub use programs::{Lost, contents, misplaced};
pub use proof::Missing;
pub use run::{Budget, Event, Failed, Kept, Order, RunEnd, Tournament};
pub use shard_paper::{Attempt, PaperBot, ShardPaper, ShardState};
pub use shard_store::{Packing, ShardStore};
pub use store::{Begin, CHAIN, PLAN, RESULTS, SHARDS, Store, TIMES};
pub use store_error::StoreError;
pub use worker::{NoGame, NotPlayed};
