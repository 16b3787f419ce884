//! The durable steps of a folder: everything that creates, cuts, syncs, renames, links and removes files. No other file
//! of the folder or of a merge does this. (The driver writes and syncs the log of a game.)
//!
//! The order of the steps. A kill between any two of them loses nothing:
//!
//! | when | steps |
//! |---|---|
//! | a folder is new | the folder, `luck/`, `luck/seed` (written, synced), `plan.toml` (draft written, synced, renamed), `games/`, then the files of lines |
//! | it is opened again | torn lines of `results`, `times`, `chain` are cut, then lines of `times` and `chain` that have no result |
//! | its plan changes | `shards/` becomes `shards.old`, then `shards/old`; the old plan becomes `plan.N.toml`; seed and plan as in a new folder |
//! | games are finished | their logs (synced by the driver), then lines of `times`, `chain`, `results` |
//! | a run ends | `times`, `chain`, `results` are synced; if all is played, `plan.toml` with the seed, then `luck/` is removed |
//! | a shard is opened | torn lines are cut; logs that were changed are renamed; `played`, `results`, `times` without them (draft, synced, renamed); `done` is removed; `shard.json` |
//! | a game of a shard is finished | its log, then lines of `times`, `results`, `played` |
//! | a shard ends | `times`, `results`, `played` are synced; `shard.json`; `done` |
//! | a merge | logs are linked (or copied); drafts of `times`, `chain`, `results` are synced and renamed, in this order; `plan.toml`; `luck/` is removed; `shards/finished`; `shards/decided` |

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::Path,
};

use super::{
    error::{FolderError, system},
    names::DRAFT,
};
use crate::{driver::claim, regular};

/// Makes a folder for its owner only, unless it is there.
pub(crate) fn make_private(folder: &Path) -> Result<(), FolderError> {
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        fs::create_dir_all(above).map_err(system("make", above))?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made.map_err(system("make", folder)),
    }
}

/// Claims a folder for as long as the file is open.
pub(crate) fn claim_folder(folder: &Path) -> Result<File, FolderError> {
    let claimed = File::open(folder).map_err(system("open", folder))?;
    if claim(&claimed, folder) { Ok(claimed) } else { Err(FolderError::Busy(folder.to_owned())) }
}

/// Writes a file through a draft, so that the file is complete or absent.
pub(crate) fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let draft = folder.join(DRAFT);
    write_synced(&draft, 0o666, bytes)?;
    rename(&draft, &folder.join(name), "write", &folder.join(name))
}

pub(super) fn write_synced(path: &Path, mode: u32, bytes: &[u8]) -> Result<(), FolderError> {
    let written = regular::create(path, mode).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written.map_err(system("write", path))
}

/// Opens a file of lines to append to, or creates it.
pub(super) fn append(path: &Path) -> Result<File, FolderError> {
    regular::append(path).map_err(system("open", path))
}

/// Creates an empty file, or empties an existing one.
pub(crate) fn create(path: &Path) -> Result<File, FolderError> {
    regular::create(path, 0o666).map_err(system("write", path))
}

/// Cuts a file off after `size` bytes.
pub(super) fn cut(file: &File, size: usize, path: &Path) -> Result<(), FolderError> {
    file.set_len(size as u64).map_err(system("cut", path))
}

pub(super) fn sync(file: &File, path: &Path) -> Result<(), FolderError> {
    file.sync_data().map_err(system("sync", path))
}

/// Syncs a draft, then renames it to the target.
pub(crate) fn replace(draft: &File, path: &Path, target: &Path) -> Result<(), FolderError> {
    draft.sync_data().and_then(|()| fs::rename(path, target)).map_err(system("write", path))
}

/// Renames a file or a folder. An error names the action `what` and the `path`.
pub(crate) fn rename(from: &Path, to: &Path, what: &'static str, path: &Path) -> Result<(), FolderError> {
    fs::rename(from, to).map_err(system(what, path))
}

/// Gives a file a second name by a hard link. Copies the file if the file system has no hard links.
///
/// # Errors
/// If the source is a symbolic link or no regular file, or if the system refuses.
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), FolderError> {
    let there = fs::symlink_metadata(from).map_err(system("look at", from))?;
    if !there.is_file() {
        regular::open_unlinked(from).map_err(system("read", from))?;
    }
    let same = |to: &fs::Metadata| (there.dev(), there.ino()) == (to.dev(), to.ino());
    if fs::symlink_metadata(to).is_ok_and(|to| same(&to)) {
        return Ok(());
    }
    match fs::hard_link(from, to) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(_) => {
            let copied = fs::copy(from, to).map(drop);
            return copied.map_err(system("write", to));
        }
    }
    let draft = to.with_extension("draft");
    remove(&draft)?;
    let made = fs::hard_link(from, &draft).or_else(|_| fs::copy(from, &draft).map(drop));
    made.and_then(|()| fs::rename(&draft, to)).map_err(system("write", to))
}

pub(crate) fn remove(path: &Path) -> Result<(), FolderError> {
    gone(fs::remove_file(path), path)
}

/// Removes a folder and its contents, if it is there.
pub(crate) fn remove_all(path: &Path) -> Result<(), FolderError> {
    gone(fs::remove_dir_all(path), path)
}

fn gone(removed: io::Result<()>, path: &Path) -> Result<(), FolderError> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
