//! The files that a merge makes: the results, which take the place of those before when all is written, and the logs.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use serde::Serialize;
use uvi_cup::{GameResult, GameTimes};

use super::{
    chain::GameLink,
    standing::Finished,
    store::{CHAIN, RESULTS, TIMES},
    store_error::{StoreError, system},
};
use crate::regular;

/// The files of results, as they will be.
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
    /// In a folder, which is made for its owner only.
    pub(super) fn new(into: &Path) -> Result<Self, StoreError> {
        let create = |name| {
            let path = draft(into, name);
            regular::create(&path, 0o666).map(BufWriter::new).map_err(system("write", &path))
        };
        let [results, times, links] = [create(RESULTS)?, create(TIMES)?, create(CHAIN)?];
        Ok(Self { into: into.to_owned(), results, times, links, last: None })
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, finished: &Finished) -> Result<(), StoreError> {
        let link = GameLink::after(self.last, &finished.result, finished.log);
        let path = &self.into;
        line::<GameResult>(&mut self.results, &finished.result).map_err(system("write", &draft(path, RESULTS)))?;
        if let Some(times) = &finished.times {
            line::<GameTimes>(&mut self.times, times).map_err(system("write", &draft(path, TIMES)))?;
        }
        line(&mut self.links, &link).map_err(system("write", &draft(path, CHAIN)))?;
        self.last = Some(link.link);
        Ok(())
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.into
    }

    /// They take the place of what was there, the results last.
    pub(super) fn finish(self) -> Result<(), StoreError> {
        for (mut file, name) in [(self.times, TIMES), (self.links, CHAIN), (self.results, RESULTS)] {
            let path = draft(&self.into, name);
            let written = file.flush().and_then(|()| file.get_ref().sync_data());
            written.and_then(|()| fs::rename(&path, self.into.join(name))).map_err(system("write", &path))?;
        }
        Ok(())
    }
}

fn line<T: Serialize>(file: &mut impl Write, line: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}

/// Makes a file be there under another name too: the same, or where the file system has no such thing, a copy.
///
/// # Errors
/// If it is a symbolic link or no file, or the system refuses.
pub(super) fn link(from: &Path, to: &Path) -> Result<(), StoreError> {
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

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Removes a folder and what is in it, if it is there.
pub(super) fn remove_all(path: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
