//! The match log as a file: one write for what follows from one input, and the seed beside it until it is published.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use uvi::Seed;

use crate::record::Record;

/// Where and how a log is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogSettings {
    /// The file; it must not exist.
    pub path: PathBuf,
    /// Whether times are written.
    pub times: bool,
    /// When it is synced to the disk.
    pub sync: uvi::Sync,
}

/// A log being written.
#[derive(Debug)]
pub struct Journal {
    settings: LogSettings,
    file: File,
    buffer: Vec<u8>,
}

/// What could not be done with a file of the log.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {source}", path.display())]
pub struct JournalError {
    what: &'static str,
    path: PathBuf,
    source: io::Error,
}

/// Where the seed of a running match is kept: beside its log, readable by its owner only.
pub fn seed_path(log: &Path) -> PathBuf {
    let mut path = OsString::from(log);
    path.push(".seed");
    PathBuf::from(path)
}

impl Journal {
    /// Makes the file of the seed, then that of the log. Nothing is overwritten.
    ///
    /// # Errors
    /// Where the log exists, or one of the files cannot be made.
    pub fn create(settings: LogSettings, seed: &Seed) -> Result<Self, JournalError> {
        let error = |what, path: &Path| {
            let path = path.to_owned();
            move |source| JournalError { what, path, source }
        };
        if settings.path.symlink_metadata().is_ok() {
            return Err(error("make", &settings.path)(io::ErrorKind::AlreadyExists.into()));
        }
        let seed_file = seed_path(&settings.path);
        // A seed without its log is what an arbiter left that was killed before its match began.
        let _ = fs::remove_file(&seed_file);
        let written = private(&seed_file).and_then(|mut file| file.write_all(format!("{seed}\n").as_bytes()));
        written.map_err(error("make", &seed_file))?;
        let made = OpenOptions::new().append(true).create_new(true).open(&settings.path);
        let file = made.and_then(|file| lock(&file).map(|()| file)).map_err(|source| {
            let _ = fs::remove_file(&seed_file);
            error("make", &settings.path)(source)
        })?;
        Ok(Self { settings, file, buffer: Vec::new() })
    }

    /// Opens a log that was cut off, to go on with it: what stands behind its first `whole` bytes, a torn line, is cut
    /// away. `ended` says whether the last whole line has its line feed.
    ///
    /// # Errors
    /// Where it cannot be opened or cut, or another arbiter is writing it.
    pub fn reopen(settings: LogSettings, whole: u64, ended: bool) -> Result<Self, JournalError> {
        let opened = OpenOptions::new().append(true).open(&settings.path).and_then(|file| {
            lock(&file)?;
            file.set_len(whole)?;
            Ok(file)
        });
        let file = opened.map_err(|source| JournalError { what: "go on with", path: settings.path.clone(), source })?;
        let buffer = if ended { Vec::new() } else { b"\n".to_vec() };
        Ok(Self { settings, file, buffer })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.settings.path
    }

    /// Adds a record to the next write.
    pub fn add(&mut self, record: Record) {
        let record = if self.settings.times { record } else { record.without_times() };
        record.write_line(&mut self.buffer);
    }

    /// Writes what was added, in one write.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = self.file.write_all(&self.buffer);
        self.buffer.clear();
        let synced = match self.settings.sync {
            uvi::Sync::Event => written.and_then(|()| self.file.sync_data()),
            uvi::Sync::Game => written,
        };
        synced.map_err(|source| JournalError { what: "write", path: self.settings.path.clone(), source })
    }

    /// The result is written: syncs the log and removes the file of the seed.
    ///
    /// # Errors
    /// Where the file cannot be synced.
    pub fn close(mut self) -> Result<(), JournalError> {
        self.flush()?;
        self.file.sync_data().map_err(|source| JournalError {
            what: "sync",
            path: self.settings.path.clone(),
            source,
        })?;
        let _ = fs::remove_file(seed_path(&self.settings.path));
        Ok(())
    }

    /// Nothing was recorded and nothing will be: removes both files.
    pub fn discard(self) {
        let _ = fs::remove_file(&self.settings.path);
        let _ = fs::remove_file(seed_path(&self.settings.path));
    }
}

/// A new file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Keeps a second arbiter from going on with a log while it is being written.
fn lock(file: &File) -> io::Result<()> {
    use rustix::{
        fs::{FlockOperation, flock},
        io::Errno,
    };
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(io::Error::new(io::ErrorKind::ResourceBusy, "another arbiter is writing it")),
        // On a file system without locks it is written without.
        Ok(()) | Err(_) => Ok(()),
    }
}
