//! The zoo: every hostile behaviour at every stage of a match, and how it is kept.

pub mod behaviours;
pub mod keeping;
