//! Playing a tournament: a [`Tournament`] plays the games that a [`Runner`](uvi_cup::Runner) starts, and keeps their
//! results in a [`Store`].

mod chain;
mod cluster;
mod drafts;
mod judge;
mod lines;
mod merge;
mod needs;
mod play;
mod programs;
mod proof;
mod retired;
mod secret;
mod shard_paper;
mod shard_store;
mod source;
mod sources;
mod standing;
mod store;
mod store_error;
mod words;

pub use chain::{GameLink, Mark};
pub use cluster::cluster;
pub use judge::{Judge, NoJudgement};
pub use merge::{Merge, Merged, Output};
pub use needs::{clock_warnings, warnings};
pub use play::{Failed, Kept, NoGame, NotPlayed, Tournament};
pub use programs::{Lost, contents, misplaced};
pub use proof::Missing;
pub use shard_paper::{Attempt, PaperBot, ShardPaper, ShardState};
pub use shard_store::{Packing, ShardStore};
pub use store::{Begin, CHAIN, PLAN, RESULTS, SHARDS, Store, TIMES};
pub use store_error::StoreError;
