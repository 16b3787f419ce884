//! Cuts bytes into lines of a bounded length. It reads nothing itself and knows no grammar: bytes in, lines out.

use memchr::memchr;

/// The number of bytes that [`Line::TooLong`] shows, at most.
const START: usize = 64;

/// Cuts bytes, however they arrive, into lines.
///
/// LF ends a line; one CR before the end is dropped. The limit `cap` counts bytes without the end of the line. A longer
/// line is announced once as [`Line::TooLong`], as soon as that is certain, and the rest of it is discarded. Chunks
/// that hold whole lines are not copied. At most `cap` + 2 bytes of an unfinished line are kept.
///
/// ```
/// use uvi::{Framer, Line};
///
/// let mut framer = Framer::new(uvi::MAX_LINE);
/// let mut lines = Vec::new();
/// for chunk in [&b"readyok\nbest"[..], b"move c3d4\r\n"] {
///     framer.feed(chunk, |line| {
///         let Line::Text(text) = line else { panic!("these are short and plain") };
///         lines.push(text.to_owned());
///     });
/// }
/// assert_eq!(lines, ["readyok", "bestmove c3d4"]);
/// ```
#[derive(Debug)]
pub struct Framer {
    cap: usize,
    /// The beginning of a line, or the whole line that was returned last.
    held: Vec<u8>,
    state: FramerState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FramerState {
    /// `held` is the beginning of the next line.
    Collecting,
    /// `held` was returned and is stale.
    HandedOut,
    /// The line was announced as too long, and its rest is skipped. `held` is stale.
    Skipping,
}

/// A line without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line of UTF-8.
    Text(&'a str),
    /// A line that is not UTF-8.
    NotUtf8(&'a [u8]),
    /// A line longer than the cap.
    TooLong {
        /// The first bytes of the line, for the log.
        start: &'a [u8],
    },
}

impl Framer {
    /// A framer for lines of at most `cap` bytes.
    pub fn new(cap: usize) -> Self {
        Self { cap, held: Vec::new(), state: FramerState::Collecting }
    }

    /// Takes the next line out of `chunk`, and advances it past the bytes used. Returns `None` once it is used up.
    ///
    /// ```
    /// use uvi::{Framer, Line};
    ///
    /// let mut framer = Framer::new(uvi::MAX_LINE);
    /// let mut chunk = &b"readyok\nbestmove c3d4\ninfo"[..];
    /// assert_eq!(framer.next(&mut chunk), Some(Line::Text("readyok")));
    /// assert_eq!(framer.next(&mut chunk), Some(Line::Text("bestmove c3d4")));
    /// assert_eq!(framer.next(&mut chunk), None);
    /// ```
    pub fn next<'a, 'c: 'a>(&'a mut self, chunk: &mut &'c [u8]) -> Option<Line<'a>> {
        if self.state == FramerState::HandedOut {
            self.held.clear();
            self.state = FramerState::Collecting;
        }
        if self.state == FramerState::Skipping {
            let end = memchr(b'\n', chunk);
            *chunk = end.map_or(&[], |end| &chunk[end + 1..]);
            end?;
            self.held.clear();
            self.state = FramerState::Collecting;
        }
        let end = memchr(b'\n', chunk);
        let (piece, rest) = match end {
            Some(end) => (&chunk[..end], &chunk[end + 1..]),
            None => (*chunk, &[][..]),
        };
        *chunk = rest;
        if end.is_some() && self.held.is_empty() {
            return Some(line(piece, self.cap));
        }
        self.hold(piece);
        if end.is_some() {
            self.state = FramerState::HandedOut;
        } else if self.is_surely_too_long() {
            self.state = FramerState::Skipping;
        } else {
            return None;
        }
        Some(line(&self.held, self.cap))
    }

    /// Calls `each` with every line of `chunk`.
    pub fn feed(&mut self, mut chunk: &[u8], mut each: impl FnMut(Line<'_>)) {
        while let Some(line) = self.next(&mut chunk) {
            each(line);
        }
    }

    /// The beginning of a line that has no end yet: at most `cap` + 2 bytes.
    pub fn unfinished(&self) -> &[u8] {
        match self.state {
            FramerState::Collecting => &self.held,
            FramerState::HandedOut | FramerState::Skipping => &[],
        }
    }

    /// The last line, if the input ended without an end of line. Resets the framer.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        let unfinished = self.state == FramerState::Collecting && !self.held.is_empty();
        self.state = FramerState::HandedOut;
        unfinished.then(|| line(&self.held, self.cap))
    }

    /// Appends a piece, up to two bytes beyond the cap. More bytes cannot matter: a CR may still belong to the end.
    fn hold(&mut self, piece: &[u8]) {
        let most = self.cap.saturating_add(2);
        let length = self.held.len().saturating_add(piece.len()).min(most);
        if length > self.held.capacity() {
            let capacity = length.max(self.held.capacity().saturating_mul(2)).min(most);
            self.held.reserve_exact(capacity - self.held.len());
        }
        self.held.extend_from_slice(&piece[..length - self.held.len()]);
    }

    fn is_surely_too_long(&self) -> bool {
        without_return(&self.held).len() > self.cap
    }
}

fn without_return(bytes: &[u8]) -> &[u8] {
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

fn line(bytes: &[u8], cap: usize) -> Line<'_> {
    let bytes = without_return(bytes);
    if bytes.len() > cap {
        return Line::TooLong { start: &bytes[..cap.min(START)] };
    }
    str::from_utf8(bytes).map_or(Line::NotUtf8(bytes), Line::Text)
}
