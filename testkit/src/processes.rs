//! Processes of a test: marks them, finds them again and waits for them.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The time that a test waits for an expected event.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until a condition is true. Panics after [`PATIENCE`].
#[track_caller]
pub fn eventually(what: &str, is_so: impl FnMut() -> bool) {
    assert!(comes(is_so), "waited in vain: {what}");
}

/// Waits until a condition is true. Returns false after [`PATIENCE`].
pub fn comes(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    // Many conditions look at all processes, which keeps a busy machine from getting there.
    let mut pause = Duration::from_millis(2);
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(50));
    }
}

/// Returns a text that is not in the arguments of any other process.
pub fn marker(name: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("marker-{}-{}-{name}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Returns the folder for files of tests, in the target folder.
pub fn tests_folder() -> PathBuf {
    crate::programs().parent().unwrap().join("tmp")
}

/// Creates an empty directory for one test.
pub fn scratch(name: &str) -> PathBuf {
    let dir = tests_folder().join(marker(name));
    // An old test may have had the same process number.
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    // Messages and bots use the path without `..`.
    dir.canonicalize().unwrap()
}

/// Writes a file that can be executed.
pub fn put_program(path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
    fs::write(&path, content).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
}

/// Returns the state and the command line of each process that has this text in its arguments.
pub fn survivors(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&words);
        // A text of several words is found with spaces between them.
        if line.contains(marker) || (marker.contains(' ') && line.replace('\0', " ").contains(marker)) {
            let line = line.replace('\0', " ");
            found.push(format!("{} {line}", state(&entry.path())));
        }
    }
    found
}

/// Returns the state of a process from its directory in /proc.
pub fn state(dir: &Path) -> char {
    let stat = fs::read_to_string(dir.join("stat")).unwrap_or_default();
    stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap_or('?')
}
