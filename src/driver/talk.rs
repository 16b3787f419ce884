//! What crosses the pipes of a bot, for people: each line as it goes, at the level `debug`.
//!
//! `>` is what the bot hears, `<` what it says, `!` what it writes to stderr; notes of the referee, at the level `info`,
//! begin with `#`.

use std::fmt::Display;

use log::Level;
use uvi::{Framer, Line, Word};
use uvi_games::game::Seat;

use crate::bot::Process;

/// The target of these lines, before `::` and the name of the match.
pub const TALK: &str = "arbiter::talk";

/// The talk of one bot.
#[derive(Debug)]
pub(super) struct Transcript {
    target: String,
    seat: u32,
    errors: Framer,
    /// How many bytes of its stderr have been shown.
    shown: u64,
}

/// Of a bot that plays no match yet.
impl Default for Transcript {
    fn default() -> Self {
        Self { target: TALK.to_owned(), seat: 0, errors: Framer::new(uvi::MAX_LINE), shown: 0 }
    }
}

impl Transcript {
    /// It is now about this seat of the match of this name.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.target = format!("{TALK}::{name}");
        self.seat = seat.number();
    }

    pub(super) fn hears(&self, line: &impl Display) {
        log::debug!(target: &self.target, "> seat {}: {line}", self.seat);
    }

    pub(super) fn says(&self, line: Line<'_>) {
        log::debug!(target: &self.target, "< seat {}: {}", self.seat, Shown(line));
    }

    /// Shows what has come to stderr since; at the `end` also a last line without its end.
    pub(super) fn complains(&mut self, process: &Process, end: bool) {
        if !log::log_enabled!(target: &self.target, Level::Debug) {
            return;
        }
        let Self { target, seat, errors, shown } = self;
        let show = |line: Line<'_>| log::debug!(target: target, "! seat {seat}: {}", Shown(line));
        let (bytes, all) = process.stderr_after(*shown);
        *shown = all;
        errors.feed(bytes, show);
        if end && let Some(line) = errors.finish() {
            show(line);
        }
    }
}

/// A line of a bot, for the person at 3 a.m.
struct Shown<'a>(Line<'a>);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Line::Text(text) => f.write_str(&uvi::escape_controls(text)),
            Line::NotUtf8(bytes) => write!(f, "({} bytes that are not UTF-8)", bytes.len()),
            Line::TooLong { .. } => f.write_str("(a line that is too long)"),
        }
    }
}
