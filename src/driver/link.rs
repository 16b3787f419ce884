//! One bot as the loop sees it: its process and what is to be said to it, with its life.

use std::{
    fmt::{self, Display, Write},
    time::{Duration, Instant},
};

use uvi::{Line, ToBot, Word};
use uvi_games::game::{BySeat, Seat};
use uvi_match::referee::Delivery;

use super::{
    life::{Life, LinkEnd},
    talk::{self, Transcript},
};
use crate::bot::{Affinity, Core, Exit, HeldBot, Interest, Process, ReadResult, WatchedDescriptor};

/// The number of times that a pipe is read in a row: a bot that never stops writing must not hold the loop.
pub(super) const MAX_READS: usize = 64;

/// The room that a buffer to read into has at first.
pub(super) const FIRST_READ: usize = 1024;

/// The most characters of a bot's last words that are told.
const LAST_WORDS: usize = 200;

/// A bot outside a match, or between two.
#[derive(Debug)]
pub struct Link {
    pub(super) wire: Box<Wire>,
    pub(super) life: Life,
}

/// The bots of a match.
pub(super) type Wires = BySeat<Option<Box<Wire>>>;

/// The process of a bot, and what is to be said to it.
#[derive(Debug)]
pub(super) struct Wire {
    process: Process,
    talk: Transcript,
    unsent: String,
    hold: Hold,
    /// The number of bytes of the bot's stderr that stand beside the log.
    kept: u64,
}

/// The place where a bot runs.
#[derive(Debug)]
enum Hold {
    Free,
    /// On the core of its match, also while it rests between two.
    Held(HeldBot),
    /// Anywhere, for good. The bot was seen with what may do several things at once: more threads than a bot or an adapter
    /// needs, a child of its own, or an adapter's second one.
    Loose,
}

impl Link {
    /// A bot that was just started.
    pub fn new(process: Process) -> Self {
        Self { wire: Box::new(Wire::new(process)), life: Life::new() }
    }

    /// Adds a line to the next write, whatever it says.
    pub(super) fn say_line(&mut self, line: impl Display) {
        self.life.hear();
        self.wire.add(&line, |unsent| write!(unsent, "{line}"));
    }

    /// Writes what was added, in one write; `None` if there was nothing, or the outcome is not certain yet.
    pub(super) fn flush(&mut self, now: Instant) -> Option<Delivery> {
        self.wire.flush().map(|delivery| self.life.delivered(now, delivery))
    }

    /// Goes on with what is queued; the bot's input is ready.
    pub(super) fn flush_queue(&mut self, now: Instant) -> Delivery {
        self.life.delivered(now, self.wire.flush_queue())
    }

    /// Reads as much as a pipe holds, and hands out each whole line. Returns false if nothing was there.
    pub(super) fn read(&mut self, now: Instant, buffer: &mut Vec<u8>, mut line: impl FnMut(Line<'_>)) -> bool {
        let Self { wire, life } = self;
        wire.read(buffer, |received, bytes| {
            life.received(now, received, bytes, |found| {
                talk::says(None, 0, found);
                line(found);
            });
        })
    }

    /// Returns the end of the bot if that is certain now, once.
    pub(super) fn end(&mut self, now: Instant) -> Option<LinkEnd> {
        let Self { wire, life } = self;
        let exit = if life.is_gone() { None } else { wire.exit() };
        life.looked(now, exit, || wire.last_words())
    }

    /// Tells the bot to leave: `quit`, the end of its input, and after the grace the kill.
    pub(super) fn dismiss(&mut self, now: Instant, grace: Duration) {
        if self.life.is_playing() {
            self.wire.quit();
            self.life.dismissed(now, grace);
        }
    }

    /// Kills the bot if its grace is over.
    pub(super) fn press(&mut self, now: Instant) {
        if self.life.must_be_killed(now) {
            self.wire.kill();
        }
    }

    /// The sources to wait for, under these names.
    pub(super) fn wanted<T: Copy>(&self, names: [T; 4]) -> impl Iterator<Item = WatchedDescriptor<'_, T>> {
        self.wire.wanted(&self.life, names)
    }
}

impl Wire {
    pub(super) fn new(process: Process) -> Self {
        let (talk, unsent) = (Transcript::default(), String::new());
        Self { process, talk, unsent, hold: Hold::Free, kept: 0 }
    }

