//! JSON Lines files: one value per line.

use std::{
    io::{BufRead, BufReader, Read as _},
    iter,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    disk,
    error::{FolderError, if_there, system},
};
use crate::world::{Disk, WritableFile};

/// A file of lines that is only appended to.
#[derive(Debug)]
pub(crate) struct LineFile {
    disk: Disk,
    path: PathBuf,
    file: Box<dyn WritableFile>,
}

impl LineFile {
    /// Opens a file and reads its lines. Cuts off a torn last line, and all lines after the first `most`.
    pub(super) fn open<T: DeserializeOwned>(
        disk: Disk,
        path: PathBuf,
        most: Option<usize>,
    ) -> Result<(Self, Vec<T>), FolderError> {
        let file = disk::append(disk, &path)?;
        let bytes = disk.read(&path).map_err(system("read", &path))?;
        let (mut lines, mut ends) = parse::<T>(&bytes, &path)?;
        if let Some(most) = most {
            lines.truncate(most);
            ends.truncate(most);
        }
        let whole = ends.last().copied().unwrap_or(0);
        if whole < bytes.len() {
            disk::cut(&*file, whole, &path)?;
        }
        Ok((Self { disk, path, file }, lines))
    }

    /// Begins an empty draft of the file at this path.
    pub(crate) fn draft(disk: Disk, path: &Path) -> Result<Self, FolderError> {
        let path = path.with_extension("draft");
        let file = disk::create(disk, &path)?;
        Ok(Self { disk, path, file })
    }

    /// Syncs this draft, and gives it the name of the file. The name is not durable before the folder is synced.
    pub(crate) fn replace(&self, path: &Path) -> Result<(), FolderError> {
        disk::replace(self.disk, &*self.file, &self.path, path)
    }

    /// Rewrites the file with only the lines for which `stays` is true.
    pub(super) fn keep<T: Serialize>(self, lines: Vec<T>, stays: impl Fn(&T) -> bool) -> Result<Self, FolderError> {
        let mut new = Self::draft(self.disk, &self.path)?;
        new.add(lines.into_iter().filter(stays))?;
        new.sync()?;
        disk::rename(self.disk, &new.path, &self.path, "write", &self.path)?;
        let file = disk::append(self.disk, &self.path)?;
        Ok(Self { file, ..self })
    }

    pub(crate) fn add(&mut self, lines: impl IntoIterator<Item: Serialize>) -> Result<(), FolderError> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, &line).expect("a result has only text keys and finite numbers");
            text.push(b'\n');
        }
        self.file.write_all(&text).map_err(system("write", &self.path))
    }

    pub(super) fn sync(&self) -> Result<(), FolderError> {
        disk::sync(&*self.file, &self.path)
    }
}

/// The whole lines of a file, each with the offset of its end.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8], path: &Path) -> Result<(Vec<T>, Vec<usize>), FolderError> {
    let mut lines = Vec::new();
    let mut ends = Vec::new();
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        let parsed = serde_json::from_slice(line).map_err(|error| FolderError::Unreadable {
            path: path.to_owned(),
            line: Some(lines.len() + 1),
            text: error.to_string(),
        })?;
        lines.push(parsed);
        end += line.len();
        ends.push(end);
    }
    Ok((lines, ends))
}

/// The longest line that is read from a stream, in bytes. A result is about a thousand times shorter.
const LONGEST_LINE: u64 = 16 * 1024 * 1024;

/// Reads the whole lines of a file one by one, without keeping them. Empty if there is no file.
pub(crate) fn stream<T: DeserializeOwned>(
    disk: Disk,
    path: PathBuf,
) -> Result<impl Iterator<Item = Result<T, FolderError>>, FolderError> {
    let mut file = if_there("open", &path, disk.open(&path))?.map(BufReader::new);
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
            return None;
        }
        Some(serde_json::from_slice(&text).map_err(|error| FolderError::Unreadable {
            path: path.clone(),
            line: Some(line),
            text: error.to_string(),
        }))
    }))
}
