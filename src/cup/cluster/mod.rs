//! Tournaments that are played in shards. [`Merge`] makes the folder that one machine would have made, from the logs of
//! shards. Only the command line uses this module.

mod drafts;
mod input;
mod inputs;
mod merge;

pub use merge::{Merge, MergeResult, MergeTarget};
