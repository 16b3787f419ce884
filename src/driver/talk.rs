//! Shows people the lines that cross the pipes of a bot, as they go, at the level `debug`.
//!
//! `>` marks a line to the bot, `<` a line from the bot, `!` a line of its stderr. Notes of the referee begin with `#`
//! and have the level `info`.

use std::fmt::Display;

use log::Level;
use uvi::{Framer, Line, Word};
use uvi_games::game::Seat;

use crate::bot::BotProcess;

/// The target of these lines, before `::` and the name of the match.
pub const TALK: &str = "arbiter::talk";

/// The state of one bot's transcript.
#[derive(Debug)]
pub(super) struct Transcript {
    target: String,
    seat: u32,
    errors: Framer,
    /// The number of bytes of the bot's stderr that have been shown.
    shown: u64,
}

/// The transcript of a bot that plays no match yet.
impl Default for Transcript {
    fn default() -> Self {
        Self { target: target(None), seat: 0, errors: Framer::new(uvi::MAX_LINE), shown: 0 }
    }
}

impl Transcript {
    /// Shows the bot's lines under this match and seat from now on.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.target = target(Some(name));
        self.seat = seat.number();
    }

    pub(super) fn hears(&self, line: &impl Display) {
        log::debug!(target: &self.target, "> seat {}: {line}", self.seat);
    }

    /// Shows the new lines of the bot's stderr. With `end`, also shows an unfinished last line.
    pub(super) fn complains(&mut self, process: &dyn BotProcess, end: bool) {
        if !log::log_enabled!(target: &self.target, Level::Debug) {
            return;
        }
        let Self { target, seat, errors, shown } = self;
        let show = |line: Line<'_>| log::debug!(target: target, "! seat {seat}: {}", ShownLine(line));
        let (bytes, all) = process.stderr_after(*shown);
        *shown = all;
        errors.feed(bytes, show);
        if end && let Some(line) = errors.finish() {
            show(line);
        }
    }
}

/// The log target for lines of the match of this name; `None` is for a bot that plays no match.
pub(super) fn target(name: Option<&Word>) -> String {
    name.map_or_else(|| TALK.to_owned(), |name| format!("{TALK}::{name}"))
}

/// Shows a line that the bot of a seat says.
pub(super) fn says(name: Option<&Word>, seat: u32, line: Line<'_>) {
    // Making the target costs time for each line, so it is made only if the level is shown.
    if log::max_level() >= log::LevelFilter::Debug {
        log::debug!(target: &target(name), "< seat {seat}: {}", ShownLine(line));
    }
}

/// A line of a bot, formatted for people.
struct ShownLine<'a>(Line<'a>);

impl Display for ShownLine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Line::Text(text) => f.write_str(&uvi::escape_controls(text)),
            Line::NotUtf8(bytes) => f.write_str(&uvi::escape_controls(&String::from_utf8_lossy(bytes))),
            Line::TooLong { .. } => f.write_str("(a line that is too long)"),
        }
    }
}
