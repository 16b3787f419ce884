//! Claims on files, so that two arbiters do not write the same one.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
    sync::Once,
    thread,
    time::{Duration, Instant},
};

/// For how long a claim is tried. An arbiter that was killed while it started a bot leaves a process that shares its
/// claims until it becomes its program.
const PATIENCE: Duration = Duration::from_millis(200);

const PAUSE: Duration = Duration::from_millis(2);

/// Whose a file is.
#[derive(Debug)]
pub(crate) enum Claim {
    /// It is ours until it is closed.
    Ours,
    /// Another has it.
    Theirs,
    /// The file system has no claims, so that nobody can say.
    Nobody(io::Error),
}

/// Claims a file until it is closed. A file system without claims is told once, and then everybody has.
pub(crate) fn claim(file: &File, path: &Path) -> bool {
    static TOLD: Once = Once::new();
    match try_to(|| file.try_lock()) {
        Claim::Ours => true,
        Claim::Theirs => false,
        Claim::Nobody(error) => {
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

fn try_to(mut lock: impl FnMut() -> Result<(), TryLockError>) -> Claim {
    let begun = Instant::now();
    loop {
        match lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Claim::Theirs,
            Err(TryLockError::Error(error)) => return Claim::Nobody(error),
            Ok(()) => return Claim::Ours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_without_locks_is_told_from_a_file_that_another_has() {
        let mut tries = 0;
        let freed = try_to(|| {
            tries += 1;
            if tries < 3 { Err(TryLockError::WouldBlock) } else { Ok(()) }
        });
        assert!(matches!(freed, Claim::Ours), "{freed:?}");
        let none = try_to(|| Err(TryLockError::Error(io::ErrorKind::Unsupported.into())));
        assert!(matches!(none, Claim::Nobody(_)), "{none:?}");
        let taken = try_to(|| Err(TryLockError::WouldBlock));
        assert!(matches!(taken, Claim::Theirs), "{taken:?}");
    }
}
