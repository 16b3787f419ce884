//! A conversation with one bot outside a match, line by line, to check that it keeps the protocol.

use std::{
    collections::VecDeque,
    fmt::Display,
    io,
    time::{Duration, Instant},
};

use uvi::OwnedLine;
use uvi_match::referee::Delivery;

use super::{
    Link, dismiss,
    life::End,
    link::{FIRST_READ, MAX_READS},
};
use crate::bot::{self, Process};

/// A bot that is talked to.
#[derive(Debug)]
pub struct Dialogue {
    link: Link,
    /// The lines that have come and were not heard yet.
    came: VecDeque<OwnedLine>,
    buffer: Vec<u8>,
    /// True if a part of what was said is not in the pipe.
    blocked: bool,
    /// The end of the bot, until all that came before was heard.
    end: Option<End>,
}

/// A source that can wake the listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wake {
    Output,
    Errors,
    Input,
    Exit,
}

/// An act of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// It said this.
    Line(OwnedLine),
    /// It was never executed; the text says why.
    NotExecuted(String),
    /// It ended, or its output did; the text says how.
    Ended(String),
    /// It has closed its input.
    Deaf,
    /// Nothing in time.
    Nothing,
}

impl Dialogue {
    /// With a bot that was just started.
    pub fn new(process: Process) -> Self {
        Self {
            link: Link::new(process),
            came: VecDeque::new(),
            buffer: Vec::with_capacity(FIRST_READ),
            blocked: false,
            end: None,
        }
    }

    /// Adds a line to the next write.
    pub fn say(&mut self, line: impl Display) {
        self.link.say_line(line);
    }

    /// Writes what was added, in one write; [`Dialogue::hear`] goes on with what the pipe does not take.
    pub fn flush(&mut self) {
        if let Some(delivery) = self.link.flush(Instant::now()) {
            self.blocked = delivery == Delivery::Blocked;
        }
    }

    /// Returns true if a part of what was said is not in the pipe.
    pub fn is_blocked(&self) -> bool {
        self.blocked
    }

    /// Waits for what the bot does next, until then. Its lines come before its end.
    ///
    /// # Errors
    /// If no memory is left to wait with.
    pub fn hear(&mut self, by: Instant) -> io::Result<Heard> {
        loop {
            if let Some(line) = self.came.pop_front() {
                return Ok(Heard::Line(line));
            }
            if let Some(end) = self.end.take() {
                return Ok(match end {
                    End::NotExecuted(text) | End::NotStarted(text) => Heard::NotExecuted(text),
                    End::Left(text) | End::Ended(text) => Heard::Ended(text),
                });
            }
            let now = Instant::now();
            let late = by <= now;
            if late {
                self.read(now);
                self.link.life.hurry(now);
            }
            self.end = self.link.end(now);
            if self.end.is_some() {
                // What it said before it ended counts.
                self.read_all(now);
            } else if self.link.life.turned_deaf(now) {
                return Ok(Heard::Deaf);
            } else if late && self.came.is_empty() {
                return Ok(Heard::Nothing);
            } else if !late {
                self.wait(by)?;
            }
        }
    }

    /// Reads what is there now, for [`Dialogue::read_already`].
    pub fn read_now(&mut self) {
        self.read(Instant::now());
    }

    /// A line that was read together with those that were heard, if there is one more.
    pub fn read_already(&mut self) -> Option<OwnedLine> {
        self.came.pop_front()
    }

    /// The line that the bot has begun and not ended.
    pub fn unfinished(&self) -> Option<String> {
        self.link.life.unfinished()
    }

    /// The last 64 KiB of what it has written to stderr.
    pub fn stderr(&mut self) -> String {
        self.link.wire.drain_stderr();
        self.link.wire.process().stderr_tail()
    }

    /// Closes the bot's input: it reads the end of it.
    pub fn close_input(&mut self) {
        self.link.wire.close_input();
    }

    /// Stops the bot: `quit`, the end of its input, and after the grace the kill. Returns when it is gone, with all that
    /// it has started.
    pub fn stop(self, grace: Duration) {
        dismiss(vec![self.link], grace);
    }

    fn wait(&mut self, by: Instant) -> io::Result<()> {
        let deadline = self.link.life.deadline().map_or(by, |deadline| deadline.min(by));
        let wanted: Vec<_> = self.link.wanted([Wake::Output, Wake::Errors, Wake::Input, Wake::Exit]).collect();
        let mut ready = Vec::new();
        bot::wait(&wanted, Some(deadline.saturating_duration_since(Instant::now())), &mut ready)?;
        drop(wanted);
        let now = Instant::now();
        for source in ready {
            match source {
                Wake::Output => {
                    self.read(now);
                }
                Wake::Errors => {
                    self.link.wire.read_stderr();
                }
                Wake::Input => self.blocked = self.link.flush_queue(now) == Delivery::Blocked,
                Wake::Exit => self.read_all(now),
            }
        }
        Ok(())
    }

    fn read(&mut self, now: Instant) -> bool {
        self.link.read(now, &mut self.buffer, |line| self.came.push_back(line.into()))
    }

    fn read_all(&mut self, now: Instant) {
        for _ in 0..MAX_READS {
            if !self.read(now) {
                break;
            }
        }
    }
}
