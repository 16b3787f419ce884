//! What a shard says of itself: whose it is, and where it is played.

use std::{fs, thread};

use serde::{Deserialize, Serialize};
use uvi::Digest;
use uvi_cup::{NoShard, Plan, Shard, file::Content};

/// The file `shard.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardPaper {
    /// Of which plan it is: [`Plan::id`].
    pub plan: Digest,
    /// Which shard it is, such as `3/20`.
    pub shard: String,
    /// How it stands.
    pub state: ShardState,
    /// The bots of the plan, as they were written and found there.
    pub bots: Vec<PaperBot>,
    /// Where and when it was played, the first first.
    pub attempts: Vec<Attempt>,
}

/// How a shard stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardState {
    /// It is being played, if the file is touched now and then.
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
pub struct PaperBot {
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

impl ShardPaper {
    /// The paper of a shard that nobody has played.
    pub(super) fn new(plan: &Plan, shard: Shard) -> Self {
        let bot = |entrant: &uvi_cup::Entrant| PaperBot {
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

    /// Which shard it is.
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
