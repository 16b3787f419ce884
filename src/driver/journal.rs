//! The match log as a file. All records that follow from one input share one write. The seed stands in a file beside
//! the log until the log is finished.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use rustix::io::Errno;
use sha2::{Digest as _, Sha256};
use uvi::{Digest, Seed};
use uvi_games::game::Seat;
use uvi_match::record::Record;

use super::stderr::stderr_path;
use crate::world::{Disk, OpenMode, WritableFile};

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
    disk: Disk,
    settings: LogSettings,
    file: Box<dyn WritableFile>,
    /// The seed file, claimed while the match runs, so that no other arbiter takes the file for a leftover. `None` if
    /// the log is resumed or the seed is stored elsewhere.
    _seed: Option<Box<dyn WritableFile>>,
    buffer: Vec<u8>,
    stage: JournalStage,
    /// The SHA-256 of the lines in the file.
    digest: Sha256,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JournalStage {
    /// The log was just made and has no record.
    Fresh,
    /// The log was cut off. The first write removes all bytes after this number of bytes.
    CutOff(u64),
    /// The log has records.
    Begun,
}

/// A failed operation on the log, its seed file or its folder.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {}", shown(path), reason(source))]
pub struct JournalError {
    what: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl JournalError {
    /// Returns true if the system had too few file descriptors, so a later try may succeed.
    pub fn may_pass(&self) -> bool {
        matches!(Errno::from_io_error(&self.source), Some(Errno::MFILE | Errno::NFILE))
    }
}

/// Returns the path for people, who would not see an empty one.
fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { "a file without a name".to_owned() } else { path.display().to_string() }
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
    /// Makes the seed file, if `seed` is given, then the log. `None` if the seed is stored elsewhere. Fails if the log
    /// exists, or one of the files cannot be made.
    pub fn create(disk: Disk, settings: LogSettings, seed: Option<&Seed>) -> Result<Self, JournalError> {
        let error = |what, path: &Path| {
            let path = path.to_owned();
            move |source| JournalError { what, path, source }
        };
        if disk.is_taken(&settings.path) {
            return Err(error("make", &settings.path)(io::ErrorKind::AlreadyExists.into()));
        }
        let seed_file = seed_path(&settings.path);
        let seed = seed.map(|seed| write_seed(disk, &seed_file, seed, settings.sync)).transpose();
        let seed = seed.map_err(|source| match source.kind() {
            // If the folder does not exist, the error names the log, because that is the path that the user gave.
            io::ErrorKind::NotFound => error("make", &settings.path)(source),
            _ => error("make", &seed_file)(source),
        })?;
        let made = disk.write(&settings.path, OpenMode::AppendNew);
        let file = made.and_then(|file| claimed(file, &settings.path)).map_err(|source| {
            if seed.is_some() {
                let _ = disk.remove(&seed_file);
            }
            error("make", &settings.path)(source)
        })?;
        Ok(Self::new(disk, settings, file, seed, JournalStage::Fresh))
    }

    fn new(
        disk: Disk,
        settings: LogSettings,
        file: Box<dyn WritableFile>,
        seed: Option<Box<dyn WritableFile>>,
        stage: JournalStage,
    ) -> Self {
        Self { disk, settings, file, _seed: seed, buffer: Vec::new(), stage, digest: Sha256::new() }
    }

    /// Opens a log that was cut off, to resume it. `text` is the content that was read before. The first write cuts off
    /// everything after the first `whole` bytes, such as a torn line. Fails if the log cannot be opened, is no regular
    /// file, has changed since it was read, or is claimed by another arbiter.
    pub fn reopen(disk: Disk, settings: LogSettings, text: &[u8], whole: usize) -> Result<Self, JournalError> {
        let opened = disk.write(&settings.path, OpenMode::AppendExisting).and_then(|file| {
            let mut file = claimed(file, &settings.path)?;
            // One byte more than `text` shows that the file has grown.
            match file.read_start(text.len() as u64 + 1)? == text {
                // The sync of its last record, or of its name, may have failed.
                true if settings.sync == uvi::Sync::Event => {
                    file.sync().and_then(|()| disk.sync_name(&settings.path)).map(|()| file)
                }
                true => Ok(file),
                false => Err(io::Error::other("it changed after it was read")),
            }
        });
        let file = opened.map_err(|source| JournalError { what: "resume", path: settings.path.clone(), source })?;
        let mut journal = Self::new(disk, settings, file, None, JournalStage::CutOff(whole as u64));
        journal.digest.update(&text[..whole]);
        Ok(journal)
    }

    /// Adds a record to the next write. Returns the record as it is written.
    pub fn add(&mut self, record: Record) -> Record {
        let mut record = if self.settings.times { record } else { record.without_times() };
        if let Record::Result(result) = &mut record {
            result.sha256 = Some(self.sha256());
        }
        record.write_line(&mut self.buffer);
        record
    }

    /// The SHA-256 of all records, written or added.
    pub fn sha256(&self) -> Digest {
        Digest(self.digest.clone().chain_update(&self.buffer).finalize().into())
    }

