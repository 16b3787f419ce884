//! Where logs of a tournament may lie: its own folder, and those of shards.

use std::{
    fs::{self, File},
    io,
    num::NonZeroU32,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use uvi::Digest;
use uvi_cup::{GameResult, Place, Shard, schedule::PlannedGame};

use super::{
    chain::{self, GameLink, Mark},
    lines::stream,
    shard_paper::ShardPaper,
    shard_store::{PACK, PAPER, PLAYED, Played, ShardStore, log_of},
    store::{CHAIN, PLAN, RESULTS, SHARDS},
    store_error::{StoreError, system},
};
use crate::regular;

/// A folder that may hold logs.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) folder: PathBuf,
    pub(super) paper: Option<ShardPaper>,
    shard: Option<Shard>,
    /// What it says of its finished games, by game.
    index: Vec<Entry>,
    pack: Option<File>,
}

/// What a folder says of a finished game: in which attempt it was played, what its log was, and where that lies.
#[derive(Debug, Clone, Copy)]
struct Entry {
    game: u32,
    attempt: u16,
    log: Mark,
    packed: Option<(u64, NonZeroU32)>,
}

/// What a folder has of a log.
#[derive(Debug)]
pub(super) enum LogCopy {
    /// There is none.
    Missing,
    /// It is as it was when its game ended, as far as the folder says; with its SHA-256.
    Log(Vec<u8>, Digest),
    /// It is another than the folder says, or no file.
    Changed(StoreError),
}

impl Source {
    /// The folder of a whole tournament.
    pub(super) fn whole(folder: &Path) -> Result<Self, StoreError> {
        Ok(Self { folder: folder.to_owned(), paper: None, shard: None, index: linked(folder)?, pack: None })
    }

    /// The folder of a shard; `None` if it has not begun.
    pub(super) fn shard(folder: &Path) -> Result<Option<Self>, StoreError> {
        let Some(paper) = ShardStore::paper(folder)? else { return Ok(None) };
        let shard = paper.shard().map_err(|error| StoreError::Unreadable {
            path: folder.join(PAPER),
            line: None,
            text: error.to_string(),
        })?;
        let pack = match regular::open_unlinked(&folder.join(PACK)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened.map_err(system("open", &folder.join(PACK)))?),
        };
        let index = index(folder)?;
        Ok(Some(Self { folder: folder.to_owned(), shard: Some(shard), paper: Some(paper), index, pack }))
    }

    /// All sources of a tournament: those below its folder first, then those that were named.
    pub(super) fn all(folder: &Path, others: &[PathBuf]) -> Result<Vec<Self>, StoreError> {
        let mut found = vec![Self::whole(folder)?];
        found.extend(shards(folder)?);
        for other in others {
            match Self::shard(other)? {
                Some(shard) => found.push(shard),
                None if other.join(PLAN).is_file() || other.join(SHARDS).is_dir() => {
                    if other.join(PLAN).is_file() {
                        found.push(Self::whole(other)?);
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

    /// What it says that the log of a game was when the game ended.
    pub(super) fn mark(&self, game: u32) -> Option<Mark> {
        self.entry(game).map(|entry| entry.log)
    }

    /// The machines that have played here.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.paper.iter().flat_map(|paper| &paper.attempts).map(|attempt| attempt.host.as_str())
    }

    /// The log of a game.
    pub(super) fn read(&self, game: &PlannedGame) -> Result<LogCopy, StoreError> {
        let entry = self.entry(game.game);
        let packed = entry.and_then(|entry| entry.packed).zip(self.pack.as_ref());
        let (read, path) = match packed {
            Some(((from, size), pack)) => {
                let mut text = vec![0; size.get() as usize];
                (pack.read_exact_at(&mut text, from).map(|()| text), self.folder.join(PACK))
            }
            None => {
                let path = log_of(&self.folder, game.game);
                (regular::read_unlinked(&path), path)
            }
        };
        let text = match read {
            Ok(text) => text,
            Err(source) => {
                return match source.kind() {
                    io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof => Ok(LogCopy::Missing),
                    io::ErrorKind::InvalidInput => Ok(LogCopy::Changed(system("read", &path)(source))),
                    _ => Err(system("read", &path)(source)),
                };
            }
        };
        let log = chain::digest(&text);
        let now = Mark::from(log);
        match entry.map(|entry| entry.log).filter(|then| *then != now) {
            Some(then) => Ok(LogCopy::Changed(StoreError::ChangedLog { path: self.name(game.game), then, now })),
            None => Ok(LogCopy::Log(text, log)),
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
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| path.is_dir()) {
        match Source::shard(path) {
            // Whoever wrote it cannot have been an arbiter that deals blocks as this one does.
            Err(error @ StoreError::Unreadable { .. }) => log::warn!("{error}; {} is not merged", path.display()),
            shard => found.extend(shard?),
        }
    }
    Ok(found)
}

/// What the chain of a whole tournament says of its logs. In a folder without shards the chain must hold: nothing could
/// make it anew.
fn linked(folder: &Path) -> Result<Vec<Entry>, StoreError> {
    let has_shards = folder.join(SHARDS).is_dir();
    let path = folder.join(CHAIN);
    let mut results = stream::<GameResult>(folder.join(RESULTS))?.take_while(|_| !has_shards);
    let mut index: Vec<Entry> = Vec::new();
    let mut last = None;
    for (line, link) in (1..).zip(stream::<GameLink>(path.clone())?) {
        let link = link?;
        if let Some(result) = results.next().transpose()?
            && link != GameLink::after(last, &result, link.log)
        {
            return Err(StoreError::BrokenChain { path, line });
        }
        last = Some(link.link);
        index.push(Entry { game: link.game, attempt: 0, log: link.log.into(), packed: None });
    }
    index.sort_by_key(|entry| entry.game);
    Ok(index)
}

/// What a shard says of its games. The last line of a game counts.
fn index(folder: &Path) -> Result<Vec<Entry>, StoreError> {
    let entry = |line: &Played| Entry {
        game: line.game,
        attempt: u16::try_from(line.attempt).unwrap_or(u16::MAX),
        log: line.log.into(),
        packed: line.packed.and_then(|(from, size)| Some((from, NonZeroU32::new(u32::try_from(size).ok()?)?))),
    };
    let lines = stream::<Played>(folder.join(PLAYED))?;
    let mut index = lines.map(|line| line.map(|line| entry(&line))).collect::<Result<Vec<_>, _>>()?;
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
