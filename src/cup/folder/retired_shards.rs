//! Shards whose plan has changed: what they have played is merged already, and nothing of them can be.

use std::{fs, path::Path};

use super::{
    disk::{claim_folder, make_private, rename},
    error::{FolderError, if_there, system},
    lines::stream,
    names::{DECIDED, MANIFEST, PLAYED, SHARDS},
    played::PlayedGame,
};

/// The name of the folder, in that of the shards, with those of the plan before.
const OLD: &str = "old";
/// The name that it has while it is moved.
const MOVING: &str = "shards.old";

/// Moves the shards of a folder, of which so many results stand, into a folder of their own.
///
/// # Errors
/// If one is being played, or has a game that is not merged and would be lost.
pub(super) fn retire(folder: &Path, results: usize) -> Result<(), FolderError> {
    let shards = folder.join(SHARDS);
    let Some(entries) = if_there("read", &shards, fs::read_dir(&shards))? else { return Ok(()) };
    let decided = shards.join(DECIDED).exists();
    let mut claims = Vec::new();
    for entry in entries {
        let shard = entry.map_err(system("read", &shards))?.path();
        if !shard.join(MANIFEST).is_file() {
            continue;
        }
        claims.push(claim_folder(&shard)?);
        for played in stream::<PlayedGame>(shard.join(PLAYED))? {
            let game = played?.game;
            // What is behind a verdict counts for nothing.
            if !decided && game as usize > results {
                return Err(FolderError::Unmerged { folder: folder.to_owned(), game });
            }
        }
    }
    let (moving, old) = (folder.join(MOVING), shards.join(OLD));
    rename(&shards, &moving, "rename", &shards)?;
    make_private(&shards)?;
    rename(&moving, &old, "rename", &moving)?;
    if !claims.is_empty() {
        log::warn!("the plan has changed: the shards of the old one are now in {}", old.display());
    }
    Ok(())
}
