//! Tournaments that are played in pieces: [`Merge`] makes the folder that one machine would have made from the logs of
//! shards. A leaf: nothing but the command line uses it.

mod drafts;
mod input;
mod inputs;
mod merge;

pub use merge::{Merge, Merged, Output};
