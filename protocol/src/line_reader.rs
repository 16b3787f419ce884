//! A reader of lines of a bounded length, for bots and for the arbiter's own input. It blocks while it waits.

use std::io::{self, Read};

use crate::{Framer, Line};

const CHUNK: usize = 16 * 1024;

/// Reads lines of a bounded length from any reader.
///
/// ```
/// use uvi::{LineReader, OwnedLine};
///
/// let mut lines = LineReader::new(&b"isready\nquit\n"[..], uvi::MAX_LINE);
/// assert_eq!(lines.read_line()?, Some(OwnedLine::Text("isready".to_owned())));
/// assert_eq!(lines.read_line()?, Some(OwnedLine::Text("quit".to_owned())));
/// assert_eq!(lines.read_line()?, None);
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    framer: Framer,
    buffer: Box<[u8]>,
    /// The part of `buffer` that was read but not yet cut into lines.
    unread: std::ops::Range<usize>,
}

/// A [`Line`] that owns its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnedLine {
    /// A line of UTF-8.
    Text(String),
    /// A line that is not UTF-8.
    NotUtf8(Vec<u8>),
    /// A line longer than the cap.
    TooLong {
        /// The first bytes of the line, for the log.
        start: Vec<u8>,
    },
}

impl OwnedLine {
    /// Borrows the line.
    pub fn as_line(&self) -> Line<'_> {
        match self {
            Self::Text(text) => Line::Text(text),
            Self::NotUtf8(bytes) => Line::NotUtf8(bytes),
            Self::TooLong { start } => Line::TooLong { start },
        }
    }
}

impl<R: Read> LineReader<R> {
    /// Creates a reader of lines of at most `cap` bytes, not counting their ends.
    pub fn new(reader: R, cap: usize) -> Self {
        Self { reader, framer: Framer::new(cap), buffer: vec![0; CHUNK].into_boxed_slice(), unread: 0..0 }
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    /// Any error of the reader. A call that a signal interrupts is repeated.
    pub fn read_line(&mut self) -> io::Result<Option<OwnedLine>> {
        loop {
            let mut chunk = &self.buffer[self.unread.clone()];
            let line = self.framer.next(&mut chunk).map(OwnedLine::from);
            self.unread.start = self.unread.end - chunk.len();
            if line.is_some() {
                return Ok(line);
            }
            let count = match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if count == 0 {
                return Ok(self.framer.finish().map(OwnedLine::from));
            }
            self.unread = 0..count;
        }
    }
}

impl From<Line<'_>> for OwnedLine {
    fn from(line: Line<'_>) -> Self {
        match line {
            Line::Text(text) => Self::Text(text.to_owned()),
            Line::NotUtf8(bytes) => Self::NotUtf8(bytes.to_owned()),
            Line::TooLong { start } => Self::TooLong { start: start.to_owned() },
        }
    }
}
