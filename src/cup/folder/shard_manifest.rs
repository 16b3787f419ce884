//! The manifest of a shard: its plan, its bots, and the machines that have played it.

use std::{fs, path::Path, thread};

use serde::{Deserialize, Serialize};
use uvi::Digest;
use uvi_cup::{NoShard, Plan, Shard, file::Content};

use super::{
    disk::write_whole,
    error::{FolderError, if_there},
    names::MANIFEST,
};
use crate::regular;

/// The file `shard.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardManifest {
    /// Of which plan it is: [`Plan::id`].
    pub plan: Digest,
    /// Which shard it is, such as `3/20`.
    pub shard: String,
    /// How it stands.
    pub state: ShardState,
    /// The bots of the plan, as they were written and found there.
    pub bots: Vec<ManifestBot>,
    /// Where and when it was played, the first first.
    pub attempts: Vec<Attempt>,
}

/// How a shard stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardState {
    /// It is being played, or its arbiter was killed.
    Running,
    /// It was told to stop, or its time was over.
    Stopped,
    /// Something failed.
    Failed,
    /// All that it can play is played.
    Done,
}

/// A bot of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestBot {
    /// As the plan has it.
    pub name: String,
    /// Its command line, as it was written.
    pub command: String,
    /// The files that it is made of.
    pub files: Vec<Content>,
}

/// A time that a shard was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The machine.
    pub host: String,
    /// Its processor.
    pub cpu: String,
    /// How many cores it gives to the arbiter.
    pub cores: usize,
    /// How many programs wanted a core at the beginning, in the mean of a minute.
    pub load: f64,
    /// The arbiter's version.
    pub version: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How many games were finished before.
    pub games: usize,
}

impl ShardManifest {
    /// The manifest of a shard that nobody has played.
    pub(super) fn new(plan: &Plan, shard: Shard) -> Self {
        let bot = |entrant: &uvi_cup::Entrant| ManifestBot {
            name: entrant.name.clone(),
            command: entrant.command.to_string(),
            files: entrant.files.clone(),
        };
        Self {
            plan: plan.id(),
            shard: shard.to_string(),
            state: ShardState::Running,
            bots: plan.entrants.iter().map(bot).collect(),
            attempts: Vec::new(),
        }
    }

    /// Reads the manifest in the folder of a shard; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(MANIFEST);
        let Some(text) = if_there("read", &path, regular::read(&path))? else { return Ok(None) };
        serde_json::from_slice(&text).map(Some).map_err(|error| FolderError::unreadable(path, error))
    }

    /// Writes the manifest into the folder of its shard.
    pub(super) fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_vec_pretty(self).expect("a manifest has only text keys and finite numbers");
        text.push(b'\n');
        write_whole(folder, MANIFEST, &text)
    }

    /// The shard.
    ///
    /// # Errors
    /// If its word cannot be read.
    pub fn shard(&self) -> Result<Shard, NoShard> {
        self.shard.parse()
    }
}

impl Attempt {
    /// One on this machine.
    pub(super) fn here(started: u64, games: usize) -> Self {
        Self {
            host: host(),
            cpu: cpu(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            load: load(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started,
            games,
        }
    }
}

/// The name of this machine: as the job says it, as Slurm does, as the system does.
fn host() -> String {
    let said = ["ARBITER_HOST", "SLURMD_NODENAME"].iter().find_map(|name| std::env::var(name).ok());
    said.filter(|name| !name.is_empty())
        .unwrap_or_else(|| rustix::system::uname().nodename().to_string_lossy().into_owned())
}

fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default()
}
