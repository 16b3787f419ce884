//! The durable steps of a folder: everything that creates, cuts, syncs, renames, links and removes files. No other file
//! of the folder or of a merge does this. (The driver writes and syncs the log of a game.)
//!
//! The order of the steps. A kill or a power cut between any two of them loses nothing. A step in brackets syncs a folder:
//! it makes the names of new, renamed and removed files durable. What stands between two brackets may become durable in
//! any order.
//!
//! | when | steps |
//! |---|---|
//! | a folder is new | the folder, [the folder above], `luck/`, `luck/seed` (draft written, synced, renamed), [`luck`, the folder], `plan.toml` (draft written, synced, renamed), [the folder], `games/`, the files of lines, [the folder] |
//! | it is opened again | torn lines of `results`, `times`, `chain` are cut, then lines of `times` and `chain` that have no result; finished logs without rows are synced, [`games`], then their lines as below |
//! | its plan changes | the old plan becomes `plan.N.toml`, [the folder]; seed and plan as in a new folder |
//! | games are finished | a batch of logs is synced, [`games`], then lines of `times`, `chain`, `results` |
//! | a run ends | `times`, `chain`, `results` are synced; if all is played, `plan.toml` with the seed, [the folder], then `luck/` is removed |
//! | a shard is opened | `plan.toml` (draft written, synced, renamed), [the shard]; logs that were changed are renamed, [`games`] |
//! | a game of a shard is finished | its log is synced, [`games`] |
//! | a merge | for each batch of games: rows of other logs are cut; logs of `shards/` are synced and linked, others are copied and synced, [`games`]; lines of `times`, `chain`, `results`. At the end these are synced; `plan.toml`, [the folder]; `luck/` is removed |
//! | a folder is set aside | it is renamed, [the folder above] |
//! | the board keeps its tables | `board.json` (draft written, synced, renamed), [its folder] |
//! | a round of a ladder | as a folder; at its end a torn line of `finished.jsonl` is cut, the line of the round is added and synced, the first time [the ladder]; then the tables |
//! | a round of another ladder | its folder is copied into a draft, synced, renamed, [`rounds`], then its line as above |
//! | a version of a bot | its files are copied and synced into a draft, [its folders], the draft is renamed, [`versions`] |
//! | a day is packed | the archive (draft written, synced, renamed), [`days`], then the folders of its rounds are removed |
//! | a log that stands alone | its seed (with `sync event` synced), the log; at its end (with `sync event` at its first write and when it is resumed, too) it is synced, [its folder]; its seed is removed |

use std::{fmt, io, path::Path};

use uvi_games::game::Seat;

use super::{
    error::{FolderError, system},
    names::DRAFT,
};
use crate::{
    driver::stderr_path,
    world::{Disk, FileKind, OpenMode, WritableFile},
};

/// Makes a folder for its owner only, and those above it, unless they are there.
pub(crate) fn make_private(disk: Disk, folder: &Path) -> Result<(), FolderError> {
    disk.make_folders(folder).map_err(system("make", folder))
}

pub(crate) fn claim_folder(disk: Disk, folder: &Path) -> Result<Box<dyn fmt::Debug + Send>, FolderError> {
    let claimed = disk.claim(folder).map_err(system("open", folder))?;
    claimed.ok_or_else(|| FolderError::Busy(folder.to_owned()))
}

/// Writes a file through a draft, so that the file is complete or absent, and durable.
pub(crate) fn write_whole(disk: Disk, folder: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let draft = folder.join(DRAFT);
    write_synced(disk, &draft, OpenMode::Rewrite, bytes)?;
    rename(disk, &draft, &folder.join(name), "write", &folder.join(name))
}

pub(super) fn write_synced(disk: Disk, path: &Path, mode: OpenMode, bytes: &[u8]) -> Result<(), FolderError> {
    let written = disk.write(path, mode).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync()
    });
    written.map_err(system("write", path))
}

/// Opens a file of lines to append to, or creates it.
pub(crate) fn append(disk: Disk, path: &Path) -> Result<Box<dyn WritableFile>, FolderError> {
    disk.write(path, OpenMode::Append).map_err(system("open", path))
}

pub(crate) fn cut(file: &dyn WritableFile, size: usize, path: &Path) -> Result<(), FolderError> {
    file.cut(size as u64).map_err(system("cut", path))
}

