//! What a board remembers between two starts: its key, its port and its tables. What was played is in the logs.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{key::Key, table::Setting};

/// The file, in the folder of the logs. Keys stand in it, so that only its owner can read it.
const FILE: &str = "board.json";

/// Whoever has claimed this one may write the file.
const CLAIM: &str = "board.lock";

/// What is remembered.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Past {
    /// The key to everything; drawn at the first start.
    #[serde(default)]
    pub key: Option<Key>,
    /// Where pages have found the board.
    #[serde(default)]
    pub port: Option<u16>,
    /// The number of the latest table.
    #[serde(default)]
    pub next: u64,
    /// At most as many as the hall keeps.
    #[serde(default)]
    pub tables: Vec<Remembered>,
}

/// A table as it is remembered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Remembered {
    /// Unique for this board, also after a restart.
    pub number: u64,
    /// What it has from its beginning.
    pub setting: Setting,
    /// The key of those who look on.
    pub watch: Key,
    /// Whether its match had begun, so that there is a log.
    pub begun: bool,
}

/// Where it is remembered.
#[derive(Debug)]
pub struct Memory {
    folder: PathBuf,
    past: Mutex<Past>,
    _claim: File,
}

impl Memory {
    /// The memory of the board whose logs are in this folder; none if another board is at work there.
    ///
    /// # Errors
    /// If the file is there and cannot be read, or none can be made.
    pub fn open(folder: &Path) -> io::Result<Option<Self>> {
        let claim = private(&folder.join(CLAIM))?;
        match claim.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks: nobody can say who else is there.
            Err(fs::TryLockError::Error(error)) => log::warn!("{}: {error}", folder.display()),
        }
        let past = match fs::read(folder.join(FILE)) {
            Ok(text) => serde_json::from_slice(&text).map_err(io::Error::other)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Past::default(),
            Err(error) => return Err(error),
        };
        Ok(Some(Self { folder: folder.to_owned(), past: Mutex::new(past), _claim: claim }))
    }

    /// What is remembered.
    pub fn past(&self) -> Past {
        self.past.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes it, and rewrites it: the file is the old one or the new one, whenever the board ends.
    pub fn change(&self, change: impl FnOnce(&mut Past)) {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
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
        fs::rename(new, self.folder.join(FILE))
    }
}

/// A file that only its owner can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_there_again_for_one_board_at_a_time() {
        // Beside the test program, since other accounts use the folder of temporary files too.
        let program = std::env::current_exe().expect("a program");
        let folder = program.with_file_name(format!("memory-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let memory = Memory::open(&folder).expect("a file").expect("nobody else");
        assert!(memory.past().key.is_none());
        let key = Key::draw();
        memory.change(|past| past.key = Some(key.clone()));
        assert!(Memory::open(&folder).expect("a file").is_none(), "another board is at work there");
        drop(memory);
        let memory = Memory::open(&folder).expect("a file").expect("nobody else");
        assert_eq!(memory.past().key, Some(key));
        fs::remove_dir_all(&folder).expect("a folder");
    }
}
