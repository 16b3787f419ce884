//! The finished rounds of a ladder. `finished.jsonl` has a line for each, in the order in which they count.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
};

use uvi::Digest;
use uvi_cup::{FinishedRound, Ladder};

use super::{
    super::folder::{
        FolderError, digest,
        disk::{append, cut, sync, sync_folder},
        if_there, system,
    },
    ladder_folder::{FINISHED, LadderFolder},
};

/// The number of bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// The lines of the file that were read.
#[derive(Debug, Default)]
pub(super) struct FinishedRounds {
    /// Their size in bytes.
    size: u64,
    count: usize,
    /// True if a torn line follows them.
    is_torn: bool,
}

/// A line of the file.
#[derive(Debug)]
pub(super) struct RoundLine<'a> {
    text: &'a [u8],
    path: &'a Path,
    number: usize,
}

impl FinishedRounds {
    /// Reads the lines that are new. A torn last line does not count.
    ///
    /// # Errors
    /// If the file cannot be read, and those of `hear`.
    pub(super) fn read(
        &mut self,
        folder: &LadderFolder,
        mut hear: impl FnMut(&RoundLine<'_>) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let path = folder.join(FINISHED);
        let Some(file) = if_there("read", &path, folder.disk.open(&path, self.size))? else { return Ok(()) };
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let mut text = Vec::new();
        loop {
            text.clear();
            reader.read_until(b'\n', &mut text).map_err(system("read", &path))?;
            self.is_torn = !text.is_empty() && !text.ends_with(b"\n");
            if text.is_empty() || self.is_torn {
                return Ok(());
            }
            self.size += text.len() as u64;
            self.count += 1;
            hear(&RoundLine { text: &text, path: path.strip_prefix(".").unwrap_or(&path), number: self.count })?;
        }
    }

    /// Adds a round, durably. The ladder must be claimed since its lines were read.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, folder: &LadderFolder, round: &FinishedRound) -> Result<(), FolderError> {
        let path = folder.join(FINISHED);
        let mut text = serde_json::to_vec(round).expect("a result has only text keys and finite numbers");
        text.push(b'\n');
        let mut file = append(folder.disk, &path)?;
        if self.is_torn {
            cut(&*file, self.size as usize, &path)?;
        }
        file.write_all(&text).map_err(system("write", &path))?;
        sync(&*file, &path)?;
        if self.count == 0 {
            sync_folder(folder.disk, &folder.path)?;
        }
        *self = Self { size: self.size + text.len() as u64, count: self.count + 1, is_torn: false };
        Ok(())
    }
}

impl RoundLine<'_> {
    /// The round.
    ///
    /// # Errors
    /// If the line is damaged.
    pub(super) fn round(&self) -> Result<FinishedRound, FolderError> {
        serde_json::from_slice(self.text).map_err(|error| self.wrong(&error))
    }

    /// Tells the ladder the round.
    ///
    /// # Errors
    /// If the line is damaged, or the game is not understood.
    pub(super) fn tell(&self, ladder: &mut Ladder) -> Result<(), FolderError> {
        ladder.hear(self.round()?).map_err(|error| self.wrong(&error))
    }

    /// The SHA-256 of the round in the ladder that played it.
    pub(super) fn origin(&self, round: &FinishedRound) -> Digest {
        round.origin.unwrap_or_else(|| digest(self.text))
    }

    /// The error of a round that cannot be counted, with the cure.
    pub(super) fn wrong(&self, why: &dyn ToString) -> FolderError {
        let text =
            format!("{}; put the line back as it was, or remove it, and its round does not count", why.to_string());
        FolderError::Unreadable { path: self.path.to_owned(), line: Some(self.number), text }
    }
}
