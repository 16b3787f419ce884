//! Shards whose plan has changed. Their games are merged already, and no more of their games can be merged.

use std::path::Path;

use super::{
    disk::{claim_folder, make_private, rename},
    error::{FolderError, if_there},
    line_file::stream,
    names::{DECIDED, MANIFEST, PLAYED, SHARDS},
    played::PlayedGame,
};
use crate::world::Disk;

/// The folder with the shards of the old plan, in the folder of shards.
const OLD: &str = "old";
/// The name of that folder while it is moved.
const MOVING: &str = "shards.old";

/// Moves the shards of a folder into the folder of old shards. `results` is the number of results that stand.
///
/// # Errors
/// If a shard is being played, or has a game that is not merged and would be lost.
pub(super) fn retire(disk: Disk, folder: &Path, results: usize) -> Result<(), FolderError> {
    let shards = folder.join(SHARDS);
    let Some(entries) = if_there("read", &shards, disk.list(&shards))? else { return Ok(()) };
    let decided = disk.exists(&shards.join(DECIDED));
    let mut claims = Vec::new();
    for shard in entries {
        if !disk.is_file(&shard.join(MANIFEST)) {
            continue;
        }
        claims.push(claim_folder(disk, &shard)?);
        for played in stream::<PlayedGame>(disk, shard.join(PLAYED))? {
            let game = played?.game;
            // Games after a verdict do not count.
            if !decided && game as usize > results {
                return Err(FolderError::Unmerged { folder: folder.to_owned(), game });
            }
        }
    }
    let (moving, old) = (folder.join(MOVING), shards.join(OLD));
    rename(disk, &shards, &moving, "rename", &shards)?;
    make_private(disk, &shards)?;
    rename(disk, &moving, &old, "rename", &moving)?;
    if !claims.is_empty() {
        log::warn!("the plan has changed: the shards of the old one are now in {}", old.display());
    }
    Ok(())
}
