//! Verifying a log: walking through it without any bot, and saying what that proves.

use sha2::{Digest as _, Sha256};
use uvi::{Digest, Seed};
use uvi_games::game::Registry;

use super::{Head, Log, LogError, Record, ResultRecord, Walk, read, wrong::same};

/// What a verified log proves.
#[derive(Debug, Clone)]
pub struct Verified {
    /// The first record.
    pub head: Head,
    /// The result; none if the log was cut off before it.
    pub result: Option<ResultRecord>,
    /// What could be said of its chance events.
    pub chance: Chance,
    /// How many records it has, the torn one not counted.
    pub records: usize,
    /// Whether its last line was torn.
    pub torn: bool,
}

/// What could be said of a log's chance events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// Each follows from the seed, and the seed fits the commitment.
    Proven,
    /// The seed has not been published: each is possible.
    SeedUnknown,
    /// The game was imported: each is possible.
    Imported,
}

/// Verifies a log of one of these variants. `seed` is used where the log does not publish one itself (an interrupted match).
///
/// # Errors
/// Names the first line that does not follow from what was before.
pub fn verify(registry: Registry, text: &[u8], seed: Option<&Seed>) -> Result<Verified, LogError> {
    let log = read(registry, text)?;
    let published = log.seed();
    let seed = if log.head.commitment.is_some() { published.as_ref().or(seed) } else { None };
    Walk::new(&log, seed)?.to_end()?;
    // What does not follow from the game, such as times, is as it was written.
    check_lines(&log, text)?;
    let chance = match seed {
        Some(_) => Chance::Proven,
        None if log.head.commitment.is_none() => Chance::Imported,
        None => Chance::SeedUnknown,
    };
    let (result, records) = (log.result().cloned(), log.records.len() + 1);
    Ok(Verified { head: log.head, result, chance, records, torn: log.torn })
}

/// Whether the lines before the result are those of which it has the SHA-256. Older logs have none.
fn check_lines(log: &Log, text: &[u8]) -> Result<(), LogError> {
    let Some((line, Record::Result(ResultRecord { sha256: Some(found), .. }))) = log.records.last() else {
        return Ok(());
    };
    let last = text[..log.whole].split_inclusive(|&byte| byte == b'\n').next_back().map_or(0, <[u8]>::len);
    let expected = Digest(Sha256::digest(&text[..log.whole - last]).into());
    same("sha256", &expected, found).map_err(|wrong| LogError { line: *line, wrong })
}
