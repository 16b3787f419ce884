//! Shows people the lines that cross the pipes of a bot, as they go, at the level `debug`.
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
    /// The number of bytes of the bot's stderr that have been shown.
    shown: u64,
}

/// Of a bot that plays no match yet.
impl Default for Transcript {
    fn default() -> Self {
        Self { target: target(None), seat: 0, errors: Framer::new(uvi::MAX_LINE), shown: 0 }
    }
}

impl Transcript {
    /// It is now about this seat of the match of this name.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.target = target(Some(name));
        self.seat = seat.number();
    }

    pub(super) fn hears(&self, line: &impl Display) {
        log::debug!(target: &self.target, "> seat {}: {line}", self.seat);
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

/// The target of the lines of the match of this name, or of a bot that plays none.
pub(super) fn target(name: Option<&Word>) -> String {
    name.map_or_else(|| TALK.to_owned(), |name| format!("{TALK}::{name}"))
}

/// Shows a line that the bot of a seat says.
pub(super) fn says(name: Option<&Word>, seat: u32, line: Line<'_>) {
    // The target is made for each line, but only if somebody may want it.
    if log::max_level() >= log::LevelFilter::Debug {
        log::debug!(target: &target(name), "< seat {seat}: {}", Shown(line));
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
