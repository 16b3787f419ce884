//! The results, times and chain of a merge, first written as drafts. The drafts replace the old files when all drafts
//! are complete.

use std::path::{Path, PathBuf};

use super::super::folder::{
    FolderError, GameLink, LineFile, StoredGame, disk,
    names::{CHAIN, GAMES, RESULTS, TIMES},
};
use crate::world::Disk;

/// Drafts of the three files that a merge writes: results, times and chain.
#[derive(Debug)]
pub(super) struct Drafts {
    disk: Disk,
    into: PathBuf,
    results: LineFile,
    times: LineFile,
    links: LineFile,
    last: Option<uvi::Digest>,
}

impl Drafts {
    pub(super) fn new(disk: Disk, into: &Path) -> Result<Self, FolderError> {
        let draft = |name| LineFile::draft(disk, &into.join(name));
        let [results, times, links] = [draft(RESULTS)?, draft(TIMES)?, draft(CHAIN)?];
        Ok(Self { disk, into: into.to_owned(), results, times, links, last: None })
    }

    pub(super) fn add<'a>(&mut self, games: impl Iterator<Item = &'a StoredGame> + Clone) -> Result<(), FolderError> {
        self.results.add(games.clone().map(|game| &game.result))?;
        self.times.add(games.clone().filter_map(|game| game.times.as_ref()))?;
        self.links.add(games.map(|game| GameLink::add(&mut self.last, &game.result, game.log)))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.into
    }

    /// Replaces the old files by the drafts. The results come last: when the name of their file is durable, the names
    /// of the other files are durable too.
    pub(super) fn finish(self) -> Result<(), FolderError> {
        self.times.replace(&self.into.join(TIMES))?;
        self.links.replace(&self.into.join(CHAIN))?;
        disk::sync_folder(self.disk, &self.into.join(GAMES))?;
        disk::sync_folder(self.disk, &self.into)?;
        self.results.replace(&self.into.join(RESULTS))?;
        disk::sync_folder(self.disk, &self.into)
    }
}
