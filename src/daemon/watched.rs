//! Follows another arbiter's match by tailing its log, read-only. Knows only the log.

#![expect(clippy::disallowed_types, reason = "the log of another arbiter is read while it grows")]

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use uvi::{ToHost, Word};
use uvi_games::game::Registry;
use uvi_match::record::{self, GameCourse, Record, Walk};

use crate::{driver::DenialError, world::regular};

/// The bytes of a log that are read before they are told.
const PART: u64 = 1 << 20;

/// The longest line of a log, in bytes. The arbiter writes none near it.
const LONGEST_LINE: usize = 16 << 20;

#[derive(Debug)]
pub(super) struct WatchedMatch {
    name: Word,
    path: PathBuf,
    registry: Registry,
    /// The log; `None` after its end or an error.
    file: Option<File>,
    /// The number of bytes that were read.
    read: u64,
    /// The beginning of a line whose end is missing.
    rest: Vec<u8>,
    /// True if the log has its head.
    has_begun: bool,
    /// The number of lines of the log that were handled.
    lines: usize,
}

impl WatchedMatch {
    /// Opens an existing log, to follow it from its beginning.
    pub(super) fn open(registry: Registry, name: Word, path: &Path) -> Result<Self, DenialError> {
        let file = regular::open(path).map_err(no_watch(path))?;
        let (path, rest) = (path.to_owned(), Vec::new());
        Ok(Self { name, path, registry, file: Some(file), read: 0, rest, has_begun: false, lines: 0 })
    }

    /// Returns true if more lines may come.
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
        while self.more().map_err(|error| error.to_string())? {
            self.tell_lines(tell)?;
        }
        Ok(())
    }

    /// Reads the next part of the log. False if there is none.
    fn more(&mut self) -> io::Result<bool> {
        let Some(file) = &mut self.file else { return Ok(false) };
        let length = file.metadata()?.len();
        if length < self.read {
            // A resumed match cuts off a torn line, which is allowed. Complete lines must stay, because the host
            // already knows them.
            let torn = self.rest.len() as u64;
            if length < self.read - torn {
                return Err(io::Error::other("it is shorter than it was"));
            }
            self.read -= torn;
            self.rest.clear();
            file.seek(SeekFrom::Start(self.read))?;
        }
        if self.rest.len() > LONGEST_LINE {
            let text = format!("expected lines of at most {LONGEST_LINE} bytes, found a longer one");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        let came = file.take((length - self.read).min(PART)).read_to_end(&mut self.rest)?;
        self.read += came as u64;
        Ok(came > 0)
    }

    fn tell_lines(&mut self, tell: &mut dyn FnMut(ToHost)) -> Result<(), String> {
        let whole = self.rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text: Vec<u8> = self.rest.drain(..whole).collect();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            let record = serde_json::from_slice(line);
            let record = record.map_err(|error| format!("line {}: expected a record, {error}", self.lines))?;
            self.tell_record(&record, tell)?;
            if matches!(record, Record::Result(_)) {
                self.file = None;
                break;
            }
        }
        Ok(())
    }

    fn tell_record(&mut self, record: &Record, tell: &mut dyn FnMut(ToHost)) -> Result<(), String> {
        match record {
            Record::Match(_) if self.has_begun => return Err("expected one match record, found another".to_owned()),
            Record::Match(head) => {
                let start = head.table(self.registry, None).map_err(|error| format!("line 1: {error}"))?.position();
                let commitment = head.commitment.ok_or("expected the log of a match, found an imported game")?;
                self.has_begun = true;
                tell(ToHost::Started { name: self.name.clone(), commitment, position: start });
            }
            _ if !self.has_begun => return Err("expected a match record first".to_owned()),
            record => {
                tell(record.to_host(&self.name).ok_or_else(|| format!("line {}: expected a word", self.lines))?);
            }
        }
        Ok(())
    }

    /// The game up to the present end of the log.
    pub(super) fn course(&self) -> Result<GameCourse, DenialError> {
        let text = regular::read(&self.path).map_err(no_watch(&self.path))?;
        let log = record::read(self.registry, &text).map_err(no_watch(&self.path))?;
        Walk::new(&log, None).and_then(Walk::to_end).map_err(no_watch(&self.path))
    }
}

fn no_watch<E: ToString>(path: &Path) -> impl Fn(E) -> DenialError {
    move |why| DenialError::Watch { path: path.to_owned(), why: why.to_string() }
}
