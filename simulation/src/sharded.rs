//! A tournament in shards, each on its own machine. The machines take turns, and each round of turns ends with a merge.

use std::path::{Path, PathBuf};

use arbiter::cup::{Begin, Folder, PLAN, SHARDS};
use uvi_cup::Shard;

use super::{
    machine::{FOLDER, merge_on},
    run::BrokenPromise,
    schedule::DiskSharing,
    world::{MOST_LIVES, SimulatedWorld},
};

impl SimulatedWorld<'_> {
    /// Plays the shards until a merge reports that the tournament is over. If the machines do not share a disk, copies
    /// folders between them, as a person would.
    pub(super) fn play_shards(&mut self, shards: u32, sharing: DiskSharing) -> Result<(), BrokenPromise> {
        let plan = self.plan;
        let mut is_planned = false;
        let mut others: Vec<PathBuf> = Vec::new();
        for _ in 0..MOST_LIVES {
            while !is_planned {
                let open = |files| Folder::open(files, Path::new(FOLDER), plan, Begin::GoOn);
                is_planned = self.live(0, |machine, _, _| Ok(open(machine.files).map(drop)?))?.is_some();
            }
            for number in 1..=shards {
                let at = number as usize;
                let shard = Shard::new(number, shards).expect("a number of a shard");
                if sharing == DiskSharing::Apart {
                    self.copy(0, at, Path::new(FOLDER), Path::new(FOLDER), &["games", SHARDS]);
                }
                self.live(at, |machine, fate, told| machine.play_shard(plan, shard, fate, told))?;
                if sharing == DiskSharing::Apart {
                    let (there, here) =
                        (Path::new(FOLDER).join(SHARDS).join(shard.folder()), format!("/from/{number}"));
                    self.copy(at, 0, &there, Path::new(&here), &[]);
                    others.push(here.into());
                }
            }
            others.sort_unstable();
            others.dedup();
            // A machine that was stopped early has no plan, so there is nothing to merge.
            others.retain(|folder| self.machines[0].outside.exists(&folder.join(PLAN)));
            let merge = |files| merge_on(files, plan, &others);
            if let Some(merged) = self.live(0, |machine, _, _| Ok(merge(machine.files)?))? {
                if merged.is_over {
                    return Ok(());
                }
                self.merged = merged.games;
            }
        }
        Err(BrokenPromise::Endless)
    }

    /// Copies a folder from one machine to another, except files and folders of these names.
    fn copy(&self, from: usize, to: usize, there: &Path, here: &Path, except: &[&str]) {
        let is_wanted = |path: &Path| !except.iter().any(|name| path.ends_with(name));
        self.machines[to].disk.copy_folder(&self.machines[from].disk, there, here, &is_wanted);
    }
}
