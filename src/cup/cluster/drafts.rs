//! The results, times and chain of a merge, first written as drafts. The drafts replace the old files when all are
//! written. Logs are placed elsewhere.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use uvi_cup::{GameResult, GameTimes};

use super::super::folder::{
    FolderError, GameLink, StoredGame, disk,
    names::{CHAIN, RESULTS, TIMES},
    system,
};

/// Drafts of the files of results.
#[derive(Debug)]
pub(super) struct Drafts {
    into: PathBuf,
    results: BufWriter<File>,
    times: BufWriter<File>,
    links: BufWriter<File>,
    last: Option<uvi::Digest>,
}

fn draft(into: &Path, name: &str) -> PathBuf {
    into.join(format!("{name}.draft"))
}

impl Drafts {
    pub(super) fn new(into: &Path) -> Result<Self, FolderError> {
        let create = |name| disk::create(&draft(into, name)).map(BufWriter::new);
        let [results, times, links] = [create(RESULTS)?, create(TIMES)?, create(CHAIN)?];
        Ok(Self { into: into.to_owned(), results, times, links, last: None })
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

    /// Replaces the old files by the drafts, the results last.
    pub(super) fn finish(self) -> Result<(), FolderError> {
        for (mut file, name) in [(self.times, TIMES), (self.links, CHAIN), (self.results, RESULTS)] {
            let path = draft(&self.into, name);
            file.flush().map_err(system("write", &path))?;
            disk::replace(file.get_ref(), &path, &self.into.join(name))?;
        }
        Ok(())
    }
}

fn line<T: Serialize>(file: &mut impl Write, line: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}
