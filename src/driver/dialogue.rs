//! A conversation with one bot outside a match, line by line, to check that it keeps the protocol.

use std::{
    collections::VecDeque,
    io,
    time::{Duration, Instant},
};

use uvi::{FromBot, OwnedLine, ToBot};
use uvi_match::referee::Delivery;

use super::{
    Link, dismiss,
    life::LinkEnd,
    link::{FIRST_READ, MAX_READS},
};
use crate::{
    bot::{self, BotSource, Process},
    world::{RealClock, WorldClock},
};

/// A bot outside a match, with the lines it has written.
#[derive(Debug)]
pub struct BotDialogue {
    link: Link,
    /// The lines that were read from the bot and not yet returned.
    came: VecDeque<OwnedLine>,
    buffer: Vec<u8>,
    /// True if the pipe was full, so some text still waits to be written.
    blocked: bool,
    /// The end of the bot. It is kept until all lines before it have been returned.
    end: Option<LinkEnd>,
    /// The line that the bot had begun at its end.
    begun: Option<String>,
}

/// An event from a bot, as [`BotDialogue::hear`] returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotEvent {
    /// The bot wrote this line.
    Line(OwnedLine),
    /// The bot ended.
    End(LinkEnd),
    /// The bot closed its input and neither exited nor closed its output.
    Deaf,
    /// The bot did nothing before the deadline.
    Nothing,
}

impl BotDialogue {
    /// Begins a dialogue with a bot that was just started.
    pub fn new(process: Process) -> Self {
        Self {
            link: Link::new(Box::new(process)),
            came: VecDeque::new(),
            buffer: Vec::with_capacity(FIRST_READ),
            blocked: false,
            end: None,
            begun: None,
        }
    }

    /// Adds a message to the next write.
    pub fn say(&mut self, message: &ToBot) {
        self.link.life.hear();
        self.link.wire.say(message);
    }

    /// Adds a line that is no message to the next write, to see whether the bot ignores it.
    pub fn say_unknown(&mut self, line: &str) {
        self.link.life.hear();
        self.link.wire.say_unknown(line);
    }

    /// Writes the added lines, in one write. [`BotDialogue::hear`] writes the rest if the pipe is full.
    pub fn flush(&mut self) {
        if let Some(delivery) = self.link.wire.flush() {
            // A closed input counts as blocked until the bot's end.
            self.blocked = self.link.life.delivered(RealClock.now(), delivery) == Delivery::Blocked;
        }
    }

    /// Returns true if the pipe was full, so some text still waits to be written.
    pub fn is_blocked(&self) -> bool {
        self.blocked
    }

    /// Waits until `by` for the bot's next event. Returns all of the bot's lines before its end. Fails if the system
    /// call that waits fails.
    pub fn hear(&mut self, by: Instant) -> io::Result<BotEvent> {
        loop {
            if let Some(line) = self.came.pop_front() {
                return Ok(BotEvent::Line(line));
            }
            if let Some(end) = self.end.take() {
                return Ok(BotEvent::End(end));
            }
            let now = RealClock.now();
            let late = by <= now;
            if late {
                self.read(now);
                self.link.life.hurry(now);
            }
            let exit = self.link.exit();
            if exit.is_some() {
                // Lines that the bot wrote before it ended count. Nothing is read after the end.
                self.read_all(now);
            }
            let begun = self.link.life.unfinished();
            self.end = self.link.end(now, exit);
            if self.end.is_some() {
                self.begun = begun;
                continue;
            }
            if self.link.life.turned_deaf(now) {
                return Ok(BotEvent::Deaf);
            }
            if late && self.came.is_empty() {
                return Ok(BotEvent::Nothing);
            }
            if !late {
                self.wait(by)?;
            }
        }
    }

    /// Writes the added lines, and waits for the message `wanted`. Returns the messages up to it. `None` if the time is
    /// up or the bot is gone. Fails if the system call that waits fails.
    pub fn until(&mut self, wanted: &FromBot, within: Duration) -> io::Result<Option<Vec<FromBot>>> {
        self.flush();
        let by = RealClock.now() + within;
        let mut heard = Vec::new();
        while heard.last() != Some(wanted) {
            match self.hear(by)? {
                BotEvent::Line(OwnedLine::Text(line)) => heard.extend(line.parse()),
                BotEvent::Line(_) => {}
                BotEvent::End(_) | BotEvent::Deaf | BotEvent::Nothing => return Ok(None),
            }
        }
        Ok(Some(heard))
    }

    /// Reads once from the bot without waiting; [`BotDialogue::read_already`] returns the lines.
    pub fn read_now(&mut self) {
        self.read(RealClock.now());
    }

    /// Returns the next line that was already read, without reading more.
    pub fn read_already(&mut self) -> Option<OwnedLine> {
        self.came.pop_front()
    }

    /// The line that the bot has begun and not ended.
    pub fn unfinished(&self) -> Option<String> {
        self.link.life.unfinished().or_else(|| self.begun.clone())
    }

    /// Reads the bot's stderr, and returns the last 64 KiB of it.
    pub fn stderr(&mut self) -> String {
        self.link.wire.drain_stderr();
        self.link.wire.process.stderr_tail()
    }

    /// Closes the bot's input; the bot reads the end of the file.
    pub fn close_input(&mut self) {
        self.link.wire.process.close_input();
    }

    /// Stops the bot: sends `quit`, closes its input, and kills it after the grace. Returns when the bot and all
    /// processes that it started are gone, or 5 s after the kill.
    pub fn stop(self, grace: Duration) {
        dismiss(vec![self.link], grace);
    }

    fn wait(&mut self, by: Instant) -> io::Result<()> {
        let deadline = self.link.life.deadline().map_or(by, |deadline| deadline.min(by));
        let wanted: Vec<_> = self.link.wanted().collect();
        let mut ready = Vec::new();
        bot::wait(&wanted, Some(deadline.saturating_duration_since(RealClock.now())), &mut ready)?;
        drop(wanted);
        let now = RealClock.now();
        for source in ready {
            match source {
                BotSource::Output => {
                    self.read(now);
                }
                BotSource::Errors => {
                    self.link.wire.read_stderr();
                }
                BotSource::Input => self.blocked = self.link.flush_queue(now) == Delivery::Blocked,
                BotSource::Exit => self.read_all(now),
            }
        }
        Ok(())
    }

    fn read(&mut self, now: Instant) -> bool {
        self.link.read(now, &mut self.buffer, |line| self.came.push_back(line.into()))
    }

    fn read_all(&mut self, now: Instant) {
        (0..MAX_READS).all(|_| self.read(now));
    }
}
