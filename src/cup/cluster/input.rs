//! A folder that a merge reads logs from: the folder of a tournament or of a shard.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use uvi::Digest;
use uvi_cup::{GameResult, Shard};

use super::super::folder::{
    FolderError, GameLink, LogMark, PlayedGame, ShardManifest, digest, if_there,
    names::{CHAIN, MANIFEST, PLAN, PLAYED, RESULTS, SHARDS, log_of},
    stream, system,
};
use crate::world::Disk;

/// A folder that may hold logs.
#[derive(Debug)]
pub(super) struct MergeInput {
    disk: Disk,
    pub(super) folder: PathBuf,
    pub(super) manifest: Option<ShardManifest>,
    shard: Option<Shard>,
    /// The mark (the first bytes of the SHA-256) of each finished game's log, from the folder's chain or list. The key
    /// is the number of the game.
    marks: BTreeMap<u32, LogMark>,
}

/// The copy of a log in a folder.
#[derive(Debug)]
pub(super) enum LogCopy {
    /// The folder has no such log.
    Missing,
    /// The bytes of the log and their SHA-256, which agrees with the folder's mark if there is one.
    Log(Vec<u8>, Digest),
    /// The log differs from its mark, or is no regular file.
    Changed(FolderError),
}

impl MergeInput {
    /// Reads the folder of a tournament that is not a shard.
    pub(super) fn whole(disk: Disk, folder: &Path) -> Result<Self, FolderError> {
        Ok(Self { disk, folder: folder.to_owned(), manifest: None, shard: None, marks: linked(disk, folder)? })
    }

    /// Reads the folder of a shard. `None` if the folder has no manifest, because the shard has not begun.
    pub(super) fn shard(disk: Disk, folder: &Path) -> Result<Option<Self>, FolderError> {
        let Some(manifest) = ShardManifest::read(disk, folder)? else { return Ok(None) };
        let shard = manifest.shard().map_err(|error| FolderError::unreadable(folder.join(MANIFEST), error))?;
        Ok(Some(Self {
            disk,
            folder: folder.to_owned(),
            shard: Some(shard),
            manifest: Some(manifest),
            marks: played(disk, folder)?,
        }))
    }

    /// All inputs of a tournament: those in its folder first, then `others`.
    pub(super) fn all(disk: Disk, folder: &Path, others: &[PathBuf]) -> Result<Vec<Self>, FolderError> {
        let mut found = vec![Self::whole(disk, folder)?];
        found.extend(shards(disk, folder)?);
        for other in others {
            match Self::shard(disk, other)? {
                Some(shard) => found.push(shard),
                None if disk.is_file(&other.join(PLAN)) || disk.is_folder(&other.join(SHARDS)) => {
                    if disk.is_file(&other.join(PLAN)) {
                        found.push(Self::whole(disk, other)?);
                    }
                    found.extend(shards(disk, other)?);
                }
                None => return Err(FolderError::NoShard(other.clone())),
            }
        }
        Ok(found)
    }

    /// The shard of this folder; `None` for a whole tournament.
    pub(super) fn of(&self) -> Option<Shard> {
        self.shard
    }

    pub(super) fn log(&self, game: u32) -> PathBuf {
        log_of(&self.folder, game)
    }

    /// The mark of the log at the end of the game, if the folder has noted one.
    pub(super) fn mark(&self, game: u32) -> Option<LogMark> {
        self.marks.get(&game).copied()
    }

    pub(super) fn read(&self, game: u32) -> Result<LogCopy, FolderError> {
        let path = self.log(game);
        let text = match self.disk.read_unlinked(&path) {
            Ok(text) => text,
            Err(source) => {
                return match source.kind() {
                    io::ErrorKind::NotFound => Ok(LogCopy::Missing),
                    io::ErrorKind::InvalidInput => Ok(LogCopy::Changed(system("read", &path)(source))),
                    _ => Err(system("read", &path)(source)),
                };
            }
        };
        let log = digest(&text);
        let now = LogMark::from(log);
        match self.mark(game).filter(|then| *then != now) {
            Some(then) => Ok(LogCopy::Changed(FolderError::ChangedLog { path, then, now })),
            None => Ok(LogCopy::Log(text, log)),
        }
    }
}

/// The shards in a folder, sorted by name.
fn shards(disk: Disk, folder: &Path) -> Result<Vec<MergeInput>, FolderError> {
    let folder = folder.join(SHARDS);
    let Some(mut paths) = if_there("read", &folder, disk.list(&folder))? else { return Ok(Vec::new()) };
    paths.sort_unstable();
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| disk.is_folder(path)) {
        match MergeInput::shard(disk, path) {
            // An unreadable manifest comes from another version of the arbiter, which may give other blocks to a shard.
            // So the merge skips the shard.
            Err(error @ FolderError::Unreadable { .. }) => log::warn!("{error}; {} is not merged", path.display()),
            Ok(None) if disk.exists(&path.join(PLAYED)) => {
                log::warn!("{} has games and no {MANIFEST}; it is not merged", path.display());
            }
            shard => found.extend(shard?),
        }
    }
    Ok(found)
}

/// The marks of the logs in the chain of a whole tournament. If the folder has no shards, the chain must be intact,
/// because nothing could rebuild it.
fn linked(disk: Disk, folder: &Path) -> Result<BTreeMap<u32, LogMark>, FolderError> {
    let has_shards = disk.is_folder(&folder.join(SHARDS));
    let path = folder.join(CHAIN);
    let mut results = stream::<GameResult>(disk, folder.join(RESULTS))?.take_while(|_| !has_shards);
    let mut marks = BTreeMap::new();
    let mut last = None;
    for (line, link) in (1..).zip(stream::<GameLink>(disk, path.clone())?) {
        let link = link?;
        if let Some(result) = results.next().transpose()?
            && link != GameLink::after(last, &result, link.log)
        {
            return Err(FolderError::BrokenChain { path, line });
        }
        last = Some(link.link);
        marks.insert(link.game, link.log.into());
    }
    Ok(marks)
}

/// The marks of the logs that a shard lists. The last line of a game counts.
fn played(disk: Disk, folder: &Path) -> Result<BTreeMap<u32, LogMark>, FolderError> {
    stream::<PlayedGame>(disk, folder.join(PLAYED))?.map(|line| line.map(|line| (line.game, line.log.into()))).collect()
}
