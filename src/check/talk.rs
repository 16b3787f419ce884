//! One process of the bot that is checked: what is said to it, what it says, and what of that is wrong.

use std::{
    collections::VecDeque,
    io,
    time::{Duration, Instant},
};

use uvi::{Fault, FromBot, OwnedLine, ParseError, ToBot, escape_controls};
use uvi_match::{
    record::{Complaint, Said},
    referee::{MAX_BYTES, MAX_LINES},
};

use super::by_hand::Script;
use crate::driver::{Dialogue, Heard};

/// How many lines of a step are kept, and how many of those lines that were ignored.
const KEPT: usize = 10_000;
const IGNORED: usize = 10;

/// How much of a line is kept for people, in characters.
const SHOWN: usize = 2000;

/// A process of the bot.
#[derive(Debug)]
pub(super) struct Talk {
    dialogue: Dialogue,
    /// What was said and heard since the step began.
    pub(super) crossed: VecDeque<String>,
    /// What was said to it, as far as that is needed to come here again.
    pub(super) script: Script,
    /// The last lines that said nothing to the arbiter, with the reason.
    pub(super) ignored: VecDeque<Ignored>,
    /// How much it has said since it was last asked for something.
    bytes: usize,
    lines: u32,
    /// How it ended.
    end: Option<Heard>,
}

/// A line that says nothing to the arbiter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ignored {
    pub(super) line: String,
    pub(super) reason: String,
}

/// What is wrong with the bot.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The fault that it would be in a match, where it would be one.
    pub(super) fault: Option<Fault>,
    pub(super) complaint: Complaint,
}

/// Why a step came to no good end.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The bot does not do as it must.
    Bot(Box<Wrong>),
    /// The system has no process, descriptor or memory left.
    System(io::Error),
}

pub(super) type Checked<T> = Result<T, Trouble>;

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// What would be a fault in a match.
pub(super) fn fault(fault: Fault, complaint: impl Into<Complaint>) -> Trouble {
    Trouble::Bot(Box::new(Wrong { fault: Some(fault), complaint: complaint.into() }))
}

/// What a match would let pass, or would not see.
pub(super) fn wrong(complaint: impl Into<Complaint>) -> Trouble {
    Trouble::Bot(Box::new(Wrong { fault: None, complaint: complaint.into() }))
}

/// What is waited for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The words that must be right meanwhile.
    pub(super) verbs: &'a [&'a str],
    /// What must come.
    pub(super) what: &'a str,
    /// After what.
    pub(super) after: &'a str,
    /// How long that may take.
    pub(super) within: Duration,
    /// What it is if it does not come.
    pub(super) fault: Fault,
}

impl Talk {
    pub(super) fn new(dialogue: Dialogue) -> Self {
        Self {
            dialogue,
            crossed: VecDeque::new(),
            script: Script::default(),
            ignored: VecDeque::new(),
            bytes: 0,
            lines: 0,
            end: None,
        }
    }

    /// Adds a message to the next write.
    pub(super) fn say(&mut self, message: &ToBot) {
        self.say_line(&message.to_string());
    }

    /// Adds a line to the next write, whatever it says.
    pub(super) fn say_line(&mut self, line: &str) {
        self.keep('>', line);
        self.script.add(line);
        self.dialogue.say(line);
    }

    /// Writes what was added. The bot may say as much again as between two questions.
    pub(super) fn send(&mut self) {
        self.dialogue.flush();
        (self.bytes, self.lines) = (0, 0);
    }

    /// Whether what was said is not all in the pipe.
    pub(super) fn is_blocked(&self) -> bool {
        self.dialogue.is_blocked()
    }

    /// Closes the bot's input.
    pub(super) fn close_input(&mut self) {
        self.dialogue.close_input();
        self.keep('>', "(the end of input)");
    }

    /// Waits for what it does next, until then. Its end is told again and again.
    pub(super) fn hear(&mut self, by: Instant) -> io::Result<Heard> {
        if let Some(end) = &self.end {
            return Ok(end.clone());
        }
        let heard = self.dialogue.hear(by)?;
        match &heard {
            Heard::Line(line) => self.keep('<', &shown(line)),
            Heard::NotExecuted(_) | Heard::Ended(_) | Heard::Deaf => self.end = Some(heard.clone()),
            Heard::Nothing => {}
        }
        Ok(heard)
    }

    /// A line that was read together with those that were heard, if there is one more.
    pub(super) fn read_already(&mut self) -> Option<OwnedLine> {
        let line = self.dialogue.read_already()?;
        self.keep('<', &shown(&line));
        Some(line)
    }

    /// What it has said so far answers nothing that comes now.
    pub(super) fn forget(&mut self) {
        self.dialogue.read_now();
        while let Some(line) = self.read_already() {
            self.ignore(Ignored { line: shown(&line), reason: "nothing was asked".to_owned() });
        }
    }

