//! Processes of a test: how they are marked, found again and waited for.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long a test waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until something is so.
#[track_caller]
pub fn eventually(what: &str, is_so: impl FnMut() -> bool) {
    assert!(comes(is_so), "waited in vain: {what}");
}

/// Whether something becomes so, however long a test has patience.
pub fn comes(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if is_so() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// A text that no other process has among its arguments.
pub fn marker(name: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("marker-{}-{}-{name}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Where tests keep what they make: in the target folder.
pub fn tests_folder() -> PathBuf {
    crate::programs().parent().unwrap().join("tmp")
}

/// An empty directory of its own.
pub fn scratch(name: &str) -> PathBuf {
    let dir = tests_folder().join(marker(name));
    // A test of long ago may have had the same process number.
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    // Messages and bots name it without `..`.
    dir.canonicalize().unwrap()
}

/// The processes with this text among their arguments, each as its state and its command line.
pub fn survivors(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&words).replace('\0', " ");
        if line.contains(marker) {
            found.push(format!("{} {line}", state(&entry.path())));
        }
    }
    found
}

/// The state of a process, by its directory in /proc.
pub fn state(dir: &Path) -> char {
    let stat = fs::read_to_string(dir.join("stat")).unwrap_or_default();
    stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap_or('?')
}
