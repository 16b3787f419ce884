//! The match log as a file: one write for what follows from one input, and the seed beside it until it is published.

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
/// If it is dropped before anything was written, its files are removed if they were made for it.
#[derive(Debug)]
pub struct Journal {
    settings: LogSettings,
    file: File,
    /// Locked while the match runs, so that nobody takes it for one that was left over.
    seed: Option<File>,
    buffer: Vec<u8>,
    stage: Stage,
    /// The SHA-256 of all that has been written, as far as it is known.
    digest: Sha256,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Both files were made, and hold no record.
    Fresh,
    /// The log was cut off; what stands behind its first so many bytes is cut away with the first write.
    CutOff(u64),
    /// It has records.
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
    /// Returns true if descriptors are short, which may be there later.
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

/// The path of the seed of a running match: beside its log, readable by its owner only.
pub fn seed_path(log: &Path) -> PathBuf {
    let mut path = OsString::from(log);
    path.push(".seed");
    PathBuf::from(path)
}

impl Journal {
    /// Makes the file of the seed, where the seed is kept nowhere else, then that of the log. Nothing is overwritten.
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
            // Where its folder does not exist, it is the log that people have named.
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

    /// Opens a log that was cut off, to go on with it. `text` is what it held when it was read; what stands behind its
    /// first `whole` bytes, a torn line, is cut away with the first write.
    ///
    /// # Errors
    /// If it cannot be opened, has changed since it was read, or another arbiter is writing it.
    pub fn reopen(settings: LogSettings, text: &[u8], whole: usize) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).custom_flags(regular::at_once());
        let opened = options.open(&settings.path).and_then(|mut file| {
            regular::must_be(&file)?;
            lock(&file, &settings.path)?;
            let mut now = Vec::new();
            // One byte more shows that it has grown.
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

    /// Adds a record to the next write, and gives it as it stands there.
    pub fn add(&mut self, record: Record) -> Record {
        let mut record = if self.settings.times { record } else { record.without_times() };
        if let Record::Result(result) = &mut record {
            result.sha256 = Some(self.sha256());
        }
        record.write_line(&mut self.buffer);
        record
    }

    /// The SHA-256 of all that has been written and added.
    pub fn sha256(&self) -> Digest {
        Digest(self.digest.clone().chain_update(&self.buffer).finalize().into())
    }

    /// Keeps a text of a bot's stderr beside the log, where the log has times. It is no part of the match.
    pub(super) fn keep_stderr(&self, seat: Seat, text: &str) {
        if self.settings.times
            && let Err(error) = stderr::keep(&self.settings.path, seat, &format!("{text}\n"))
        {
            log::warn!("cannot write {}: {error}", stderr::stderr_path(&self.settings.path, seat).display());
        }
    }

    /// Writes what was added, in one write.
    ///
    /// # Errors
    /// If the file cannot be written.
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

    /// The result is written: what is left to do may be done beside the next match.
    ///
    /// # Errors
    /// If the file cannot be written, or does not stand where it was made any more.
    pub fn close(mut self) -> Result<UnsyncedLog, JournalError> {
        self.flush()?;
        let path = &self.settings.path;
        self.is_there().map_err(|source| JournalError { what: "finish", path: path.clone(), source })?;
        self.buffer = Vec::new();
        Ok(UnsyncedLog(self))
    }

    /// Somebody may have removed the log, and nobody would find what was written. Whoever puts another file in its place
    /// ends no tournament by it: results come from what was played, and the chain of hashes tells the file apart.
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

/// The whole log of a match that is over, on its way to the disk. Its seed stands beside it until it is there.
#[derive(Debug)]
#[must_use]
pub struct UnsyncedLog(Journal);

impl UnsyncedLog {
    /// Has the system begin to write it, so that several are written together.
    pub fn begin(&self) {
        // The other half of that advice, that nobody will read it soon, is right as well.
        #[cfg(target_os = "linux")]
        if self.0.settings.sync == uvi::Sync::Game {
            let _ = rustix::fs::fadvise(&self.0.file, 0, None, rustix::fs::Advice::DontNeed);
        }
    }

    /// Syncs it, and removes the file of the seed.
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

/// Writes the seed into a new file and locks it. A seed that nobody holds is what an arbiter left that was killed before
/// its match began; anything else is not ours to remove.
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

/// Keeps a second arbiter from resuming a log while it is being written.
fn lock(file: &File, path: &Path) -> io::Result<()> {
    match claim(file, path) {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::ResourceBusy, "another arbiter is writing it")),
    }
}
