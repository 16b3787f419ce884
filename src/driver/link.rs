//! One bot: its process, the text that is still to be written to it, and its life.

use std::time::{Duration, Instant};

use uvi::{Line, ToBot};
use uvi_games::game::BySeat;
use uvi_match::referee::Delivery;

use super::{
    life::{Life, LinkEnd},
    stderr,
    talk::{self, Transcript},
};
use crate::{
    bot::{self, Affinity, BotProcess, BotSource, Core, Exit, HeldBot, Interest, ReadResult, WatchedDescriptor},
    world::{RealClock, WorldClock as _},
};

/// The number of times that a pipe is read in a row: a bot that never stops writing must not hold the loop.
pub(super) const MAX_READS: usize = 64;

/// The first capacity of a read buffer, in bytes.
pub(super) const FIRST_READ: usize = 1024;

/// A bot outside a match, or between two matches.
#[derive(Debug)]
pub struct Link {
    pub(super) wire: Box<Wire>,
    pub(super) life: Life,
}

/// The bots of a match.
pub(super) type Wires = BySeat<Option<Box<Wire>>>;

/// The process of a bot, and the text that is still to be written to it.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) process: Box<dyn BotProcess>,
    pub(super) talk: Transcript,
    pub(super) unsent: String,
    hold: AllowedCores,
    /// The number of bytes of the bot's stderr that stand beside the log.
    kept: u64,
}

/// The cores on which the arbiter lets a bot run.
#[derive(Debug)]
enum AllowedCores {
    Free,
    /// On the core of its match, also between two matches.
    Held(HeldBot),
    /// On any core, for good. The bot may do several things at once: it had more threads than a bot or an adapter
    /// needs, a child process, or, for an adapter, a second child process.
    Loose,
}

impl Link {
    /// A bot that was just started.
    pub fn new(process: Box<dyn BotProcess>) -> Self {
        Self { wire: Box::new(Wire::new(process)), life: Life::new() }
    }

    /// Writes queued text, now that the bot's input is ready.
    pub(super) fn flush_queue(&mut self, now: Instant) -> Delivery {
        self.life.delivered(now, self.wire.flush_queue())
    }

    /// Reads the bot's output without waiting, and calls `line` for each complete line. False if nothing was there.
    pub(super) fn read(&mut self, now: Instant, buffer: &mut Vec<u8>, mut line: impl FnMut(Line<'_>)) -> bool {
        let Self { wire, life } = self;
        wire.read(buffer, |received, bytes| {
            life.received(now, received, bytes, |found| {
                talk::says(None, 0, found);
                line(found);
            });
        })
    }

    /// The exit of the bot, if it has exited and its end was not returned.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        if self.life.is_gone() { None } else { self.wire.exit() }
    }

    /// Returns the end of the bot once, as soon as the end is certain. An `exit` must have been seen before the last look at
    /// what the bot wrote.
    pub(super) fn end(&mut self, now: Instant, exit: Option<Exit>) -> Option<LinkEnd> {
        let Self { wire, life } = self;
        life.looked(now, exit, || wire.last_words())
    }

    pub(super) fn wanted(&self) -> impl Iterator<Item = WatchedDescriptor<'_, BotSource>> {
        self.wire.wanted(&self.life, |source| source)
    }
}

impl Wire {
    pub(super) fn new(process: Box<dyn BotProcess>) -> Self {
        let (talk, unsent) = (Transcript::default(), String::new());
        Self { process, talk, unsent, hold: AllowedCores::Free, kept: 0 }
    }

    /// Holds the bot to this core if it has `affinity auto` and never did several things at once. True if it is held.
    pub(super) fn hold(&mut self, core: &Core) -> bool {
        let process = self.process.process().filter(|process| process.limits.affinity == Affinity::Auto);
        match (process, &mut self.hold) {
            (None, _) | (_, AllowedCores::Loose) => false,
            (_, AllowedCores::Held(held)) => held.to(core),
            (Some(process), AllowedCores::Free) => {
                self.hold = process.hold(core).map_or(AllowedCores::Free, AllowedCores::Held);
                self.is_held()
            }
        }
    }

