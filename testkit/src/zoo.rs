//! The zoo: every hostile behaviour at every stage of a match, and the code that plays it.

pub mod behaviours;
pub mod keeping;
