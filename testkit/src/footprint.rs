//! The resources that a daemon holds.

use std::{fs, path::Path};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Footprint {
    /// The private memory in bytes, without pages shared with files.
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
        // The descriptors of a process under another account cannot be listed, but the length of the directory is their
        // number.
        let descriptors = match fs::read_dir(proc.join("fd")) {
            Ok(open) => open.count(),
            Err(_) => fs::metadata(proc.join("fd")).unwrap().len() as usize,
        };
        Self { memory, descriptors, threads }
    }

    /// True if the process has as many descriptors and threads as before.
    pub fn gave_back(self, before: Self) -> bool {
        (self.descriptors, self.threads) == (before.descriptors, before.threads)
    }

    /// Returns the larger of each pair of figures.
    pub fn most(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            descriptors: self.descriptors.max(other.descriptors),
            threads: self.threads.max(other.threads),
        }
    }
}
