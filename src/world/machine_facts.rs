//! Facts about this machine, for people who read results from it.

use std::{env, fs};

use super::threads::cores;

/// Facts about a machine.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineFacts {
    /// Its name: from `ARBITER_HOST`, from Slurm, or from the system.
    pub host: String,
    /// Its processor.
    pub cpu: String,
    /// The number of cores that the arbiter may use.
    pub cores: usize,
    /// The mean number of runnable programs in the last minute.
    pub load: f64,
}

impl MachineFacts {
    /// The facts about this machine now.
    pub fn here() -> Self {
        Self { host: host(), cpu: cpu(), cores: cores().get(), load: load() }
    }
}

fn host() -> String {
    let said = ["ARBITER_HOST", "SLURMD_NODENAME"].iter().find_map(|name| env::var(name).ok());
    said.filter(|name| !name.is_empty())
        .unwrap_or_else(|| rustix::system::uname().nodename().to_string_lossy().into_owned())
}

fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default()
}
