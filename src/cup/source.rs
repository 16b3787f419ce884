//! Where logs of a tournament may lie: its own folder, and those of shards.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use uvi_cup::{Place, Shard, schedule::PlannedGame};

use super::{
    lines::parse,
    shard_paper::ShardPaper,
    shard_store::{PACK, PLAYED, Played, ShardStore, log_of},
    store::{PLAN, SHARDS},
    store_error::{StoreError, system},
};
use crate::regular;

/// A folder that may hold logs.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) folder: PathBuf,
    pub(super) paper: Option<ShardPaper>,
    shard: Option<Shard>,
    /// Where the logs of its games are and who played them, by game, where the paper alone does not say it.
    index: Vec<Entry>,
    pack: Option<File>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    game: u32,
    attempt: u16,
    packed: Option<(u64, u32)>,
}

impl Source {
    /// The folder of a whole tournament.
    pub(super) fn whole(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), paper: None, shard: None, index: Vec::new(), pack: None }
    }

    /// The folder of a shard; `None` if it has not begun.
    pub(super) fn shard(folder: &Path) -> Result<Option<Self>, StoreError> {
        let Some(paper) = ShardStore::paper(folder)? else { return Ok(None) };
        let pack = match regular::open(&folder.join(PACK)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened.map_err(system("open", &folder.join(PACK)))?),
        };
        let hosts = paper.attempts.windows(2).any(|pair| pair[0].host != pair[1].host);
        let index = if hosts || pack.is_some() { index(folder)? } else { Vec::new() };
        Ok(Some(Self { folder: folder.to_owned(), shard: paper.shard(), paper: Some(paper), index, pack }))
    }

    /// All sources of a tournament: those below its folder first, then those that were named.
    pub(super) fn all(folder: &Path, others: &[PathBuf]) -> Result<Vec<Self>, StoreError> {
        let mut found = vec![Self::whole(folder)];
        found.extend(shards(folder)?);
        for other in others {
            match Self::shard(other)? {
                Some(shard) => found.push(shard),
                None if other.join(PLAN).is_file() || other.join(SHARDS).is_dir() => {
                    if other.join(PLAN).is_file() {
                        found.push(Self::whole(other));
                    }
                    found.extend(shards(other)?);
                }
                None => return Err(StoreError::NoShard(other.clone())),
            }
        }
        Ok(found)
    }

    /// Which shard it is of.
    pub(super) fn of(&self) -> Option<Shard> {
        self.shard
    }

    fn entry(&self, game: u32) -> Option<Entry> {
        let place = self.index.binary_search_by_key(&game, |entry| entry.game).ok()?;
        Some(self.index[place])
    }

    /// Where a game of it was played.
    pub(super) fn place(&self, game: u32) -> Place {
        let attempts = self.paper.as_ref().map_or(&[][..], |paper| &paper.attempts);
        let attempt = match self.entry(game) {
            Some(entry) => attempts.get(usize::from(entry.attempt).saturating_sub(1)),
            None => attempts.last(),
        };
        Place { host: attempt.map(|attempt| attempt.host.clone()), shard: self.shard.map(|shard| shard.to_string()) }
    }

    /// Where the log of a game lies as a file of its own.
    pub(super) fn file(&self, game: u32) -> Option<PathBuf> {
        let is_packed = self.entry(game).is_some_and(|entry| entry.packed.is_some());
        (!is_packed).then(|| log_of(&self.folder, game))
    }

    /// What people know the log of a game by.
    pub(super) fn name(&self, game: u32) -> PathBuf {
        self.file(game).unwrap_or_else(|| self.folder.join(PACK).join(format!("{game:06}.jsonl")))
    }

    /// The log of a game, if there is one.
    pub(super) fn read(&self, game: &PlannedGame) -> Result<Option<Vec<u8>>, StoreError> {
        if let (Some((from, size)), Some(pack)) = (self.entry(game.game).and_then(|entry| entry.packed), &self.pack) {
            let mut text = vec![0; size as usize];
            return match pack.read_exact_at(&mut text, from) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                read => read.map(|()| Some(text)).map_err(system("read", &self.folder.join(PACK))),
            };
        }
        let path = log_of(&self.folder, game.game);
        match regular::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(system("read", &path)),
        }
    }
}

/// The shards below a folder, in the order of their names.
fn shards(folder: &Path) -> Result<Vec<Source>, StoreError> {
    let folder = folder.join(SHARDS);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(system("read", &folder))?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(system("read", &folder))?.path());
    }
    paths.sort_unstable();
    let found = paths.iter().filter(|path| path.is_dir()).map(|path| Source::shard(path));
    Ok(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn index(folder: &Path) -> Result<Vec<Entry>, StoreError> {
    let path = folder.join(PLAYED);
    let bytes = match regular::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(system("read", &path))?,
    };
    let (lines, _) = parse::<Played>(&bytes, &path)?;
    let entry = |line: &Played| Entry {
        game: line.game,
        attempt: u16::try_from(line.attempt).unwrap_or(u16::MAX),
        packed: line.packed.and_then(|(from, size)| Some((from, u32::try_from(size).ok()?))),
    };
    // The last line of a game says where its log is, the first who played it.
    let mut index: Vec<Entry> = lines.iter().map(entry).collect();
    index.sort_by_key(|entry| entry.game);
    index.dedup_by(|later, kept| {
        let same = later.game == kept.game;
        if same {
            *kept = *later;
        }
        same
    });
    Ok(index)
}
