//! Follows another arbiter's match by tailing its log, read-only. Knows only the log.

#![expect(clippy::disallowed_types, reason = "the log of another arbiter is read while it grows")]

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::SystemTime,
};

use uvi::{ToHost, Word};
use uvi_games::game::{Registry, Table, Turn};
use uvi_match::record::{self, GameCourse, Log, LogError, Record, Walk};

use crate::{
    driver::DenialError,
    world::{DISK, regular},
};

/// The bytes of a log that are read at once, unless a line is longer.
const PART: usize = 1 << 20;

/// The longest line of a log, in bytes. The arbiter writes none near it.
const LONGEST_LINE: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct WatchedMatch {
    name: Word,
    path: PathBuf,
    registry: Registry,
    /// The log; `None` after its end or an error.
    file: Option<File>,
    /// The length of the log at the last look, and the time of its last change.
    seen: Option<(u64, SystemTime)>,
    /// The number of bytes that the host was told of: whole lines. Each look reads from here, because a resumed match
    /// replaces what follows.
    told: u64,
    lines: usize,
    /// The number of bytes up to which every decision is complete.
    settled: u64,
    /// The table after these bytes; `None` if unknown, as after a takeback.
    table: Option<Box<dyn Table>>,
}

impl WatchedMatch {
    /// Opens an existing log, to follow it from its beginning.
    pub(super) fn open(registry: Registry, name: Word, path: &Path) -> Result<Self, DenialError> {
        let file = Some(regular::open(path).map_err(no_watch(path))?);
        let (path, seen, table) = (path.to_owned(), None, None);
        Ok(Self { name, path, registry, file, seen, told: 0, lines: 0, settled: 0, table })
    }

    pub(super) fn is_open(&self) -> bool {
        self.file.is_some()
    }

    /// Tells the host what the log has gained since the last call. Returns an error if the file is not a log, was
    /// rewritten, or cannot be read. Later calls then do nothing.
    pub(super) fn look(&mut self, tell: &mut dyn FnMut(ToHost)) -> Result<(), DenialError> {
        self.follow(tell).map_err(|why| {
            self.file = None;
            no_watch(&self.path)(why)
        })
    }

    fn follow(&mut self, tell: &mut dyn FnMut(ToHost)) -> Result<(), String> {
        let mut part = PART;
        while let Some(text) = self.read(part).map_err(|error| error.to_string())? {
            let told = self.told;
            self.tell_lines(&text, tell)?;
            match self.told > told {
                true => part = PART,
                false if text.len() < part => break,
                false if part >= LONGEST_LINE && !text.contains(&b'\n') => {
                    return Err(format!("expected lines of at most {LONGEST_LINE} bytes, found a longer one"));
                }
                false => part *= 2,
            }
        }
        Ok(())
    }

    /// Reads up to `part` bytes after those that were told. `None` if the log has not changed since the last look.
    fn read(&mut self, part: usize) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = &mut self.file else { return Ok(None) };
        let log = file.metadata()?;
        let seen = (log.len(), log.modified()?);
        if self.seen == Some(seen) && part == PART {
            return Ok(None);
        }
        let new = log.len().checked_sub(self.told).ok_or_else(|| io::Error::other("it is shorter than it was"))?;
        let mut text = Vec::new();
        file.seek(SeekFrom::Start(self.told))?;
        file.take(new.min(part as u64)).read_to_end(&mut text)?;
        // If more follows, the next read is part of this look.
        self.seen = (text.len() as u64 == new).then_some(seen);
        Ok(Some(text))
    }

    /// Tells the whole lines of `text`, up to a simultaneous decision that is not complete. A resumed match removes
    /// such a decision.
    fn tell_lines(&mut self, text: &[u8], tell: &mut dyn FnMut(ToHost)) -> Result<(), String> {
        for line in text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
            let number = self.lines + 1;
            let record = serde_json::from_slice(line);
            let record = record.map_err(|error| format!("line {number}: expected a record, {error}"))?;
            let end = self.told + line.len() as u64;
            if number > 1 && !self.settles(&record, line, end)? {
                break;
            }
            self.tell_record(number, &record, tell)?;
            (self.told, self.lines) = (end, number);
            if matches!(record, Record::Result(_)) {
                self.file = None;
                break;
            }
        }
        Ok(())
    }

    /// Returns true if the decision of a record is complete. The record is the one after those that were told, and its
    /// `line` ends at `end`.
    fn settles(&mut self, record: &Record, line: &[u8], end: u64) -> Result<bool, String> {
        if end <= self.settled {
            return Ok(true);
        }
        let decides = matches!(record, Record::Action(_) | Record::Fault(_) | Record::Try(_) | Record::Vacated(_));
        let is_alone = |table: &dyn Table| !matches!(table.turn(), Turn::Seats(seats) if seats.len() > 1);
        if !decides || self.table.as_deref().is_some_and(is_alone) {
            self.table.take_if(|table| record.play_on(&mut **table).is_none());
            self.settled = end;
            return Ok(true);
        }
        let (text, log) = self.whole_log().map_err(|error| error.to_string())?;
        // A match that was resumed since the line was read has another line here, for the next look.
        if text.get(self.told as usize..end as usize) != Some(line) {
            self.seen = None;
            return Ok(false);
        }
        self.settled = log.whole as u64;
        self.table = Some(to_end(&log).map_err(|error| error.to_string())?.table().boxed_clone());
        Ok(end <= self.settled)
    }

    fn tell_record(&mut self, line: usize, record: &Record, tell: &mut dyn FnMut(ToHost)) -> Result<(), String> {
        match record {
            Record::Match(_) if line > 1 => return Err("expected one match record, found another".to_owned()),
            Record::Match(head) => {
                let table = head.table(self.registry, None).map_err(|error| format!("line 1: {error}"))?;
                let commitment = head.commitment.ok_or("expected the log of a match, found an imported game")?;
                tell(ToHost::Started { name: self.name.clone(), commitment, position: table.position() });
                self.table = Some(table);
            }
            _ if line == 1 => return Err("expected a match record first".to_owned()),
            record => tell(record.to_host(&self.name).ok_or_else(|| format!("line {line}: expected a word"))?),
        }
        Ok(())
    }

    /// The text of the log, and the log up to its last complete decision.
    fn whole_log(&self) -> Result<(Vec<u8>, Log), DenialError> {
        let text = DISK.read(&self.path).map_err(no_watch(&self.path))?;
        let log = record::read(self.registry, &text).map_err(no_watch(&self.path))?;
        let log = log.without_torn_decision(&text, None).map_err(no_watch(&self.path))?;
        Ok((text, log))
    }

    pub(super) fn course(&self) -> Result<GameCourse, DenialError> {
        to_end(&self.whole_log()?.1).map_err(no_watch(&self.path))
    }
}

fn to_end(log: &Log) -> Result<GameCourse, LogError> {
    Walk::new(log, None).and_then(Walk::to_end)
}

fn no_watch<E: ToString>(path: &Path) -> impl Fn(E) -> DenialError {
    move |why| DenialError::Watch { path: path.to_owned(), why: why.to_string() }
}
