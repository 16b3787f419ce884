//! A file of lines that another process writes, read as it grows.

use std::{
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use crate::regular_file;

/// The most bytes that are read at once. A longer line is never read.
const MOST_AT_ONCE: u64 = 16 * 1024 * 1024;

/// A file of lines, and how far it has been read.
#[derive(Debug, Default)]
pub struct FileTail {
    path: PathBuf,
    /// The number of bytes of the lines that have been read.
    pub place: u64,
}

#[derive(Debug)]
pub struct NewLines {
    /// True if the file is shorter than before: another process has begun it anew, and these are its first lines.
    pub is_restarted: bool,
    /// The whole lines. An unfinished line is read next time.
    pub text: Vec<u8>,
}

impl FileTail {
    /// A file of which nothing has been read. It may be missing.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), place: 0 }
    }

    /// Reads new lines, at most 16 MiB; none of a missing file. Fails if the file cannot be read, or is not regular.
    pub fn read(&mut self) -> io::Result<NewLines> {
        let file = match regular_file::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            file => Some(file?),
        };
        let length = file.as_ref().map_or(Ok(0), |file| file.metadata().map(|about| about.len()))?;
        let is_restarted = length < self.place;
        if is_restarted {
            self.place = 0;
        }
        let mut text = Vec::new();
        if let Some(mut file) = file.filter(|_| length > self.place) {
            file.seek(SeekFrom::Start(self.place))?;
            file.take(MOST_AT_ONCE).read_to_end(&mut text)?;
        }
        text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        self.place += text.len() as u64;
        Ok(NewLines { is_restarted, text })
    }
}
