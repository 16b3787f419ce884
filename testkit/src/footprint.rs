//! What a daemon holds of its system.

use std::{fs, path::Path};

/// What a process holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Footprint {
    /// Bytes of memory that are its own: what its files share with others is left out.
    pub memory: u64,
    pub descriptors: usize,
    pub threads: usize,
}

impl Footprint {
    pub fn by(proc: &Path) -> Self {
        let status = fs::read_to_string(proc.join("status")).unwrap();
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        let memory = kilobytes.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10;
        let threads = fs::read_dir(proc.join("task")).unwrap().count();
        // An arbiter's descriptors are closed to its own account; how many there are is the length of their directory.
        let descriptors = match fs::read_dir(proc.join("fd")) {
            Ok(open) => open.count(),
            Err(_) => fs::metadata(proc.join("fd")).unwrap().len() as usize,
        };
        Self { memory, descriptors, threads }
    }

    /// Whether it has no descriptor and no thread more or less than before.
    pub fn gave_back(self, before: Self) -> bool {
        (self.descriptors, self.threads) == (before.descriptors, before.threads)
    }

    /// The greater of each two figures.
    pub fn most(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            descriptors: self.descriptors.max(other.descriptors),
            threads: self.threads.max(other.threads),
        }
    }
}
