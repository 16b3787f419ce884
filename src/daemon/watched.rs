//! Follows another arbiter's match by tailing its log, read-only. Knows only the log.

#![expect(clippy::disallowed_types, reason = "the log of another arbiter is read while it grows")]

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use uvi::{Over, ScoreText, Text, ToHost, Word, Words};
use uvi_games::game::Registry;
use uvi_match::record::{self, GameCourse, Head, Log, Record, ResultRecord, Walk};

use crate::{
    driver::{DenialError, WatchError},
    world::regular,
};

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
    head: Option<Head>,
    /// The number of lines of the log that were handled.
    lines: usize,
}

impl WatchedMatch {
    /// Opens an existing log, to follow it from its beginning.
    pub(super) fn open(registry: Registry, name: Word, path: &Path) -> Result<Self, DenialError> {
        let file = regular::open(path).map_err(|error| no_watch(path, WatchError::File(error)))?;
        let path = path.to_owned();
        Ok(Self { name, path, registry, file: Some(file), read: 0, rest: Vec::new(), head: None, lines: 0 })
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
            no_watch(&self.path, why)
        })
    }

    fn follow(&mut self, tell: &mut dyn FnMut(ToHost)) -> Result<(), WatchError> {
        while self.more().map_err(WatchError::File)? {
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

    fn tell_lines(&mut self, tell: &mut dyn FnMut(ToHost)) -> Result<(), WatchError> {
        let whole = self.rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text: Vec<u8> = self.rest.drain(..whole).collect();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            let unreadable = |error: serde_json::Error| WatchError::Line { line: self.lines, error: error.to_string() };
            let record = serde_json::from_slice(line).map_err(unreadable)?;
            let over = matches!(record, Record::Result(_));
            self.tell_record(record, tell)?;
            if over {
                self.file = None;
                break;
            }
        }
        Ok(())
    }

    fn tell_record(&mut self, record: Record, tell: &mut dyn FnMut(ToHost)) -> Result<(), WatchError> {
        let name = self.name.clone();
        let line = self.lines;
        let word = |text: String| Word::new(text).ok_or(WatchError::NoWord { line });
        match record {
            Record::Match(head) => {
                let start = head.table(self.registry, None).map_err(WatchError::Head)?.position();
                let commitment = head.commitment.ok_or(WatchError::Imported)?;
                self.head = Some(*head);
                tell(ToHost::Started { name, commitment, position: start });
            }
            _ if self.head.is_none() => return Err(WatchError::NoHead),
            Record::Chance(chance) => tell(ToHost::Chance { name, action: word(chance.action)? }),
            Record::Action(action) => tell(ToHost::Played {
                name,
                seat: action.seat,
                action: word(action.action)?,
                // No match lasts long enough to overflow this.
                time: action.ms.unwrap_or_default() as u64,
                text: Text::new(action.text),
            }),
            Record::Score(score) => tell(ToHost::Score {
                name,
                turn: score.turn,
                points: score.points,
                total: score.total,
                chain: Words::new(&score.chain.join(" ")).ok_or(WatchError::NoWord { line })?,
            }),
            Record::Fault(fault) => {
                let text = Text::new(uvi::escape_controls(&fault.text).into_owned());
                tell(ToHost::Fault { name, seat: fault.seat, fault: fault.fault, text });
            }
            Record::Try(again) => tell(ToHost::Try {
                name,
                seat: again.seat,
                fault: again.fault,
                left: again.left,
                time: again.ms.unwrap_or_default() as u64,
                text: Text::new(uvi::escape_controls(&again.text).into_owned()),
            }),
            Record::Vacated(vacated) => {
                tell(ToHost::Vacated { name, seat: vacated.seat, reason: word(vacated.reason)? });
            }
            Record::Undo(undo) => tell(ToHost::Undone { name, plies: undo.plies, to: undo.to }),
            Record::Result(ResultRecord { reason, score, shared, .. }) => {
                let score = score.map(ScoreText::Each).or_else(|| shared.map(ScoreText::Shared));
                tell(ToHost::Over { name, over: Over { reason: word(reason)?, score } });
            }
        }
        Ok(())
    }

    /// The game up to the present end of the log.
    pub(super) fn course(&self) -> Result<GameCourse, DenialError> {
        let log = self.log()?;
        Walk::new(&log, None).and_then(Walk::to_end).map_err(|error| no_watch(&self.path, WatchError::Log(error)))
    }

    fn log(&self) -> Result<Log, DenialError> {
        let text = regular::read(&self.path).map_err(|error| no_watch(&self.path, WatchError::File(error)))?;
        record::read(self.registry, &text).map_err(|error| no_watch(&self.path, WatchError::Log(error)))
    }
}

fn no_watch(path: &Path, why: WatchError) -> DenialError {
    DenialError::Watch { path: path.to_owned(), why }
}
