//! The data of a board that survive a restart: key, port and tables. The moves are in the logs.

use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::{key::Key, table::Setting};

/// The file name, in the folder of the logs. The file holds keys, so only its owner may read it.
const FILE: &str = "board.json";

/// The lock file. Only the process that holds its lock may write the memory.
const CLAIM: &str = "board.lock";

/// The errors of a folder that the system cannot sync, whatever the state of the disk.
const CANNOT_SYNC: [io::ErrorKind; 3] =
    [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::PermissionDenied];

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Past {
    /// The owner's key; drawn at the first start.
    pub key: Option<Key>,
    pub port: Option<u16>,
    /// The number of the latest table.
    #[serde(default)]
    pub next: u64,
    /// The tables; at most as many as the hall keeps.
    #[serde(default)]
    pub tables: Vec<SavedTable>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedTable {
    /// The number of the table, unique for this board across restarts.
    pub number: u64,
    pub setting: Setting,
    /// The key for spectators.
    pub watch: Key,
    /// True if the match had begun, so that there is a log.
    pub begun: bool,
}

#[derive(Debug)]
pub struct TableStore {
    folder: PathBuf,
    past: Mutex<Past>,
    _claim: File,
}

impl TableStore {
    /// Opens the memory of the board whose logs are in `folder`. `None` if another board uses the folder. Fails if the
    /// file exists and cannot be read, or cannot be created.
    pub fn open(folder: &Path) -> io::Result<Option<Self>> {
        let claim = private(&folder.join(CLAIM))?;
        match claim.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Ok(None),
            // The file system has no locks, so another board cannot be detected.
            Err(fs::TryLockError::Error(error)) => log::warn!("{}: {error}", folder.display()),
        }
        let path = folder.join(FILE);
        let past = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| unreadable(&path, &error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Past::default(),
            Err(error) => return Err(unreadable(&path, &error)),
        };
        Ok(Some(Self { folder: folder.to_owned(), past: Mutex::new(past), _claim: claim }))
    }

    /// A copy of the stored data.
    pub fn past(&self) -> Past {
        self.past.lock().clone()
    }

    /// Changes and stores the data. The file is replaced atomically and durably: a crash leaves the old or the new one.
    pub fn change(&self, change: impl FnOnce(&mut Past)) {
        let mut past = self.past.lock();
        change(&mut past);
        if let Err(error) = self.write(&past) {
            log::error!("cannot keep the tables in {}: {error}", self.folder.display());
        }
    }

    fn write(&self, past: &Past) -> io::Result<()> {
        let new = self.folder.join(format!("{FILE}.new"));
        let mut file = private(&new)?;
        file.set_len(0)?;
        file.write_all(&serde_json::to_vec(past)?)?;
        file.sync_data()?;
        fs::rename(new, self.folder.join(FILE))?;
        match File::open(&self.folder).and_then(|folder| folder.sync_all()) {
            // Not every file system can sync a folder.
            Err(error) if CANNOT_SYNC.contains(&error.kind()) => Ok(()),
            synced => synced,
        }
    }
}

fn unreadable(path: &Path, error: &dyn Error) -> io::Error {
    let hint = "mend the file, or remove it: then the board forgets its tables, and their links are void";
    io::Error::other(format!("{}: {error}; {hint}", path.display()))
}

/// Opens or creates a file that only its owner can read.
pub(crate) fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_there_again_for_one_board_at_a_time() {
        let folder = testkit::processes::scratch("memory");
        let memory = TableStore::open(&folder).expect("a file").expect("nobody else");
        assert!(memory.past().key.is_none());
        let key = Key::draw();
        memory.change(|past| past.key = Some(key.clone()));
        assert!(TableStore::open(&folder).expect("a file").is_none(), "another board is at work there");
        drop(memory);
        let memory = TableStore::open(&folder).expect("a file").expect("nobody else");
        assert_eq!(memory.past().key, Some(key));
        drop(memory);
        let path = folder.join(FILE);
        fs::write(&path, "{").expect("a file");
        let error = TableStore::open(&folder).expect_err("it is broken").to_string();
        assert!(error.starts_with(&format!("{}: EOF", path.display())) && error.contains("void"), "{error}");
    }
}
