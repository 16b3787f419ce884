//! The results, times and chain of a merge, first written as drafts. The drafts replace the old files when all drafts
//! are complete.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use uvi_cup::{GameResult, GameTimes};

use super::super::folder::{
    FolderError, GameLink, StoredGame, disk,
    names::{CHAIN, GAMES, RESULTS, TIMES},
    system,
};
use crate::world::{Disk, WritableFile};

/// Drafts of the three files that a merge writes: results, times and chain.
#[derive(Debug)]
pub(super) struct Drafts {
    disk: Disk,
    into: PathBuf,
    results: BufWriter<Box<dyn WritableFile>>,
    times: BufWriter<Box<dyn WritableFile>>,
    links: BufWriter<Box<dyn WritableFile>>,
    last: Option<uvi::Digest>,
}

fn draft(into: &Path, name: &str) -> PathBuf {
    into.join(format!("{name}.draft"))
}

impl Drafts {
    pub(super) fn new(disk: Disk, into: &Path) -> Result<Self, FolderError> {
        let create = |name| disk::create(disk, &draft(into, name)).map(BufWriter::new);
        let [results, times, links] = [create(RESULTS)?, create(TIMES)?, create(CHAIN)?];
        Ok(Self { disk, into: into.to_owned(), results, times, links, last: None })
    }

    pub(super) fn add(&mut self, finished: &StoredGame) -> Result<(), FolderError> {
        let link = GameLink::add(&mut self.last, &finished.result, finished.log);
        let path = &self.into;
        line::<GameResult>(&mut self.results, &finished.result).map_err(system("write", &draft(path, RESULTS)))?;
        if let Some(times) = &finished.times {
            line::<GameTimes>(&mut self.times, times).map_err(system("write", &draft(path, TIMES)))?;
        }
        line(&mut self.links, &link).map_err(system("write", &draft(path, CHAIN)))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.into
    }

    /// Replaces the old files by the drafts. The results come last: when the name of their file is durable, the names
    /// of the other files are durable too.
    pub(super) fn finish(self) -> Result<(), FolderError> {
        let (disk, into) = (self.disk, self.into);
        let replace = |mut file: BufWriter<Box<dyn WritableFile>>, name| {
            let path = draft(&into, name);
            file.flush().map_err(system("write", &path))?;
            disk::replace(disk, &**file.get_ref(), &path, &into.join(name))
        };
        replace(self.times, TIMES)?;
        replace(self.links, CHAIN)?;
        disk::sync_folder(disk, &into.join(GAMES))?;
        disk::sync_folder(disk, &into)?;
        replace(self.results, RESULTS)?;
        disk::sync_folder(disk, &into)
    }
}

fn line<T: Serialize>(file: &mut impl Write, line: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}
