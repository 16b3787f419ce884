//! The match log as a file. All records that follow from one input share one write. The seed stands in a file beside
//! the log until the log is finished.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use rustix::io::Errno;
use sha2::{Digest as _, Sha256};
use uvi::{Digest, Seed};
use uvi_games::game::Seat;
use uvi_match::record::Record;

use super::{claim::claim, stderr};
use crate::regular;

/// The settings of a log file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogSettings {
    /// The file; it must not exist.
    pub path: PathBuf,
    /// True if times are written.
    pub times: bool,
    /// The moments at which the log is synced to the disk.
    pub sync: uvi::Sync,
}

/// A log being written.
///
/// A new log that is dropped before its first write is removed, with its seed file.
#[derive(Debug)]
pub struct Journal {
    settings: LogSettings,
    file: File,
    /// The seed file, locked while the match runs, so that no other arbiter takes it for a leftover. `None` if the log
    /// is resumed or the seed is stored elsewhere.
    seed: Option<File>,
    buffer: Vec<u8>,
    stage: Stage,
    /// The SHA-256 of the lines in the file.
    digest: Sha256,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The files were made, and the log holds no record.
    Fresh,
    /// The log is resumed. The first write cuts off everything after this number of bytes.
    CutOff(u64),
    /// The log has records.
    Begun,
}

/// An operation on a file of the log that failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {}", path.display(), reason(source))]
pub struct JournalError {
    what: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl JournalError {
    /// Returns true if there were too few file descriptors, so a later try may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(Errno::from_io_error(&self.source), Some(Errno::MFILE | Errno::NFILE))
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "the file already exists; choose another".to_owned(),
        _ => error.to_string(),
    }
}

/// The path of the seed file of a running match, beside its log. Only its owner can read the file.
pub fn seed_path(log: &Path) -> PathBuf {
    let mut path = OsString::from(log);
    path.push(".seed");
    PathBuf::from(path)
}

impl Journal {
    /// Makes the seed file, if `seed` is given, then the log. Overwrites nothing, except a seed file that a killed
    /// arbiter left.
    ///
    /// # Errors
    /// If the log exists, or one of the files cannot be made.
    pub fn create(settings: LogSettings, seed: Option<&Seed>) -> Result<Self, JournalError> {
        let error = |what, path: &Path| {
            let path = path.to_owned();
            move |source| JournalError { what, path, source }
        };
        if settings.path.symlink_metadata().is_ok() {
            return Err(error("make", &settings.path)(io::ErrorKind::AlreadyExists.into()));
        }
        let seed_file = seed_path(&settings.path);
        let seed = seed.map(|seed| write_seed(&seed_file, seed)).transpose().map_err(|source| match source.kind() {
            // If the folder does not exist, the error names the log, because that is the path that the user gave.
            io::ErrorKind::NotFound => error("make", &settings.path)(source),
            _ => error("make", &seed_file)(source),
        })?;
        let made = OpenOptions::new().append(true).create_new(true).open(&settings.path);
        let file = made.and_then(|file| lock(&file, &settings.path).map(|()| file)).map_err(|source| {
            if seed.is_some() {
                let _ = fs::remove_file(&seed_file);
            }
            error("make", &settings.path)(source)
        })?;
        Ok(Self::new(settings, file, seed, Stage::Fresh))
    }

    fn new(settings: LogSettings, file: File, seed: Option<File>, stage: Stage) -> Self {
        Self { settings, file, seed, buffer: Vec::new(), stage, digest: Sha256::new() }
    }

