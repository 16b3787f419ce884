//! A file that a bot is made of.

use serde::{Deserialize, Serialize};
use uvi::Digest;

/// A file of a bot, with its hash.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The index of the word of the command line that names the file; 0 is the program.
    pub word: u32,
    /// The SHA-256 of the file.
    pub sha256: Digest,
}
