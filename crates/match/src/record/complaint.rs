//! The details of a fault: what was expected, what was found, and where.

use std::time::Duration;

use uvi::{Fault, ParseError, Words, column_of_word, escape_controls};
use uvi_games::game::RefusalError;

/// The number of characters shown on each side of the wrong place in a long line.
const AROUND: usize = 100;

/// The details of a fault, for the bot, the host and the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The rule that the bot broke.
    pub lapse: Lapse,
    /// The wrong line, if the fault is in a line.
    pub said: Option<SaidLine>,
    /// The position in which the bot was asked, as its seat sees it.
    pub position: Option<Words>,
}

/// A span of time in which the output of a bot is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatterSpan {
    /// From the start of the greeting until the bot is ready for a game.
    Greeting,
    /// From `go` to `bestmove`.
    Answer,
    /// While the bot is not asked.
    Rest,
}

/// A broken rule: what was expected of the bot, and what was found.
#[expect(missing_docs, reason = "the messages say what is wrong")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lapse {
    /// A rule of which only this text is known, such as that of a fault in a replayed log, or the reason for
    /// which a bot did not start, or the way in which it ended.
    #[error("{0}")]
    Told(String),
    #[error("the bot closed its input, so it cannot be asked")]
    InputClosed,
    #[error("the bot does not read its input: its pipe is full")]
    PipeFull,
    /// `ignored` is output that was no answer, in words.
    #[error("expected uviok within {} ms of uvi, none came{}", within.as_millis(), ignored_tail(ignored))]
    NoUviOk { within: Duration, ignored: Option<String> },
    #[error("expected readyok within {} ms of isready, none came{}", within.as_millis(), ignored_tail(ignored))]
    NoReadyOk { within: Duration, ignored: Option<String> },
    #[error("expected an answer{}, none came{}", within_tail(within), ignored_tail(ignored))]
    NoAnswer { within: Option<Duration>, ignored: Option<String> },
    #[error("expected an answer within {} ms of stop, none came{}", within.as_millis(), ignored_tail(ignored))]
    NoAnswerToStop { within: Duration, ignored: Option<String> },
    /// A line exceeds [`uvi::MAX_LINE`] bytes (see [`Lapse::line_too_long`]).
    #[error("expected lines of at most {} bytes, found a longer one: {start}…", uvi::MAX_LINE)]
    LineTooLong { start: String },
    #[error("expected at most {bytes} bytes and {lines} lines {}, found more", span.words())]
    TooMuch { bytes: usize, lines: u32, span: ChatterSpan },
    /// A message cannot be parsed. The line is shortened and escaped for display.
    #[error("{error} in the line: {line}")]
    Unreadable { error: ParseError, line: String },
    /// An action is refused.
    #[error("{0}")]
    Refused(Box<RefusedAction>),
}

fn within_tail(within: &Option<Duration>) -> String {
    within.map(|within| format!(" within {} ms", within.as_millis())).unwrap_or_default()
}

fn ignored_tail(ignored: &Option<String>) -> String {
    ignored.as_ref().map(|ignored| format!("; the arbiter ignored: {ignored}")).unwrap_or_default()
}

impl ChatterSpan {
    fn words(self) -> &'static str {
        match self {
            Self::Answer => "between a go and its bestmove",
            Self::Greeting => "until it is ready for a game",
            Self::Rest => "while it is not asked",
        }
    }
}

impl Lapse {
    /// A line with this beginning is too long. The text has what people can read of its first bytes.
    pub fn line_too_long(start: &[u8]) -> Self {
        let start = String::from_utf8_lossy(&start[..start.len().min(60)]);
        Self::LineTooLong { start: escape_controls(&start).into_owned() }
    }
}

/// A refused action, with help for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedAction {
    /// The action, shortened and escaped for display.
    pub action: String,
    /// The index of the action in the answer, from 0.
    pub place: usize,
    /// The reason for the refusal.
    pub refusal: RefusalError,
    /// The action that was probably meant.
    pub meant: Option<String>,
    /// The legal actions, by [`legal_text`](super::legal_text); `None` if the bot may not know them.
    pub legal: Option<String>,
}

/// A line from a bot, and the wrong place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidLine {
    /// The line with its control characters escaped. Of a long line, the part around the place, between `…`.
    pub line: String,
    /// The column of the place in the shown line, in characters from 1.
    pub column: u32,
}

impl Complaint {
    /// Creates a complaint about a place in a line.
    pub fn about(lapse: Lapse, said: SaidLine) -> Self {
        Self { said: Some(said), ..Self::from(lapse) }
    }

    /// Adds the position in which the bot was asked.
    #[must_use]
    pub fn in_position(self, position: Words) -> Self {
        Self { position: Some(position), ..self }
    }
}

impl From<Lapse> for Complaint {
    fn from(lapse: Lapse) -> Self {
        Self { lapse, said: None, position: None }
    }
}

impl RefusedAction {
    /// The fault of the refused action. Only the first action of an answer can be unreadable (UVI 3.3).
    pub fn fault(&self) -> Fault {
        match self.refusal {
            RefusalError::Unreadable(_) if self.place == 0 => Fault::Unreadable,
            RefusalError::Unreadable(_) | RefusalError::Illegal(_) => Fault::Illegal,
        }
    }
}

impl SaidLine {
    /// Prepares a line for display. `column` is a place in the original line, in characters from 1.
    pub fn new(line: &str, column: usize) -> Self {
        let place = column.saturating_sub(1);
        let skipped = place.saturating_sub(AROUND);
        let mut shown = if skipped > 0 { "…".to_owned() } else { String::new() };
        let mut at = None;
        let mut rest = line.chars().skip(skipped);
        for (index, character) in (skipped..=place + AROUND).zip(rest.by_ref()) {
            if index == place {
                at = Some(shown.chars().count());
            }
            shown.push_str(&escape_controls(character.encode_utf8(&mut [0; 4])));
        }
        let at = at.unwrap_or_else(|| shown.chars().count());
        if rest.next().is_some() {
            shown.push('…');
        }
        Self { line: shown, column: u32::try_from(at + 1).unwrap_or(u32::MAX) }
    }

    /// Prepares a line for display, with the start of a word as its place. The verb is word 0. If the line has no such
    /// word, the place is the end of the line.
    pub fn at_word(line: &str, number: usize) -> Self {
        Self::new(line, column_of_word(line, number).unwrap_or_else(|| line.chars().count() + 1))
    }

    /// Returns the line, and a second line that marks the place.
    pub fn pointed(line: &str, column: u32) -> [String; 2] {
        // A column from a log may be any number.
        let before = line.chars().count().min((column as usize).saturating_sub(1));
        [line.to_owned(), " ".repeat(before) + "^"]
    }
}