    /// The bot plays this seat of the match of this name.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.talk.join(name, seat);
    }

    /// The bot's process.
    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    /// Holds the bot to this core if the bot leaves that to the arbiter and was not seen to do several things at once.
    /// Returns true if it is held then.
    pub(super) fn hold(&mut self, core: &Core) -> bool {
        if self.process.affinity() != Affinity::Auto {
            return false;
        }
        match &mut self.hold {
            Hold::Loose => false,
            Hold::Held(held) => held.to(core),
            Hold::Free => {
                self.hold = self.process.hold(core).map_or(Hold::Free, Hold::Held);
                self.is_held()
            }
        }
    }

    /// Returns true if the bot is held to a core.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.hold, Hold::Held(_))
    }

    /// Returns true if the bot may do several things at once: no match holds it to a core from now on.
    pub(super) fn turns_loose(&mut self) -> bool {
        if matches!(&self.hold, Hold::Held(held) if !held.is_alone()) {
            self.let_go();
            self.hold = Hold::Loose;
        }
        matches!(self.hold, Hold::Loose)
    }

    /// Lets the bot use all its cores again.
    pub(super) fn let_go(&mut self) {
        match std::mem::replace(&mut self.hold, Hold::Free) {
            Hold::Held(held) => held.let_go(),
            other => self.hold = other,
        }
    }

    /// Closes the bot's input.
    pub(super) fn close_input(&mut self) {
        self.process.close_input();
    }

    /// Adds a message to the next write.
    pub(super) fn say(&mut self, message: &ToBot) {
        self.add(message, |unsent| message.write_to(unsent));
    }

    fn add(&mut self, line: &impl Display, write: impl FnOnce(&mut String) -> fmt::Result) {
        self.talk.hears(line);
        write(&mut self.unsent).expect("a String takes any text");
        self.unsent.push('\n');
    }

    /// Writes what was added, in one write; `None` if there was nothing.
    pub(super) fn flush(&mut self) -> Option<Delivery> {
        if self.unsent.is_empty() {
            return None;
        }
        let delivery = self.process.send_now(self.unsent.as_bytes());
        self.unsent.clear();
        Some(delivery)
    }

    /// Goes on with what is queued; the bot's input is ready. If nothing is, the bot has closed it.
    pub(super) fn flush_queue(&mut self) -> Delivery {
        let delivery = if self.process.is_queued() { self.process.flush() } else { Delivery::Closed };
        if delivery == Delivery::Closed {
            self.process.close_input();
        }
        delivery
    }

    /// Says `quit`, and closes the bot's input as soon as all is written.
    pub(super) fn quit(&mut self) {
        self.say(&ToBot::Quit);
        if self.flush() != Some(Delivery::Blocked) {
            self.process.close_input();
        }
    }

    /// Has the bot killed, with all that it has started.
    pub(super) fn kill(&mut self) {
        self.process.kill();
    }

    /// Reads as much as a pipe holds. Returns false if nothing was there. The buffer grows if it turns out to be small,
    /// which it is for most bots.
    pub(super) fn read(&mut self, buffer: &mut Vec<u8>, mut came: impl FnMut(ReadResult, &[u8])) -> bool {
        let received = self.process.read_output(buffer);
        came(received, buffer);
        let read = matches!(received, ReadResult::Bytes(_));
        if read && buffer.len() == buffer.capacity() && buffer.capacity() < uvi::MAX_LINE {
            buffer.reserve_exact((4 * buffer.capacity()).min(uvi::MAX_LINE) - buffer.len());
            let received = self.process.read_output(buffer);
            came(received, buffer);
        }
        read
    }

    /// Reads once what the bot has written to stderr. Returns false if nothing was there.
    pub(super) fn read_stderr(&mut self) -> bool {
        let read = matches!(self.process.drain_stderr(), ReadResult::Bytes(_));
        self.talk.complains(&self.process, false);
        read
    }

    /// Reads what the bot has written to stderr, which often has the reason of an end.
    pub(super) fn drain_stderr(&mut self) {
        for _ in 0..MAX_READS {
            if !self.read_stderr() {
                break;
            }
        }
    }

    /// The part of the bot's stderr that does not stand beside the log yet, as far as it has been read and kept.
    pub(super) fn unkept_stderr(&mut self) -> String {
        let (new, all) = self.process.stderr_after(self.kept);
        let text = String::from_utf8_lossy(new).into_owned();
        self.kept = all;
        text
    }

    /// The last line that the bot has written to stderr.
    pub(super) fn last_words(&mut self) -> Option<String> {
        self.drain_stderr();
        let tail = self.process.stderr_tail();
        let line = tail.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(uvi::escape_controls(line.trim()).chars().take(LAST_WORDS).collect())
    }

    /// The exit of the bot, if it has exited.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        let exit = self.process.exit()?;
        self.hold = Hold::Free;
        self.talk.complains(&self.process, true);
        Some(exit)
    }

    /// The sources to wait for, under these names: the bot's output, its errors, room in its input or its end, its exit.
    pub(super) fn wanted<T: Copy>(&self, life: &Life, names: [T; 4]) -> impl Iterator<Item = WatchedDescriptor<'_, T>> {
        let process = &self.process;
        let (here, listens) = (!life.is_gone(), life.listens());
        let fds = [
            (process.stdout_fd().filter(|_| listens), Interest::Read),
            (process.stderr_fd(), Interest::Read),
            (process.stdin_fd(), if process.is_queued() { Interest::Write } else { Interest::Closed }),
            (process.exit_fd(), Interest::Read),
        ];
        let wanted = names.into_iter().zip(fds);
        wanted.filter_map(move |(name, (fd, interest))| {
            Some(WatchedDescriptor { name, fd: fd.filter(|_| here)?, interest })
        })
    }
}
