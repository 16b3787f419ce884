//! The output of a bot: its amount, and the parts that are kept.

use crate::record::{FlawRecord, InfoSummary, written_info};

/// The most bytes, with line ends, that a bot may send in one span (UVI 3.2). A span begins at the greeting, when the
/// greeting is complete, at each question, at its answer, and at the `isready` after a fault.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The most lines that a bot may send in one span (see [`MAX_BYTES`]).
pub const MAX_LINES: u32 = 10_000;

/// The most bytes of `info` lines, as written, that the log of a match keeps with `info all`. So no bot makes a log too
/// long to be read.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// The bytes of `info` lines, as written, that the log of a match may still keep of a seat.
#[derive(Debug)]
pub(super) struct InfoBudget(usize);

impl InfoBudget {
    /// The equal share of each of `seats`, less the bytes that the log keeps of the seat already.
    pub(super) fn share(seats: u8, kept: usize) -> Self {
        Self((MAX_KEPT / usize::from(seats)).saturating_sub(kept))
    }

    /// Removes the lines for which nothing is left, and all lines after the first of them. Returns true if that happens
    /// for the first time.
    pub(super) fn limit(&mut self, infos: &mut Vec<String>) -> bool {
        let had = self.0 > 0;
        let kept = infos.iter().take_while(|info| {
            self.0 = self.0.saturating_sub(written_info(info));
            self.0 > 0
        });
        let kept = kept.count();
        let is_first = had && kept < infos.len();
        infos.truncate(kept);
        is_first
    }
}

#[derive(Debug, Default)]
pub(super) struct Chatter {
    /// The line of the last `bestmove`, unparsed.
    pub(super) answer: String,
    /// The last line that was ignored while the bot was asked or greeted, and the reason.
    pub(super) ignored: Option<String>,
    bytes: usize,
    lines: u32,
    /// The last figures of the `info` lines since the question.
    pub(super) info: InfoSummary,
    pub(super) infos: Vec<String>,
    /// The mistakes in the lines before the last answer.
    pub(super) flaws: Vec<FlawRecord>,
}

impl Chatter {
    /// Counts a line of `bytes` bytes and its line end. Returns false if the span now exceeds a limit.
    pub(super) fn count(&mut self, bytes: usize) -> bool {
        self.bytes += bytes + 1;
        self.lines += 1;
        self.bytes <= MAX_BYTES && self.lines <= MAX_LINES
    }

    /// Starts a new span of output.
    pub(super) fn recount(&mut self) {
        self.bytes = 0;
        self.lines = 0;
    }

    /// Takes the last figures; `None` if there are none.
    pub(super) fn take_info(&mut self) -> Option<InfoSummary> {
        Some(std::mem::take(&mut self.info)).filter(|info| *info != InfoSummary::default())
    }

    /// Starts a question: discards earlier `info` lines and ignored lines, and starts a new span.
    pub(super) fn asked(&mut self) {
        self.recount();
        self.ignored = None;
        self.info = InfoSummary::default();
        self.infos.clear();
        self.flaws.clear();
    }
}
