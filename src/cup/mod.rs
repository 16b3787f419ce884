//! Plays tournaments: a [`Tournament`] plays the games that a [`Runner`](uvi_cup::Runner) starts, and keeps their
//! results in a [`Folder`].

mod cluster;
mod folder;
mod judge;
mod needs;
mod play;
mod programs;
mod words;

pub use cluster::{Merge, Merged, Output};
pub use folder::{
    Attempt, Begin, Folder, FolderError, FolderState, FolderView, GameLink, ManifestBot, Mark, Missing, Opened,
    ShardManifest, ShardState, continued,
    names::{CHAIN, PLAN, RESULTS, SHARDS, TIMES},
};
pub use judge::{Judge, NoJudgement};
pub use needs::{clock_warnings, warnings};
pub use play::{Failed, NoGame, NotPlayed, Tournament};
pub use programs::{Lost, contents, misplaced};
