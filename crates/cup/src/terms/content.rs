//! A file that a bot is made of.

use serde::{Deserialize, Serialize};
use uvi::Digest;

/// A file that a bot is made of, and what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The word of the command line that names it; 0 is the program.
    pub word: u32,
    /// The SHA-256 of what it holds.
    pub sha256: Digest,
}