    /// Returns true if the bot is held to a core.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.hold, AllowedCores::Held(_))
    }

    /// Returns true if the bot may do several things at once. Then no match holds the bot to a core any more.
    pub(super) fn turns_loose(&mut self) -> bool {
        if matches!(&self.hold, AllowedCores::Held(held) if !held.is_alone()) {
            self.let_go();
            self.hold = AllowedCores::Loose;
        }
        matches!(self.hold, AllowedCores::Loose)
    }

    /// Lets the bot use all its cores again.
    pub(super) fn let_go(&mut self) {
        match std::mem::replace(&mut self.hold, AllowedCores::Free) {
            AllowedCores::Held(held) => held.let_go(),
            other => self.hold = other,
        }
    }

    /// Adds a line that is no message to the next write.
    pub(super) fn say_unknown(&mut self, line: &str) {
        self.talk.hears(&line);
        self.unsent.push_str(line);
        self.unsent.push('\n');
    }

    /// Adds a message to the next write.
    pub(super) fn say(&mut self, message: &ToBot) {
        self.talk.hears(message);
        // Control characters of strangers are escaped. Nothing else is refused of what the referee says.
        if let Err(error) = message.write_escaped_line(&mut self.unsent) {
            log::error!("a message to a bot is not sent: {error}");
        }
    }

    /// Writes the added text, in one write; `None` if there was none.
    pub(super) fn flush(&mut self) -> Option<Delivery> {
        if self.unsent.is_empty() {
            return None;
        }
        let delivery = self.process.send_now(self.unsent.as_bytes());
        self.unsent.clear();
        Some(delivery)
    }

    /// Writes queued text, now that the bot's input is ready. If nothing is queued, the bot has closed its input.
    pub(super) fn flush_queue(&mut self) -> Delivery {
        let delivery = if self.process.is_queued() { self.process.flush() } else { Delivery::Closed };
        if delivery == Delivery::Closed {
            self.process.close_input();
        }
        delivery
    }

    /// Sends `quit`, and closes the bot's input unless the pipe is full.
    pub(super) fn quit(&mut self) {
        self.say(&ToBot::Quit);
        if self.flush() != Some(Delivery::Blocked) {
            self.process.close_input();
        }
    }

    /// Reads from the bot's output without waiting. Returns false if no bytes were there. If the buffer is full, it
    /// grows, and a second read follows.
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

    /// Reads once from the bot's stderr. Returns false if no bytes were there.
    pub(super) fn read_stderr(&mut self) -> bool {
        let read = matches!(self.process.drain_stderr(), ReadResult::Bytes(_));
        self.talk.complains(&*self.process, false);
        read
    }

    /// Reads the bot's stderr until it is empty, in at most [`MAX_READS`] reads.
    pub(super) fn drain_stderr(&mut self) {
        (0..MAX_READS).all(|_| self.read_stderr());
    }

    /// Returns the part of the bot's stderr that is not in the file beside the log yet, as far as the process still
    /// holds that part. The next call continues after it.
    pub(super) fn unkept_stderr(&mut self) -> String {
        let (new, all) = self.process.stderr_after(self.kept);
        let text = String::from_utf8_lossy(new).into_owned();
        self.kept = all;
        text
    }

    /// Reads the bot's stderr, and returns the last line of it that says something.
    pub(super) fn last_words(&mut self) -> Option<String> {
        self.drain_stderr();
        let in_sandbox = self.process.process().is_some_and(|process| process.limits.sandbox);
        stderr::last_words(&self.process.stderr_tail(), in_sandbox)
    }

    /// The exit of the bot, if it has exited.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        let exit = self.process.exit()?;
        self.hold = AllowedCores::Free;
        self.talk.complains(&*self.process, true);
        Some(exit)
    }

    /// The descriptors to wait for, each with a name made of its source.
    pub(super) fn wanted<T>(
        &self,
        life: &Life,
        name: impl Fn(BotSource) -> T,
    ) -> impl Iterator<Item = WatchedDescriptor<'_, T>> {
        let process = &*self.process;
        self.awaited(life).filter_map(move |(source, interest)| {
            Some(WatchedDescriptor { name: name(source), fd: process.fd(source)?, interest })
        })
    }

    pub(super) fn ready(&self, life: &Life) -> impl Iterator<Item = BotSource> {
        let ready = self.awaited(life).filter(|(source, interest)| self.process.is_ready(*source, *interest));
        ready.map(|(source, _)| source)
    }

    /// The sources to wait for. The input is watched for room if text is queued, else for its end.
    fn awaited(&self, life: &Life) -> impl Iterator<Item = (BotSource, Interest)> + use<> {
        let (here, listens) = (!life.is_gone(), life.listens());
        let sources = [
            (BotSource::Output, Interest::Read),
            (BotSource::Errors, Interest::Read),
            (BotSource::Input, if self.process.is_queued() { Interest::Write } else { Interest::Closed }),
            (BotSource::Exit, Interest::Read),
        ];
        sources.into_iter().filter(move |(source, _)| here && (listens || *source != BotSource::Output))
    }
}

/// Stops bots at the same time: sends each `quit`, closes its input, and kills it after the grace. Returns when all are
/// gone, or if the system call that waits fails.
pub fn dismiss(mut links: Vec<Link>, grace: Duration) {
    // A simulated bot, or a bot that is gone, has no descriptor to wait for. Such bots end when they are dropped.
    links.retain(|link| link.wire.process.fd(BotSource::Exit).is_some());
    if links.is_empty() {
        return;
    }
    let now = RealClock.now();
    for Link { wire, life } in links.iter_mut().filter(|link| link.life.is_playing()) {
        wire.quit();
        life.dismissed(now, grace);
    }
    let mut buffer = Vec::with_capacity(FIRST_READ);
    while links.iter().any(|link| !link.life.is_gone()) {
        let wanted: Vec<_> = links.iter().flat_map(Link::wanted).collect();
        let deadline = links.iter().filter_map(|link| link.life.deadline()).min();
        let timeout = deadline.map(|deadline| deadline.saturating_duration_since(RealClock.now()));
        if bot::wait(&wanted, timeout, &mut Vec::new()).is_err() {
            return;
        }
        drop(wanted);
        let now = RealClock.now();
        for link in links.iter_mut().filter(|link| !link.life.is_gone()) {
            link.read(now, &mut buffer, |_| {});
            link.wire.read_stderr();
            // Writes the rest of a `quit` for which the pipe had no room.
            if link.wire.process.is_queued() {
                link.flush_queue(now);
                if !link.wire.process.is_queued() {
                    link.wire.process.close_input();
                }
            }
            let exit = link.exit();
            link.end(now, exit);
            if link.life.must_be_killed(now) {
                link.wire.process.kill();
            }
        }
    }
}
