//! One process of the checked bot: talks to it, and finds errors in what it says.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use uvi::{Fault, FromBot, OwnedLine, ParseError, ToBot, escape_controls};
use uvi_match::{
    record::{Complaint, Lapse, SaidLine},
    referee::{MAX_BYTES, MAX_LINES},
};

use super::{
    by_hand::Script,
    finding::{CheckFinding, CheckResult, IgnoredLine, StepError},
};
use crate::{
    driver::{BotDialogue, BotEvent, LinkEnd},
    world::{RealClock, WorldClock as _},
};

const KEPT: usize = 10_000;

const IGNORED: usize = 10;

/// The flaw of an answer without a question.
pub(super) const UNASKED: &str = "an answer came when no question was open, and may count for the next one";

const SHOWN: usize = 2000;

#[derive(Debug)]
pub(super) struct Interview {
    pub(super) dialogue: BotDialogue,
    /// The lines in both directions since the step began.
    pub(super) crossed: VecDeque<String>,
    pub(super) script: Script,
    /// The last lines that meant nothing to the arbiter, with the reason.
    pub(super) ignored: VecDeque<IgnoredLine>,
    /// The number of bytes from the bot since the last write to it. `lines` counts the lines.
    bytes: usize,
    lines: u32,
    end: Option<BotEvent>,
    /// True between `gameover` and the next question: the bot may exit with status 0 (UVI 2.1).
    pub(super) may_leave: bool,
    pub(super) has_answered: bool,
    was_asked: bool,
    /// True if an answer came in this step, and the process has never been asked. After a question, it may be a late one.
    pub(super) has_answered_unasked: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct AwaitedReply {
    /// The verbs whose lines must parse while the message is awaited. Other lines that do not parse are ignored.
    pub(super) verbs: &'static [&'static str],
    /// The name of the message, for an error.
    pub(super) what: &'static str,
    pub(super) after: &'static str,
    pub(super) within: Duration,
    pub(super) fault: Fault,
}

impl Interview {
    pub(super) fn new(dialogue: BotDialogue) -> Self {
        Self {
            dialogue,
            crossed: VecDeque::new(),
            script: Script::default(),
            ignored: VecDeque::new(),
            bytes: 0,
            lines: 0,
            end: None,
            may_leave: false,
            has_answered: false,
            was_asked: false,
            has_answered_unasked: false,
        }
    }

    pub(super) fn say(&mut self, message: &ToBot) {
        let text = message.to_string();
        self.keep('>', &text);
        self.script.say(message, text.len());
        self.was_asked |= matches!(message, ToBot::Go(_));
        match message {
            ToBot::GameOver(_) => self.may_leave = true,
            ToBot::Go(_) | ToBot::Quit => self.may_leave = false,
            _ => {}
        }
        self.dialogue.say(message);
    }

    pub(super) fn say_unknown(&mut self, line: &'static str) {
        self.keep('>', line);
        self.script.say_unknown(line);
        self.dialogue.say_unknown(line);
    }

    /// Writes the added lines, and begins a new count of the bot's output.
    pub(super) fn send(&mut self) {
        self.dialogue.flush();
        (self.bytes, self.lines) = (0, 0);
    }

    pub(super) fn close_input(&mut self) {
        self.may_leave = false;
        self.dialogue.close_input();
        self.keep('>', "(the end of input)");
    }

    /// Waits for the bot's next line or event, until `by`. Returns the bot's end again at later calls.
    pub(super) fn hear(&mut self, by: Instant) -> CheckResult<BotEvent> {
        let heard = match &self.end {
            Some(end) => end.clone(),
            None => self.dialogue.hear(by)?,
        };
        match &heard {
            BotEvent::Line(line) => self.take(line),
            BotEvent::Nothing => {}
            BotEvent::End(_) | BotEvent::Deaf => self.end = Some(heard.clone()),
        }
        match heard {
            BotEvent::End(LinkEnd::Left(how)) if self.may_leave => Err(StepError::Left(how)),
            heard => Ok(heard),
        }
    }

    /// A line that was read together with earlier lines, if there is one.
    pub(super) fn read_already(&mut self) -> Option<OwnedLine> {
        let line = self.dialogue.read_already()?;
        self.take(&line);
        Some(line)
    }

    fn take(&mut self, line: &OwnedLine) {
        self.keep('<', &shown(line));
        if let OwnedLine::Text(text) = line
            && let Ok(message) = text.parse()
        {
            self.has_answered |= matches!(message, FromBot::BestMove(_));
            self.has_answered_unasked |= !self.was_asked && matches!(message, FromBot::BestMove(_) | FromBot::Resign);
            self.script.hear(message);
        }
    }

    /// Ignores all that the bot has said so far, so that no earlier line counts as the answer to a later question.
    pub(super) fn forget(&mut self) {
        self.dialogue.read_now();
        while let Some(line) = self.read_already() {
            self.ignore(&shown(&line), "no question was open".to_owned());
        }
    }

