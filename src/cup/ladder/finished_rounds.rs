//! The finished rounds of a ladder. `finished.jsonl` has a line for each, in the order in which they count.

use std::{
    io::{self, BufRead, BufReader, Write as _},
    mem,
    path::Path,
};

use uvi::Digest;
use uvi_cup::FinishedRound;

use super::{
    super::folder::{
        FolderError, digest,
        disk::{append, cut, sync, sync_folder},
        if_there, system,
    },
    ladder_folder::{FINISHED, LadderFolder},
};
use crate::world::threads;

const BUFFER: usize = 1 << 16;

/// The number of lines whose rounds are parsed while those before them are counted.
const BATCH: usize = 256;

const TOGETHER: usize = 4 * BATCH;

/// The fate of a round whose line was removed.
const AGAIN: &str = "if its folder is in rounds/, it is finished again; if it was merged, merge again";

#[derive(Debug, Default)]
pub(super) struct FinishedRounds {
    size: u64,
    pub(super) count: usize,
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

#[derive(Debug)]
pub(super) struct RoundLine<'a> {
    text: &'a [u8],
    path: &'a Path,
    pub(super) number: usize,
}

impl FinishedRounds {
    /// Reads the lines that are new, each with its round, or with an error if it is damaged. A torn last line does not
    /// count. The rounds that `hear` gives back are handed to `after`, many at a time and in the same order, perhaps on
    /// another thread.
    pub(super) fn read(
        &mut self,
        folder: &LadderFolder,
        mut hear: impl FnMut(
            &RoundLine<'_>,
            Result<FinishedRound, FolderError>,
        ) -> Result<Option<FinishedRound>, FolderError>,
        mut after: impl FnMut(Vec<FinishedRound>) + Send,
    ) -> Result<(), FolderError> {
        let path = folder.join(FINISHED);
        let Some(file) = if_there("read", &path, folder.disk.open(&path, self.size))? else { return Ok(()) };
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let shown = path.strip_prefix(".").unwrap_or(&path);
        let (mut batch, mut next) = (Batch::default(), Batch::default());
        // What was heard of the batch under way, and of those before it.
        let (mut heard, mut before) = (Vec::new(), Vec::new());
        batch.read(&mut reader).map_err(system("read", &path))?;
        let ended = loop {
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
                    heard.extend(hear(&line, round.map_err(|error| line.wrong(&error)))?);
                }
                Ok(())
            };
            if is_last {
                break count();
            }
            let count_beside = || {
                if before.len() < TOGETHER {
                    return count();
                }
                threads::at_once(|| after(mem::take(&mut before)), count).1
            };
            let (read, counted) = threads::at_once(|| next.read(&mut reader), count_beside);
            let both = counted.and_then(|()| read.map_err(system("read", &path)));
            if both.is_err() {
                break both;
            }
            mem::swap(&mut batch, &mut next);
            before.append(&mut heard);
        };
        before.append(&mut heard);
        after(before);
        ended
    }

    pub(super) fn torn(&self) -> Option<String> {
        let text = || format!("{FINISHED} line {}: torn, so its round does not count; {AGAIN}", self.count + 1);
        self.is_torn.then(text)
    }

    /// Adds a round, durably. The ladder must be claimed since its lines were read.
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
    /// The digests by which a round is known: that of its line in the ladder that played it, and that of its games, which
    /// stays if the line was changed.
    pub(super) fn names(&self, round: &FinishedRound) -> Vec<Digest> {
        std::iter::once(self.origin(round)).chain(Self::games(round)).collect()
    }

    pub(super) fn origin(&self, round: &FinishedRound) -> Digest {
        round.origin.unwrap_or_else(|| digest(self.text))
    }

    /// The SHA-256 of the seeds, courses and times of a round's games; `None` without games.
    fn games(round: &FinishedRound) -> Option<Digest> {
        let games: Vec<_> = round.results.iter().map(|result| (result.seed, result.course)).collect();
        let text = serde_json::to_vec(&(&games, &round.times)).expect("times are finite numbers");
        (!games.is_empty()).then(|| digest(&text))
    }

    /// The SHA-256 of what was played in a round, the same in every ladder that has the round.
    pub(super) fn content(round: FinishedRound) -> Digest {
        let round = FinishedRound { round: 0, origin: None, ..round };
        digest(&serde_json::to_vec(&round).expect("a result has only text keys and finite numbers"))
    }

    /// The error of a round that differs in another ladder, whose line this is.
    pub(super) fn differs(&self, own: usize) -> String {
        let (path, line) = (self.path.display(), self.number);
        format!(
            "{FINISHED} line {own} and {path} line {line} are the same round, and one of them was changed; put that line \
             back as it was, or remove it: {AGAIN}"
        )
    }

    /// The error of a round that cannot be counted, with the cure.
    pub(super) fn wrong(&self, why: &dyn ToString) -> FolderError {
        let text = format!("{}; put the line back as it was, or remove it: {AGAIN}", why.to_string());
        FolderError::Unreadable { path: self.path.to_owned(), line: Some(self.number), text }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a file for a test")]
mod tests {
    use std::fs;

    use testkit::processes::scratch;

    use super::*;
    use crate::world::DISK;

    /// More rounds than are read, and than are handed on, at a time.
    const MANY: u32 = (TOGETHER + 3 * BATCH) as u32 + 10;

    fn round_line(round: u32) -> String {
        format!("{{\"round\":{round},\"game\":\"isolation\",\"results\":[]}}\n")
    }

    #[test]
    fn rounds_given_back_come_in_their_order_also_before_an_error() {
        let folder = LadderFolder { disk: DISK, path: scratch("finished-rounds") };
        let text: String = (1..=MANY).map(round_line).collect();
        for (damaged, expected) in [(None, MANY), (Some(1700), 1699), (Some(700), 699), (Some(3), 2)] {
            let text = damaged.map_or_else(|| text.clone(), |round| text.replace(&format!(":{round},"), ":,"));
            fs::write(folder.join(FINISHED), text + "{\"rou").unwrap();
            let mut rounds = FinishedRounds::default();
            let mut given_back = Vec::new();
            let read = rounds.read(
                &folder,
                |_, round| round.map(Some),
                |rounds| given_back.extend(rounds.iter().map(|round| round.round)),
            );
            assert!(given_back.into_iter().eq(1..=expected), "{damaged:?}");
            assert_eq!(read.is_err(), damaged.is_some(), "{read:?}");
            assert_eq!(rounds.is_torn, damaged.is_none());
        }
    }
}
