//! Batched syncing of the logs of finished matches.

use super::{JournalError, UnsyncedLog};

/// Syncs logs, and calls `told` for each log with the result. The system is asked to begin writing all logs before the
/// first sync waits, so one flush of the disk serves several logs.
pub fn sync_together<T>(batch: Vec<(T, Option<UnsyncedLog>)>, told: impl FnMut(T, Result<(), JournalError>)) {
    let begin = |log: &Option<UnsyncedLog>| log.iter().for_each(UnsyncedLog::begin);
    in_two_steps(batch, begin, |log| log.map_or(Ok(()), UnsyncedLog::finish), told);
}

fn in_two_steps<T, L, E>(
    batch: Vec<(T, L)>,
    begin: impl Fn(&L),
    finish: impl Fn(L) -> Result<(), E>,
    mut told: impl FnMut(T, Result<(), E>),
) {
    batch.iter().for_each(|(_, log)| begin(log));
    for (owner, log) in batch {
        told(owner, finish(log));
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
        let finish = |log: i32| {
            step("finish", log);
            if log == 2 { Err(log) } else { Ok(()) }
        };
        in_two_steps(vec![(1, 1), (2, 2), (3, 3)], |log| step("begin", *log), finish, told);
        let expected = "begin 1, begin 2, begin 3, finish 1, told 1, finish 2, told 2, finish 3, told 3";
        assert_eq!(steps.borrow().join(", "), expected);
    }
}
