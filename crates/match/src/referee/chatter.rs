//! What a bot says while it plays: how much, and what is kept of it.

use crate::record::{Ignored, InfoSummary};

/// How much a bot may say between a `go` and its `bestmove`, and as much between games (UVI 3.2).
pub const MAX_BYTES: usize = 1024 * 1024;
/// How many lines a bot may say in the same span.
pub const MAX_LINES: u32 = 10_000;

/// What a bot says.
#[derive(Debug, Default)]
pub(super) struct Chatter {
    /// Its last answer, as it came.
    pub(super) answer: String,
    /// The last line that was ignored while it was asked, and why.
    pub(super) ignored: Option<Ignored>,
    bytes: usize,
    lines: u32,
    pub(super) info: InfoSummary,
    pub(super) infos: Vec<String>,
}

impl Chatter {
    /// Counts a line against what it may say; false where that is too much.
    pub(super) fn count(&mut self, bytes: usize) -> bool {
        self.bytes += bytes + 1;
        self.lines += 1;
        self.bytes <= MAX_BYTES && self.lines <= MAX_LINES
    }

    /// Begins a new span of saying.
    pub(super) fn recount(&mut self) {
        self.bytes = 0;
        self.lines = 0;
    }

    /// It is asked: what it said before has no part in its answer.
    pub(super) fn asked(&mut self) {
        self.recount();
        self.ignored = None;
        self.info = InfoSummary::default();
        self.infos.clear();
    }
}