    /// Waits for a message for which `accept` returns a value, and returns that value. Returns an error if the bot is
    /// late, ends, closes its input, says too much, or sends a line with one of the awaited verbs that does not parse.
    pub(super) fn expect<T>(
        &mut self,
        wanted: AwaitedReply,
        mut accept: impl FnMut(FromBot) -> Option<T>,
    ) -> CheckResult<T> {
        let by = RealClock.now() + wanted.within;
        loop {
            let line = match self.hear(by)? {
                BotEvent::Line(line) => line,
                BotEvent::End(LinkEnd::NotExecuted(text) | LinkEnd::NotStarted(text)) => {
                    return Err(CheckFinding::new(Fault::NoStart, Lapse::Told(text)).into());
                }
                BotEvent::End(LinkEnd::Left(how) | LinkEnd::Ended(how)) => {
                    let ended = format!("expected {}: {how}", wanted.what);
                    return Err(CheckFinding::new(Fault::Crash, Lapse::Told(ended)).into());
                }
                BotEvent::Deaf => {
                    return Err(CheckFinding::new(Fault::Deaf, Lapse::InputClosed).into());
                }
                BotEvent::Nothing => return Err(self.late(wanted)),
            };
            self.count(&line)?;
            let OwnedLine::Text(line) = line else {
                self.ignore_bytes(&line);
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

    /// Handles a line that does not parse. Returns an error if its verb must parse now, and otherwise ignores the line.
    fn doubt(&mut self, line: &str, error: &ParseError, verbs: &[&str]) -> CheckResult<()> {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        if verbs.contains(&verb) {
            let complaint = Complaint::about(Lapse::Told(error.to_string()), SaidLine::new(line, error.column));
            return Err(CheckFinding::new(Fault::Unreadable, complaint).into());
        }
        self.ignore(line, error.to_string());
        Ok(())
    }

    /// Keeps a line that means nothing to the arbiter, with the reason.
    pub(super) fn ignore(&mut self, line: &str, why: String) {
        if self.ignored.len() == IGNORED {
            self.ignored.pop_front();
        }
        self.ignored.push_back(IgnoredLine { line: escape_controls(line).into_owned(), why });
    }

    /// Keeps a line that is not UTF-8. One that is too long is a fault.
    pub(super) fn ignore_bytes(&mut self, line: &OwnedLine) {
        if let OwnedLine::NotUtf8(bytes) = line {
            self.ignore(&String::from_utf8_lossy(bytes), "not UTF-8".to_owned());
        }
    }

    fn count(&mut self, line: &OwnedLine) -> CheckResult<()> {
        let flood = |text: String| Err(CheckFinding::new(Fault::Flood, Lapse::Told(text)).into());
        let bytes = match line {
            OwnedLine::Text(text) => text.len(),
            OwnedLine::NotUtf8(bytes) => bytes.len(),
            OwnedLine::TooLong { .. } => {
                return flood(format!("expected lines of at most {} bytes, found a longer one", uvi::MAX_LINE));
            }
        };
        self.bytes += bytes + 1;
        self.lines += 1;
        if self.bytes > MAX_BYTES || self.lines > MAX_LINES {
            let most = format!("expected at most {MAX_BYTES} bytes and {MAX_LINES} lines");
            return flood(format!("{most} before an answer, found more"));
        }
        Ok(())
    }

    fn late(&self, wanted: AwaitedReply) -> StepError {
        let AwaitedReply { what, after, within, .. } = wanted;
        if self.dialogue.is_blocked() {
            let full = format!("the bot does not read its input: its pipe is full after {after}");
            return CheckFinding::new(Fault::Deaf, Lapse::Told(full)).into();
        }
        let lapse = match what {
            "readyok" => Lapse::NoReadyOk { within, ignored: None },
            what => Lapse::Told(format!("expected {what} within {} ms of {after}, none came", within.as_millis())),
        };
        CheckFinding::new(wanted.fault, lapse).into()
    }

    pub(super) fn stderr(&mut self, most: usize) -> Option<String> {
        let text = self.dialogue.stderr();
        let lines: Vec<_> = text.lines().map(escape_controls).collect();
        let last = lines[lines.len().saturating_sub(most)..].join("\n");
        (!last.trim().is_empty()).then_some(last)
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

/// The text of a line for reports, with its control characters escaped.
fn shown(line: &OwnedLine) -> String {
    match line {
        OwnedLine::Text(text) => escape_controls(text).into_owned(),
        OwnedLine::NotUtf8(bytes) => format!("{} (not UTF-8)", escape_controls(&String::from_utf8_lossy(bytes))),
        OwnedLine::TooLong { start } => format!("{}… (too long)", escape_controls(&String::from_utf8_lossy(start))),
    }
}
