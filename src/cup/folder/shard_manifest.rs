//! The manifest of a shard: its plan, its bots, and the attempts to play it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use uvi::Digest;
use uvi_cup::{Plan, Shard, ShardError, file::Content};

use super::{
    disk::write_whole,
    error::{FolderError, if_there},
    names::MANIFEST,
};
use crate::world::{Disk, MachineFacts};

/// The file `shard.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardManifest {
    /// The id of the plan, [`Plan::id`].
    pub plan: Digest,
    /// The number of the shard and of all shards, such as `3/20`.
    pub shard: String,
    /// The state of the shard.
    pub state: ShardState,
    /// The bots of the plan, with their command lines and files on the machine that made the manifest.
    pub bots: Vec<ManifestBot>,
    /// The attempts to play the shard, in order.
    pub attempts: Vec<Attempt>,
}

/// The state of a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardState {
    /// The shard is being played, or its arbiter was killed.
    Running,
    /// A command stopped the shard, or the time of the shard was over.
    Stopped,
    /// The last attempt failed.
    Failed,
    /// All games that the shard can play are played.
    Done,
}

/// A bot of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestBot {
    /// The name in the plan.
    pub name: String,
    /// The command line, as written.
    pub command: String,
    /// The files of the bot, with their hashes.
    pub files: Vec<Content>,
}

/// An attempt to play a shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The name of the machine.
    pub host: String,
    /// The processor of the machine.
    pub cpu: String,
    /// The number of cores that the arbiter may use.
    pub cores: usize,
    /// The load of the machine at the beginning: the mean number of runnable programs in a minute.
    pub load: f64,
    /// The version of the arbiter.
    pub version: String,
    /// The beginning, in seconds since 1970.
    pub started: u64,
    /// The number of games that were finished before.
    pub games: usize,
}

impl ShardManifest {
    /// The manifest of a shard without attempts.
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
    pub(crate) fn read(disk: Disk, folder: &Path) -> Result<Option<Self>, FolderError> {
        let path = folder.join(MANIFEST);
        let Some(text) = if_there("read", &path, disk.read(&path))? else { return Ok(None) };
        serde_json::from_slice(&text).map(Some).map_err(|error| FolderError::unreadable(path, error))
    }

    pub(super) fn write(&self, disk: Disk, folder: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_vec_pretty(self).expect("a manifest has only text keys and finite numbers");
        text.push(b'\n');
        write_whole(disk, folder, MANIFEST, &text)
    }

    /// The shard.
    ///
    /// # Errors
    /// If the manifest's word is not a shard.
    pub fn shard(&self) -> Result<Shard, ShardError> {
        self.shard.parse()
    }
}

impl Attempt {
    /// An attempt that begins on this machine at this time, in seconds since 1970.
    pub fn new(machine: MachineFacts, started: u64) -> Self {
        let MachineFacts { host, cpu, cores, load } = machine;
        Self { host, cpu, cores, load, version: env!("CARGO_PKG_VERSION").to_owned(), started, games: 0 }
    }
}