    /// Appends a text of a bot's stderr to a file beside the log, if the log has times. Failure is only a warning,
    /// because the text is no part of the match.
    pub(super) fn keep_stderr(&self, seat: Seat, text: &str) {
        let path = stderr_path(&self.settings.path, seat);
        // A bot may have put a link or a pipe there.
        let opened = || self.disk.write(&path, OpenMode::AppendUnlinked);
        if self.settings.times
            && let Err(error) = opened().and_then(|mut file| file.write_all(format!("{text}\n").as_bytes()))
        {
            log::warn!("cannot write {}: {error}", path.display());
        }
    }

    /// Writes the added records, in one write.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let stage = std::mem::replace(&mut self.stage, JournalStage::Begun);
        let written = self.write(stage);
        self.digest.update(&self.buffer);
        self.buffer.clear();
        written.map_err(|source| JournalError { what: "write", path: self.settings.path.clone(), source })
    }

    fn write(&mut self, stage: JournalStage) -> io::Result<()> {
        if let JournalStage::CutOff(whole) = stage {
            self.file.cut(whole)?;
        }
        self.file.write_all(&self.buffer)?;
        if self.settings.sync == uvi::Sync::Event {
            self.file.sync()?;
            if stage != JournalStage::Begun {
                self.disk.sync_name(&self.settings.path)?;
            }
        }
        Ok(())
    }

    /// Closes a log that has its result. The caller may sync it later, beside the next match. Fails if the file cannot
    /// be written, or was removed from its path.
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
        let path = &self.settings.path;
        match self.file.is_at(path) {
            Ok(true) => Ok(()),
            Ok(false) => {
                log::warn!("{}: another file was put in its place while it was written", path.display());
                Ok(())
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Err(io::Error::other("it was removed while it was written"))
            }
            Err(error) => Err(error),
        }
    }
}

/// The complete log of a finished match, not yet synced to the disk. The seed file stays beside the log until then.
#[derive(Debug)]
#[must_use]
pub struct UnsyncedLog(Journal);

impl UnsyncedLog {
    /// Asks the system to begin writing the log to the disk, so that several logs are written together. Only with `sync
    /// game`, and only on Linux.
    pub fn begin(&self) {
        if self.0.settings.sync == uvi::Sync::Game {
            self.0.file.begin_sync();
        }
    }

    /// Syncs the contents of the log, unless syncing is off.
    pub(super) fn sync_contents(&self) -> Result<(), JournalError> {
        if self.is_synced() { self.0.file.sync().map_err(|source| self.unsynced(source)) } else { Ok(()) }
    }

    /// Syncs the name of the log, unless its folder is in `synced` or syncing is off. Adds the folder to `synced`. Then
    /// removes the seed file.
    pub(super) fn finish(self, synced: &mut BTreeSet<PathBuf>) -> Result<(), JournalError> {
        let (disk, path) = (self.0.disk, &self.0.settings.path);
        let folder = path.parent().unwrap_or_else(|| Path::new("")).to_owned();
        if self.is_synced() && !synced.contains(&folder) {
            disk.sync_name(path).map_err(|source| self.unsynced(source))?;
            synced.insert(folder);
        }
        let _ = disk.remove(&seed_path(path));
        Ok(())
    }

    /// Syncs the contents and the name of the log, unless syncing is off. Then removes the seed file.
    pub fn sync(self) -> Result<(), JournalError> {
        self.sync_contents()?;
        self.finish(&mut BTreeSet::new())
    }

    fn is_synced(&self) -> bool {
        self.0.settings.sync != uvi::Sync::Off
    }

    fn unsynced(&self, source: io::Error) -> JournalError {
        JournalError { what: "sync", path: self.0.settings.path.clone(), source }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.stage == JournalStage::Fresh {
            let _ = self.disk.remove(&self.settings.path);
            let _ = self.disk.remove(&seed_path(&self.settings.path));
        }
    }
}

/// Writes the seed into a new file and claims the file. Replaces an unclaimed seed file: an arbiter left it that was
/// killed before its match began. Any other existing file is an error.
fn write_seed(disk: Disk, path: &Path, seed: &Seed, sync: uvi::Sync) -> io::Result<Box<dyn WritableFile>> {
    let made = match disk.write(path, OpenMode::NewPrivate) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let mut there = claimed(disk.write(path, OpenMode::AppendExisting)?, path)?;
            let left = there.read_start(LONGEST_SEED)?;
            // The arbiter may have been killed before it wrote the seed.
            if !left.is_empty() {
                let left = String::from_utf8(left).ok().and_then(|text| text.trim().parse::<Seed>().ok());
                left.ok_or(error)?;
            }
            disk.remove(path)?;
            disk.write(path, OpenMode::NewPrivate)
        }
        made => made,
    };
    let mut file = claimed(made?, path)?;
    file.write_all(format!("{seed}\n").as_bytes())?;
    if sync == uvi::Sync::Event {
        file.sync()?;
    }
    Ok(file)
}

/// The longest file of a seed, in bytes. A longer file was not written by an arbiter.
const LONGEST_SEED: u64 = 1024;

/// Keeps a second arbiter from resuming a log while it is being written.
fn claimed(file: Box<dyn WritableFile>, path: &Path) -> io::Result<Box<dyn WritableFile>> {
    match file.claim(path) {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::ResourceBusy, "another arbiter is writing it")),
    }
}
