//! Claims on files, so that two arbiters do not write the same one.

use std::{
    fs::{File, TryLockError},
    path::Path,
    sync::Once,
    thread,
    time::{Duration, Instant},
};

/// The time for which the arbiter tries to get a claim. If an arbiter is killed while it starts a bot, a child process
/// still holds its claims until that child executes the bot's program.
const PATIENCE: Duration = Duration::from_millis(200);

const PAUSE: Duration = Duration::from_millis(2);

/// Locks a file until it is closed; returns false if another process keeps it locked. If the file system has no locks,
/// logs one warning per process and returns true.
pub(super) fn claim(file: &File, path: &Path) -> bool {
    static TOLD: Once = Once::new();
    match try_to(|| file.try_lock()) {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            TOLD.call_once(|| {
                log::warn!(
                    "the file system of {} has no locks ({error}), so nothing stops a second arbiter from using the same \
                     files",
                    path.display()
                );
            });
            true
        }
    }
}

fn try_to(mut lock: impl FnMut() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    let begun = Instant::now();
    loop {
        match lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            tried => return tried,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_file_system_without_locks_is_told_from_a_file_that_another_has() {
        let mut tries = 0;
        let freed = try_to(|| {
            tries += 1;
            if tries < 3 { Err(TryLockError::WouldBlock) } else { Ok(()) }
        });
        assert!(freed.is_ok(), "{freed:?}");
        let none = try_to(|| Err(TryLockError::Error(io::ErrorKind::Unsupported.into())));
        assert!(matches!(none, Err(TryLockError::Error(_))), "{none:?}");
        let taken = try_to(|| Err(TryLockError::WouldBlock));
        assert!(matches!(taken, Err(TryLockError::WouldBlock)), "{taken:?}");
    }
}
