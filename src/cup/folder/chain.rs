//! The chain of a tournament. Each link has the SHA-256 of a game's log, and a SHA-256 over that, the result and the
//! link before. A change of a result or a log would require a change of all later links.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uvi::Digest;
use uvi_cup::GameResult;

/// A line of the chain. It is not in the results, because the log and so its SHA-256 depend on the time of play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameLink {
    /// The number of the game.
    pub game: u32,
    /// The SHA-256 of its log.
    pub log: Digest,
    /// The SHA-256 of the link before (32 zero bytes for the first), `log`, and the result's line without its newline.
    pub link: Digest,
}

impl GameLink {
    /// The link of a game after the link `before`; `None` for the first game.
    pub(crate) fn after(before: Option<Digest>, result: &GameResult, log: Digest) -> Self {
        let line = serde_json::to_vec(result).expect("a result has only text keys and finite numbers");
        let before = before.unwrap_or(Digest([0; 32]));
        let link = Sha256::new().chain_update(before.0).chain_update(log.0).chain_update(line);
        Self { game: result.game, log, link: Digest(link.finalize().into()) }
    }
}

/// The first bytes of a SHA-256. They distinguish logs, and a million of them fit in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogMark([u8; 8]);

impl From<Digest> for LogMark {
    fn from(digest: Digest) -> Self {
        let mut mark = [0; 8];
        mark.copy_from_slice(&digest.0[..8]);
        Self(mark)
    }
}

/// The first 12 hex digits, as people see a SHA-256.
impl fmt::Display for LogMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..6].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The SHA-256 of a log.
pub fn digest(log: &[u8]) -> Digest {
    Digest(Sha256::digest(log).into())
}
