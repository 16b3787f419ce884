//! The finished rounds of a ladder. `finished.jsonl` has a line for each, in the order in which they count.

use std::{
    io::{self, BufRead, BufReader, Write as _},
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
use crate::world::threads;

/// The number of bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// The number of lines whose rounds are parsed while those before them are counted.
const BATCH: usize = 256;

/// The lines of the file that were read.
#[derive(Debug, Default)]
pub(super) struct FinishedRounds {
    /// Their size in bytes.
    size: u64,
    count: usize,
    /// True if a torn line follows them.
    is_torn: bool,
}

/// Lines of the file with their rounds; fewer than `BATCH` if they are the last ones.
#[derive(Debug, Default)]
struct Batch {
    text: Vec<u8>,
    /// The end of each line in the text, and its round.
    rounds: Vec<(usize, Result<FinishedRound, serde_json::Error>)>,
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
    /// Reads the lines that are new, each with its round, or with an error if it is damaged. A torn last line does not
    /// count.
    ///
    /// # Errors
    /// If the file cannot be read, and those of `hear`.
    pub(super) fn read(
        &mut self,
        folder: &LadderFolder,
        mut hear: impl FnMut(&RoundLine<'_>, Result<FinishedRound, FolderError>) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let path = folder.join(FINISHED);
        let Some(file) = if_there("read", &path, folder.disk.open(&path, self.size))? else { return Ok(()) };
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let shown = path.strip_prefix(".").unwrap_or(&path);
        let (mut batch, mut next) = (Batch::default(), Batch::default());
        batch.read(&mut reader).map_err(system("read", &path))?;
        loop {
            let Batch { text, rounds, is_torn } = &mut batch;
            self.is_torn = *is_torn;
            let is_last = rounds.len() < BATCH;
            let mut count = || {
                let mut begin = 0;
                for (end, round) in rounds.drain(..) {
                    let text = &text[begin..end];
                    begin = end;
                    self.size += text.len() as u64;
                    self.count += 1;
                    let line = RoundLine { text, path: shown, number: self.count };
                    hear(&line, round.map_err(|error| line.wrong(&error)))?;
                }
                Ok(())
            };
            if is_last {
                return count();
            }
            let (read, counted) = threads::at_once(|| next.read(&mut reader), count);
            counted?;
            read.map_err(system("read", &path))?;
            std::mem::swap(&mut batch, &mut next);
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

impl Batch {
    /// Reads the next lines in place of those that were counted.
    fn read(&mut self, reader: &mut impl BufRead) -> io::Result<()> {
        self.text.clear();
        while self.rounds.len() < BATCH {
            let begin = self.text.len();
            reader.read_until(b'\n', &mut self.text)?;
            let line = &self.text[begin..];
            if !line.ends_with(b"\n") {
                self.is_torn = !line.is_empty();
                break;
            }
            self.rounds.push((self.text.len(), serde_json::from_slice(line)));
        }
        Ok(())
    }
}

impl RoundLine<'_> {
    /// Tells the ladder the round.
    ///
    /// # Errors
    /// If the game is not understood.
    pub(super) fn tell(&self, round: FinishedRound, ladder: &mut Ladder) -> Result<(), FolderError> {
        ladder.hear(round).map_err(|error| self.wrong(&error))
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