    /// Opens a log that was cut off, to resume it. `text` is the content that was read before. The first write cuts off
    /// everything after the first `whole` bytes, such as a torn line.
    ///
    /// # Errors
    /// If the log cannot be opened, is no regular file, has changed since it was read, or is locked by another arbiter.
    pub fn reopen(settings: LogSettings, text: &[u8], whole: usize) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).custom_flags(regular::at_once());
        let opened = options.open(&settings.path).and_then(|mut file| {
            regular::must_be(&file)?;
            lock(&file, &settings.path)?;
            let mut now = Vec::new();
            // One byte more than `text` shows that the file has grown.
            (&mut file).take(text.len() as u64 + 1).read_to_end(&mut now)?;
            if now != text {
                return Err(io::Error::other("it changed after it was read"));
            }
            Ok(file)
        });
        let file = opened.map_err(|source| JournalError { what: "resume", path: settings.path.clone(), source })?;
        let mut journal = Self::new(settings, file, None, Stage::CutOff(whole as u64));
        journal.digest.update(&text[..whole]);
        Ok(journal)
    }

    /// Adds a record to the next write, and returns the record as it is written: without times if the log has none; a
    /// result gets the SHA-256 of the lines before it.
    pub fn add(&mut self, record: Record) -> Record {
        let mut record = if self.settings.times { record } else { record.without_times() };
        if let Record::Result(result) = &mut record {
            result.sha256 = Some(self.sha256());
        }
        record.write_line(&mut self.buffer);
        record
    }

    /// The SHA-256 of all lines of the log, including added lines that are not written yet.
    pub fn sha256(&self) -> Digest {
        Digest(self.digest.clone().chain_update(&self.buffer).finalize().into())
    }

    /// Appends a text of a bot's stderr to a file beside the log, if the log has times. Failure is only a warning,
    /// because the text is no part of the match.
    pub(super) fn keep_stderr(&self, seat: Seat, text: &str) {
        if self.settings.times
            && let Err(error) = stderr::keep(&self.settings.path, seat, &format!("{text}\n"))
        {
            log::warn!("cannot write {}: {error}", stderr::stderr_path(&self.settings.path, seat).display());
        }
    }

    /// Writes the added records, in one write. With `sync event`, syncs them.
    ///
    /// # Errors
    /// If the file cannot be written or synced.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let cut = match std::mem::replace(&mut self.stage, Stage::Begun) {
            Stage::CutOff(whole) => self.file.set_len(whole),
            Stage::Fresh | Stage::Begun => Ok(()),
        };
        let written = cut.and_then(|()| self.file.write_all(&self.buffer));
        self.digest.update(&self.buffer);
        self.buffer.clear();
        let synced = match self.settings.sync {
            uvi::Sync::Event => written.and_then(|()| self.file.sync_data()),
            uvi::Sync::Off | uvi::Sync::Game => written,
        };
        synced.map_err(|source| JournalError { what: "write", path: self.settings.path.clone(), source })
    }

    /// Closes a log that has its result. The caller may sync it later, beside the next match.
    ///
    /// # Errors
    /// If the file cannot be written, or was removed from its path.
    pub fn close(mut self) -> Result<UnsyncedLog, JournalError> {
        self.flush()?;
        let path = &self.settings.path;
        self.is_there().map_err(|source| JournalError { what: "finish", path: path.clone(), source })?;
        self.buffer = Vec::new();
        Ok(UnsyncedLog(self))
    }

    /// Returns an error if the log was removed while it was written. Another file in its place is only a warning and
    /// ends no tournament: results come from the games played, and the chain of hashes exposes the other file.
    fn is_there(&self) -> io::Result<()> {
        let (ours, path) = (self.file.metadata()?, &self.settings.path);
        match fs::metadata(path) {
            Ok(there) => {
                if (there.dev(), there.ino()) != (ours.dev(), ours.ino()) {
                    log::warn!("{}: another file was put in its place while it was written", path.display());
                }
                Ok(())
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Err(io::Error::other("it was removed while it was written"))
            }
            Err(error) => Err(error),
        }
    }
}

/// The complete log of a finished match, which may not be on the disk yet. Its seed file stays until
/// [`UnsyncedLog::finish`].
#[derive(Debug)]
#[must_use]
pub struct UnsyncedLog(Journal);

impl UnsyncedLog {
    /// Asks the system to begin writing the log to the disk, so that several logs are written together. Only with `sync
    /// game`, and only on Linux.
    pub fn begin(&self) {
        // The advice also says that the file will not be read soon, which is true.
        #[cfg(target_os = "linux")]
        if self.0.settings.sync == uvi::Sync::Game {
            let _ = rustix::fs::fadvise(&self.0.file, 0, None, rustix::fs::Advice::DontNeed);
        }
    }

    /// Syncs the log, unless its setting is `sync off`, and removes the seed file.
    ///
    /// # Errors
    /// If the file cannot be synced.
    pub fn finish(self) -> Result<(), JournalError> {
        let Self(mut journal) = self;
        let synced = match journal.settings.sync {
            uvi::Sync::Off => Ok(()),
            uvi::Sync::Game | uvi::Sync::Event => journal.file.sync_data(),
        };
        synced.map_err(|source| JournalError { what: "sync", path: journal.settings.path.clone(), source })?;
        let _ = fs::remove_file(seed_path(&journal.settings.path));
        journal.seed = None;
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.stage == Stage::Fresh {
            let _ = fs::remove_file(&self.settings.path);
            let _ = fs::remove_file(seed_path(&self.settings.path));
        }
    }
}

/// Writes the seed into a new file and locks the file. Replaces an unlocked seed file: an arbiter left it that was
/// killed before its match began. Any other existing file is an error.
fn write_seed(path: &Path, seed: &Seed) -> io::Result<File> {
    let made = match private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            lock(&regular::open(path)?, path)?;
            let left = regular::read_to_string(path)?;
            // The arbiter may have been killed before it wrote the seed.
            if !left.is_empty() {
                left.trim().parse::<Seed>().map_err(|_| error)?;
            }
            fs::remove_file(path)?;
            private(path)
        }
        made => made,
    };
    let mut file = made?;
    lock(&file, path)?;
    file.write_all(format!("{seed}\n").as_bytes())?;
    Ok(file)
}

/// A new file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Locks a file, so that no second arbiter writes the same log.
fn lock(file: &File, path: &Path) -> io::Result<()> {
    match claim(file, path) {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::ResourceBusy, "another arbiter is writing it")),
    }
}
