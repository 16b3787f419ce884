//! Claims on files, so that two arbiters do not write the same one.

use std::{
    fs::{File, TryLockError},
    thread,
    time::{Duration, Instant},
};

/// For how long a claim is tried. An arbiter that was killed while it started a bot leaves a process that shares its
/// claims until it becomes its program.
const PATIENCE: Duration = Duration::from_millis(200);

const PAUSE: Duration = Duration::from_millis(2);

/// Claims a file until it is closed. False where another has it; on a file system without claims everybody has.
pub(crate) fn claim(file: &File) -> bool {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return false,
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
}
