//! Shards whose plan has changed: what they have played is merged already, and nothing of them can be.

use std::{fs, io, path::Path};

use super::{
    lines::stream,
    shard_store::{DECIDED, PAPER, PLAYED, Played},
    store::{SHARDS, claim_folder, make_private},
    store_error::{StoreError, system},
};

/// The name of the folder, in that of the shards, with those of the plan before.
const OLD: &str = "old";
/// The name that it has while it is moved.
const MOVING: &str = "shards.old";

/// Moves the shards of a folder, of which so many results stand, into a folder of their own.
///
/// # Errors
/// If one is being played, or has a game that is not merged and would be lost.
pub(super) fn retire(folder: &Path, results: usize) -> Result<(), StoreError> {
    let shards = folder.join(SHARDS);
    let entries = match fs::read_dir(&shards) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(system("read", &shards))?,
    };
    let decided = shards.join(DECIDED).exists();
    let mut claims = Vec::new();
    for entry in entries {
        let shard = entry.map_err(system("read", &shards))?.path();
        if !shard.join(PAPER).is_file() {
            continue;
        }
        claims.push(claim_folder(&shard)?);
        for played in stream::<Played>(shard.join(PLAYED))? {
            let game = played?.game;
            // What is behind a verdict counts for nothing.
            if !decided && game as usize > results {
                return Err(StoreError::Unmerged { folder: folder.to_owned(), game });
            }
        }
    }
    let (moving, old) = (folder.join(MOVING), shards.join(OLD));
    fs::rename(&shards, &moving).map_err(system("rename", &shards))?;
    make_private(&shards)?;
    fs::rename(&moving, &old).map_err(system("rename", &moving))?;
    if !claims.is_empty() {
        log::warn!("the plan has changed: the shards of the old one are now in {}", old.display());
    }
    Ok(())
}
