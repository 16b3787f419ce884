//! The logs of a tournament's folder that may belong to unfinished games. They are in no order: the arbiter prefers
//! games whose bots already run to the next ones of the plan.

use std::{collections::BTreeSet, fs, path::Path, time::SystemTime};

/// The number of logs for which a changed folder is listed at every look. For each multiple, one more look passes
/// between two listings, so that many finished games cost little.
const LOGS_PER_LOOK: usize = 20_000;

/// The numbers of the games that have a log and were not finished at the last listing.
#[derive(Debug, Default)]
pub(super) struct LogList {
    games: BTreeSet<u64>,
    /// The modification time of the folder before the last listing; `None` before the first one.
    modified: Option<SystemTime>,
    /// True if the last two listings found the same modification time. A log that is added within the resolution of that
    /// time does not change it, so a changed folder is listed twice.
    is_settled: bool,
    /// The number of looks until the next listing.
    rest: usize,
}

impl LogList {
    /// Lists the folder if it has changed. Omits finished games.
    pub(super) fn look(&mut self, folder: &Path, is_finished: impl Fn(u64) -> bool) {
        if let Some(rest) = self.rest.checked_sub(1) {
            self.rest = rest;
            return;
        }
        let modified = fs::metadata(folder).and_then(|found| found.modified()).ok();
        if self.is_settled && modified == self.modified {
            return;
        }
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut logs = 0;
        let numbers =
            entries.flatten().filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".jsonl")?.parse().ok());
        self.games = numbers.inspect(|_| logs += 1).filter(|game| !is_finished(*game)).collect();
        self.is_settled = modified == self.modified;
        self.modified = modified;
        self.rest = logs / LOGS_PER_LOOK;
    }

    pub(super) fn games(&self) -> impl Iterator<Item = u64> {
        self.games.iter().copied()
    }
}