    /// Waits for a message. What it says on the way must be right.
    pub(super) fn expect<T>(&mut self, wanted: Wanted<'_>, mut accept: impl FnMut(FromBot) -> Option<T>) -> Checked<T> {
        let by = Instant::now() + wanted.within;
        loop {
            let line = match self.hear(by)? {
                Heard::Line(line) => line,
                Heard::NotExecuted(text) => return Err(fault(Fault::NoStart, text)),
                Heard::Ended(text) => return Err(fault(Fault::Crash, format!("expected {}: {text}", wanted.what))),
                Heard::Deaf => {
                    let text = "expected to be read, but the bot has closed its input".to_owned();
                    return Err(fault(Fault::Deaf, text));
                }
                Heard::Nothing => return Err(self.late(wanted)),
            };
            self.count(&line)?;
            let OwnedLine::Text(line) = line else {
                self.ignore(Ignored { line: shown(&line), reason: "it is not UTF-8".to_owned() });
                continue;
            };
            match line.parse::<FromBot>() {
                Ok(message) => {
                    if let Some(found) = accept(message) {
                        return Ok(found);
                    }
                }
                Err(error) => self.doubt(&line, &error, wanted.verbs)?,
            }
        }
    }

    /// A line that cannot be read: wrong where its verb must be right now, else ignored.
    fn doubt(&mut self, line: &str, error: &ParseError, verbs: &[&str]) -> Checked<()> {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        if verbs.contains(&verb) {
            return Err(fault(Fault::Unreadable, Complaint::about(error.to_string(), Said::new(line, error.column))));
        }
        self.ignore(Ignored { line: escape_controls(line).into_owned(), reason: error.to_string() });
        Ok(())
    }

    /// A line said nothing to the arbiter.
    pub(super) fn ignore(&mut self, ignored: Ignored) {
        if self.ignored.len() == IGNORED {
            self.ignored.pop_front();
        }
        self.ignored.push_back(ignored);
    }

    fn count(&mut self, line: &OwnedLine) -> Checked<()> {
        let bytes = match line {
            OwnedLine::Text(text) => text.len(),
            OwnedLine::NotUtf8(bytes) => bytes.len(),
            OwnedLine::TooLong { .. } => {
                let text = format!("expected lines of at most {} bytes, found a longer one", uvi::MAX_LINE);
                return Err(fault(Fault::Flood, text));
            }
        };
        self.bytes += bytes + 1;
        self.lines += 1;
        if self.bytes > MAX_BYTES || self.lines > MAX_LINES {
            let text = format!("expected at most {MAX_BYTES} bytes and {MAX_LINES} lines before an answer, found more");
            return Err(fault(Fault::Flood, text));
        }
        Ok(())
    }

    fn late(&self, wanted: Wanted<'_>) -> Trouble {
        let Wanted { what, after, within, .. } = wanted;
        if self.is_blocked() {
            return fault(Fault::Deaf, format!("expected {after} to be read, but the bot's pipe is full"));
        }
        fault(wanted.fault, format!("expected {what} within {} ms of {after}, none came", within.as_millis()))
    }

    /// The line that it has begun and not ended.
    pub(super) fn unfinished(&self) -> Option<String> {
        self.dialogue.unfinished()
    }

    /// The last of what it has written to stderr, as so many lines at most.
    pub(super) fn stderr(&mut self, most: usize) -> Option<String> {
        let text = self.dialogue.stderr();
        let lines: Vec<_> = text.lines().map(escape_controls).collect();
        let last = lines[lines.len().saturating_sub(most)..].join("\n");
        (!last.trim().is_empty()).then_some(last)
    }

    /// Stops it and returns when it is gone, with all that it has started.
    pub(super) fn stop(self, grace: Duration) {
        self.dialogue.stop(grace);
    }

    fn keep(&mut self, mark: char, line: &str) {
        if self.crossed.len() == KEPT {
            self.crossed.pop_front();
        }
        let mut kept = format!("{mark} {line}");
        if let Some((end, _)) = kept.char_indices().nth(SHOWN) {
            kept.truncate(end);
            kept.push('…');
        }
        self.crossed.push_back(kept);
    }
}

/// A line for people.
fn shown(line: &OwnedLine) -> String {
    match line {
        OwnedLine::Text(text) => escape_controls(text).into_owned(),
        OwnedLine::NotUtf8(bytes) => format!("{} (not UTF-8)", escape_controls(&String::from_utf8_lossy(bytes))),
        OwnedLine::TooLong { start } => format!("{}… (too long)", escape_controls(&String::from_utf8_lossy(start))),
    }
}
