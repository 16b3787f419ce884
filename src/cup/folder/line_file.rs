//! JSON Lines files: one value per line.

use std::{
    io::{BufRead, BufReader, Read as _},
    iter,
    path::PathBuf,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    disk,
    error::{FolderError, if_there, system},
};
use crate::world::{Disk, WritableFile};

#[derive(Debug)]
pub(crate) struct LineFile {
    disk: Disk,
    path: PathBuf,
    file: Box<dyn WritableFile>,
}

impl LineFile {
    pub(super) fn open(disk: Disk, path: PathBuf) -> Result<Self, FolderError> {
        let file = disk::append(disk, &path)?;
        let file = Self { disk, path, file };
        file.cut(u32::MAX)?;
        Ok(file)
    }

    /// Cuts off all lines after the first `most`, and a torn last line.
    pub(super) fn cut(&self, most: u32) -> Result<(), FolderError> {
        let read = |source| system("read", &self.path)(source);
        let mut reader = BufReader::new(self.disk.open(&self.path, 0).map_err(read)?);
        let (mut lines, mut kept, mut size) = (0, 0, 0);
        loop {
            let part = reader.fill_buf().map_err(read)?;
            let length = part.len();
            if length == 0 {
                break;
            }
            let ends = (1..).zip(part).filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end);
            for end in ends.take((most - lines) as usize) {
                (lines, kept) = (lines + 1, size + end);
            }
            size += length;
            reader.consume(length);
        }
        if kept < size { disk::cut(&*self.file, kept, &self.path) } else { Ok(()) }
    }

    pub(crate) fn add(&mut self, lines: impl IntoIterator<Item: Serialize>) -> Result<(), FolderError> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, &line).expect("a result has only text keys and finite numbers");
            text.push(b'\n');
        }
        if text.is_empty() {
            return Ok(());
        }
        self.file.write_all(&text).map_err(system("write", &self.path))
    }

    pub(super) fn sync(&self) -> Result<(), FolderError> {
        disk::sync(&*self.file, &self.path)
    }
}

/// The longest line that is read from a stream, in bytes. A result is about a thousand times shorter.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

/// An error of a single line, without the number 1 of that line.
pub(crate) fn in_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// Reads the whole lines of a file one by one, without keeping them. Empty if there is no file. What another arbiter adds
/// after the end was found is not read, so that it never stands beside logs that were looked at before.
pub(crate) fn stream<T: DeserializeOwned>(
    disk: Disk,
    path: PathBuf,
) -> Result<impl Iterator<Item = Result<T, FolderError>>, FolderError> {
    let mut file = if_there("open", &path, disk.open(&path, 0))?.map(BufReader::new);
    let mut text = Vec::new();
    let mut line = 0;
    Ok(iter::from_fn(move || {
        let reader = file.as_mut()?;
        text.clear();
        line += 1;
        if let Err(error) = reader.take(LONGEST_LINE).read_until(b'\n', &mut text) {
            file = None;
            return Some(Err(system("read", &path)(error)));
        }
        if text.len() as u64 == LONGEST_LINE {
            file = None;
            let text = format!("expected at most {LONGEST_LINE} bytes");
            return Some(Err(FolderError::Unreadable { path: path.clone(), line: Some(line), text }));
        }
        // A torn last line does not count.
        if !text.ends_with(b"\n") {
            file = None;
            return None;
        }
        // Without its end, the line is line 1 of an error, whose other place is the column.
        Some(serde_json::from_slice(text.trim_ascii_end()).map_err(|error| FolderError::Unreadable {
            path: path.clone(),
            line: Some(line),
            text: format!(
                "{}; rename the file: if the logs are there, arbiter tournament makes it again",
                in_line(&error)
            ),
        }))
    }))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a file for a test")]
mod tests {
    use std::fs;

    use testkit::processes::scratch;

    use super::*;
    use crate::world::DISK;

    #[test]
    fn a_file_that_grows_ends_where_its_end_was_found() {
        let path = scratch("growing").join("lines");
        fs::write(&path, "1\n2\n3").unwrap();
        let mut lines = stream::<u32>(DISK, path.clone()).unwrap().map(Result::unwrap);
        assert_eq!(lines.by_ref().collect::<Vec<_>>(), [1, 2]);
        fs::write(&path, "1\n2\n34\n5\n").unwrap();
        assert_eq!(lines.next(), None);
    }
}
