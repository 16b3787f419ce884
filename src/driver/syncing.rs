//! Batched syncing of the logs of finished matches.

use std::collections::BTreeSet;

use super::{JournalError, UnsyncedLog};

/// Syncs logs and their names, and calls `told` for each log with the result. The system is asked to begin writing all
/// logs before the first sync waits, and a folder is synced once, so one flush of the disk serves several logs.
pub fn sync_together<T>(batch: Vec<(T, Option<UnsyncedLog>)>, told: impl FnMut(T, Result<(), JournalError>)) {
    let mut folders = BTreeSet::new();
    let begin = |log: &Option<UnsyncedLog>| log.iter().for_each(UnsyncedLog::begin);
    let contents = |log: &Option<UnsyncedLog>| log.as_ref().map_or(Ok(()), UnsyncedLog::sync_contents);
    let name = |log: Option<UnsyncedLog>| log.map_or(Ok(()), |log| log.finish(&mut folders));
    in_three_steps(batch, begin, contents, name, told);
}

fn in_three_steps<T, L, E>(
    batch: Vec<(T, L)>,
    begin: impl Fn(&L),
    contents: impl Fn(&L) -> Result<(), E>,
    mut name: impl FnMut(L) -> Result<(), E>,
    mut told: impl FnMut(T, Result<(), E>),
) {
    batch.iter().for_each(|(_, log)| begin(log));
    let synced: Vec<_> = batch.into_iter().map(|(owner, log)| (owner, contents(&log), log)).collect();
    for (owner, contents, log) in synced {
        told(owner, contents.and_then(|()| name(log)));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn what_is_told_is_on_the_disk_and_what_came_together_goes_together() {
        let steps = RefCell::new(Vec::new());
        let step = |what: &str, log: i32| steps.borrow_mut().push(format!("{what} {log}"));
        let told = |log: i32, result: Result<(), i32>| {
            step("told", log);
            assert_eq!(result, if log == 2 { Err(2) } else { Ok(()) });
        };
        let contents = |log: &i32| {
            step("contents", *log);
            if *log == 2 { Err(*log) } else { Ok(()) }
        };
        let name = |log: i32| {
            step("name", log);
            Ok(())
        };
        in_three_steps(vec![(1, 1), (2, 2), (3, 3)], |log| step("begin", *log), contents, name, told);
        let expected = "begin 1, begin 2, begin 3, contents 1, contents 2, contents 3, name 1, told 1, told 2, name 3, \
                        told 3";
        assert_eq!(steps.borrow().join(", "), expected);
    }
}
