//! Verification of a log: replays the log without any bot, and reports the facts that this proves.

use sha2::{Digest as _, Sha256};
use uvi::{Digest, Seed};
use uvi_games::game::Registry;

use super::{Head, Log, LogError, Probe, Record, RecordError, ResultRecord, Walk, read, record_error::same};

/// The reason for which each field of a log is believed, a field a line, in the order of the records: the `type` of the
/// record, the field, `follows`, `checked` or `on trust`, and the fields from which the value follows or the check.
pub const GROUNDS: &str = include_str!("grounds.txt");

/// The facts that a verified log proves.
#[derive(Debug, Clone)]
pub struct VerifiedLog {
    /// The first record.
    pub head: Head,
    /// The last record; `None` if the log was cut off before it.
    pub result: Option<ResultRecord>,
    /// The proof of the chance events.
    pub chance: Chance,
    /// The number of records, including the head, without a torn last line.
    pub records: usize,
    /// True if the last line is torn (incomplete).
    pub torn: bool,
}

/// The degree to which the chance events of a log are proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// Each event follows from the seed, and the seed fits the commitment.
    Proven,
    /// The seed is not published, so each event is only known to be possible.
    SeedUnknown,
    /// The game was imported, so each event is only known to be possible.
    Imported,
}

/// Verifies a log of one of the registry's variants. `seed` is used only for a log without its own (interrupted).
pub fn verify(registry: Registry, text: &[u8], seed: Option<&Seed>) -> Result<VerifiedLog, LogError> {
    verify_by_tables(registry, text, seed, None)
}

/// Verifies a log as [`verify`] does. With tables of endgames, nothing that they say is taken on trust.
pub fn verify_by_tables(
    registry: Registry,
    text: &[u8],
    seed: Option<&Seed>,
    probe: Option<Probe>,
) -> Result<VerifiedLog, LogError> {
    let mut log = read(registry, text)?;
    log.probe = probe;
    let published = log.seed();
    let seed = if log.head.commitment.is_some() { published.as_ref().or(seed) } else { None };
    Walk::new(&log, seed)?.to_end()?;
    // Fields that do not follow from the game, such as times, are covered by the SHA-256 alone.
    check_lines(&log, text)?;
    let chance = match seed {
        Some(_) => Chance::Proven,
        None if log.head.commitment.is_none() => Chance::Imported,
        None => Chance::SeedUnknown,
    };
    let (result, records) = (log.result().cloned(), log.records.len() + 1);
    Ok(VerifiedLog { head: log.head, result, chance, records, torn: log.torn })
}

/// Checks the SHA-256 in the result record, which covers all lines before that record. Older logs have none.
fn check_lines(log: &Log, text: &[u8]) -> Result<(), LogError> {
    let Some((line, Record::Result(ResultRecord { sha256: Some(found), .. }))) = log.records.last() else {
        return Ok(());
    };
    let last = text[..log.whole].split_inclusive(|&byte| byte == b'\n').next_back().map_or(0, <[u8]>::len);
    let digest = |text: &[u8]| Digest(Sha256::digest(text).into());
    let covered = &text[..log.whole - last];
    let expected = digest(covered);
    if expected != *found {
        // JSON escapes a CR in a text, so those that remain are of line ends.
        let unix: Vec<u8> = covered.iter().copied().filter(|&byte| byte != b'\r').collect();
        if digest(&unix) == *found {
            return Err(LogError { line: 1, wrong: RecordError::CarriageReturns });
        }
    }
    same("sha256", &expected, found).map_err(|wrong| LogError { line: *line, wrong })
}