pub(crate) fn sync(file: &dyn WritableFile, path: &Path) -> Result<(), FolderError> {
    file.sync().map_err(system("sync", path))
}

pub(crate) fn sync_folder(disk: Disk, folder: &Path) -> Result<(), FolderError> {
    disk.sync_folder(folder).map_err(system("sync", folder))
}

/// Syncs a draft, then renames it to the target. The name is not durable before the folder is synced.
pub(crate) fn replace(disk: Disk, draft: &dyn WritableFile, path: &Path, target: &Path) -> Result<(), FolderError> {
    draft.sync().and_then(|()| disk.rename(path, target)).map_err(system("write", path))
}

/// Makes the name of a folder, and the names in it, durable.
pub(super) fn settle(disk: Disk, path: &Path) -> Result<(), FolderError> {
    sync_folder(disk, path)?;
    disk.sync_name(path).map_err(system("sync", path))
}

/// Renames a file or a folder durably. An error names the action `what` and the `path`.
pub(crate) fn rename(disk: Disk, from: &Path, to: &Path, what: &'static str, path: &Path) -> Result<(), FolderError> {
    let renamed = disk.rename(from, to).and_then(|()| {
        disk.sync_name(to)?;
        if from.parent() == to.parent() { Ok(()) } else { disk.sync_name(from) }
    });
    renamed.map_err(system(what, path))
}

/// Gives a file a second name by a hard link. Copies the file if the file system has no hard links. The name is not
/// durable before the folder is synced. Fails if the source is a symbolic link or no regular file, or if the system
/// refuses.
pub(crate) fn link(disk: Disk, from: &Path, to: &Path) -> Result<(), FolderError> {
    must_be_regular(disk, from)?;
    if disk.is_same(from, to) {
        return Ok(());
    }
    match disk.link(from, to) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(_) => return disk.copy(from, to).map_err(system("write", to)),
    }
    through_draft(disk, to, |draft| disk.link(from, draft).or_else(|_| disk.copy(from, draft)))
}

/// Copies a file, and syncs the copy. The name is not durable before the folder is synced. Fails as [`link`] does.
pub(crate) fn copy(disk: Disk, from: &Path, to: &Path) -> Result<(), FolderError> {
    must_be_regular(disk, from)?;
    through_draft(disk, to, |draft| disk.copy(from, draft))
}

/// Copies a folder durably. The copy is complete or absent. Fails as [`link`] does.
pub(crate) fn copy_folder(disk: Disk, from: &Path, to: &Path) -> Result<(), FolderError> {
    let draft = to.with_extension("draft");
    remove_all(disk, &draft)?;
    copy_contents(disk, from, &draft)?;
    rename(disk, &draft, to, "write", to)
}

fn copy_contents(disk: Disk, from: &Path, to: &Path) -> Result<(), FolderError> {
    make_private(disk, to)?;
    for path in disk.list(from).map_err(system("read", from))? {
        let copied = to.join(path.file_name().unwrap_or_default());
        match disk.unlinked_kind(&path).map_err(system("look at", &path))? {
            FileKind::Folder => copy_contents(disk, &path, &copied)?,
            FileKind::Regular | FileKind::Other => copy(disk, &path, &copied)?,
        }
    }
    sync_folder(disk, to)
}

fn through_draft(disk: Disk, to: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), FolderError> {
    let draft = to.with_extension("draft");
    remove(disk, &draft)?;
    make(&draft).and_then(|()| disk.rename(&draft, to)).map_err(system("write", to))
}

fn must_be_regular(disk: Disk, file: &Path) -> Result<(), FolderError> {
    if disk.unlinked_kind(file).map_err(system("look at", file))? != FileKind::Regular {
        disk.read_unlinked(file).map_err(system("read", file))?;
    }
    Ok(())
}

pub(crate) fn remove(disk: Disk, path: &Path) -> Result<(), FolderError> {
    gone(disk.remove(path), path)
}

/// Removes a log, and then what its bots wrote beside it.
pub(crate) fn remove_log(disk: Disk, log: &Path, seats: u8) -> Result<(), FolderError> {
    Seat::all(seats).try_for_each(|seat| remove(disk, &stderr_path(log, seat)))?;
    remove(disk, log)
}

pub(crate) fn remove_all(disk: Disk, path: &Path) -> Result<(), FolderError> {
    gone(disk.remove_folder(path), path)
}

fn gone(removed: io::Result<()>, path: &Path) -> Result<(), FolderError> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
