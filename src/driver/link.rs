//! One bot as the driver sees it: its process, the line it is in the middle of, what is to be said to it, how far its
//! stopping is.

use std::{
    fmt::{self, Display, Write},
    time::{Duration, Instant},
};

use uvi::{Framer, Line, ToBot, Word};
use uvi_games::game::Seat;

use super::talk::Transcript;
use crate::bot::{Affinity, Core, Exit, HeldBot, Interest, Process, Received, Sent, Wanted};

/// How long an exit may follow the end of the output, or of the input, until the two are told apart. On a machine that has
/// much to do a keeper needs a while to end.
const EXIT_FOLLOWS: Duration = Duration::from_secs(1);

/// How often a pipe is read in a row: a bot that never stops writing must not hold the loop.
pub(super) const MAX_READS: usize = 64;

/// What a buffer to read into has room for at first.
pub(super) const FIRST_READ: usize = 1024;

/// How much of a bot's last words is told.
const LAST_WORDS: usize = 200;

/// How long after the kill a bot is waited for. A process that the system cannot kill is left to the system.
const KILL_FOLLOWS: Duration = Duration::from_secs(5);

/// A bot. What it has lies apart, since links are handed about by value and each match has room for five.
#[derive(Debug)]
pub struct Link(Box<State>);

#[derive(Debug)]
struct State {
    process: Process,
    talk: Transcript,
    framer: Framer,
    unsent: String,
    muted: bool,
    /// It was seen with what may do several things at once: more threads than a bot or an adapter needs, a child of its
    /// own, or an adapter's second one.
    loose: bool,
    /// It is held to the core of its match, also while it rests between two.
    held: Option<HeldBot>,
    /// How many bytes of its stderr stand beside the log.
    kept: u64,
    /// How many bytes it has said since it was told to leave.
    parting: usize,
    /// Its output has ended; its exit may follow until then.
    closing: Option<Instant>,
    /// Its input has been closed by itself; its exit may follow until then.
    deaf: Option<Instant>,
    life: Life,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Playing,
    /// It has been told to leave, and will be killed then.
    Leaving(Instant),
    /// It has been killed, and is waited for until then.
    Killed(Instant),
    Gone,
}

/// What a bot did, as the driver has to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// It was never executed.
    NotExecuted(String),
    /// It was never executed, and is not to blame.
    NotStarted(String),
    /// It ended by itself, and says that all is well; with the last line of its stderr.
    Left(String),
    /// It ended otherwise, or its output did; with the last line of its stderr, which often says why.
    Ended(String),
}

impl Link {
    /// A bot that was just started.
    pub fn new(process: Process) -> Self {
        let (talk, framer) = (Transcript::default(), Framer::new(uvi::MAX_LINE));
        let (unsent, life) = (String::new(), Life::Playing);
        Self(Box::new(State {
            process,
            talk,
            framer,
            unsent,
            muted: false,
            loose: false,
            held: None,
            kept: 0,
            parting: 0,
            closing: None,
            deaf: None,
            life,
        }))
    }

    /// It plays this seat of the match of this name.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.0.talk.join(name, seat);
    }

    /// The bot's process.
    pub fn process(&self) -> &Process {
        &self.0.process
    }

    /// Holds it to this core, where it leaves that to the arbiter, and was not seen to do several things at once. False where
    /// it is not held then.
    pub(super) fn hold(&mut self, core: &Core) -> bool {
        if self.0.process.affinity() != Affinity::Auto || self.0.loose {
            return false;
        }
        match &mut self.0.held {
            Some(held) => held.to(core),
            None => {
                self.0.held = self.0.process.hold(core);
                self.0.held.is_some()
            }
        }
    }

    /// Whether it is held to a core.
    pub(super) fn is_held(&self) -> bool {
        self.0.held.is_some()
    }

    /// Whether it is held and may do several things at once: no match holds it to a core from now on.
    pub(super) fn turns_loose(&mut self) -> bool {
        self.0.loose |= self.0.held.as_ref().is_some_and(|held| !held.is_alone());
        self.0.loose
    }

    /// It may use all its cores again.
    pub(super) fn let_go(&mut self) {
        self.0.held.take().into_iter().for_each(HeldBot::let_go);
    }

    /// Closes its input.
    pub(super) fn close_input(&mut self) {
        self.0.process.close_input();
    }

    /// Adds a message to the next write.
    pub(super) fn say(&mut self, message: &ToBot) {
        self.add(message, |unsent| message.write_to(unsent));
    }

    /// Adds a line to the next write, whatever it says.
    pub(super) fn say_line(&mut self, line: impl Display) {
        self.add(&line, |unsent| write!(unsent, "{line}"));
    }

    fn add(&mut self, line: &impl Display, write: impl FnOnce(&mut String) -> fmt::Result) {
        self.0.muted = false;
        self.0.talk.hears(line);
        write(&mut self.0.unsent).expect("a String takes any text");
        self.0.unsent.push('\n');
    }

    pub(super) fn mute(&mut self) {
        self.0.muted = true;
    }

    /// Whether its output is to be waited for.
    pub(super) fn listens(&self) -> bool {
        !self.0.muted && self.0.life != Life::Gone
    }

    /// Writes what was added, in one write; `None` if there was nothing, or the outcome is not certain yet.
    pub(super) fn flush(&mut self, now: Instant) -> Option<Sent> {
        if self.0.unsent.is_empty() {
            return None;
        }
        let delivery = self.0.process.send_now(self.0.unsent.as_bytes());
        self.0.unsent.clear();
        Some(self.delivered(now, delivery))
    }

    /// Goes on with what is queued; its input is ready. Where nothing is, it was closed.
    pub(super) fn flush_queue(&mut self, now: Instant) -> Sent {
        let delivery = if self.0.process.is_queued() { self.0.process.flush() } else { Sent::Closed };
        if delivery == Sent::Closed {
            self.0.process.close_input();
        }
        if self.0.life != Life::Playing {
            // It has been told all that it will be told.
            if delivery != Sent::Blocked {
                self.0.process.close_input();
            }
            return Sent::Done;
        }
        self.delivered(now, delivery)
    }

    /// A closed input is most often the first sign of an exit, which is told apart by waiting for it.
    fn delivered(&mut self, now: Instant, delivery: Sent) -> Sent {
        match delivery {
            Sent::Done | Sent::Blocked => delivery,
            Sent::Closed => {
                self.0.deaf.get_or_insert(now + EXIT_FOLLOWS);
                Sent::Blocked
            }
        }
    }

    /// Reads as much as a pipe holds, and hands out each whole line. False where nothing was there. The buffer grows where
    /// it turns out to be small, which it is for most bots.
    pub(super) fn read(&mut self, now: Instant, buffer: &mut Vec<u8>, mut line: impl FnMut(Line<'_>)) -> bool {
        let read = self.read_once(now, buffer, &mut line);
        if read && buffer.len() == buffer.capacity() && buffer.capacity() < uvi::MAX_LINE {
            buffer.reserve_exact((4 * buffer.capacity()).min(uvi::MAX_LINE) - buffer.len());
            self.read_once(now, buffer, &mut line);
        }
        read
    }

    fn read_once(&mut self, now: Instant, buffer: &mut Vec<u8>, line: &mut impl FnMut(Line<'_>)) -> bool {
        match self.0.process.read_output(buffer) {
            Received::Bytes(count) => {
                let mut chunk = &buffer[..];
                if self.0.life != Life::Playing {
                    // Nobody hears it any more, and it must not keep the loop busy until it is killed.
                    self.0.parting += count;
                    self.0.muted |= self.0.parting > uvi::MAX_WRITTEN_LINE;
                } else {
                    while let Some(found) = self.0.framer.next(&mut chunk) {
                        self.0.talk.says(found);
                        line(found);
                    }
                }
                true
            }
            Received::Nothing => false,
            Received::End => {
                // What has no line end is no message: the bot was cut off in the middle of it.
                if self.0.closing.is_none() {
                    self.0.closing = Some(now + EXIT_FOLLOWS);
                }
                false
            }
        }
    }

    /// The line that it has begun and not ended.
    pub(super) fn unfinished(&self) -> Option<String> {
        let begun = self.0.framer.unfinished();
        (!begun.is_empty()).then(|| String::from_utf8_lossy(begun).into_owned())
    }

    /// Reads once what it has written to stderr. False where nothing was there.
    pub(super) fn read_stderr(&mut self) -> bool {
        let read = matches!(self.0.process.drain_stderr(), Received::Bytes(_));
        self.0.talk.complains(&self.0.process, false);
        read
    }

    /// Reads what it has written to stderr, which often says why.
    pub(super) fn drain_stderr(&mut self) {
        for _ in 0..MAX_READS {
            if !self.read_stderr() {
                break;
            }
        }
    }

    /// What it has written to stderr and does not stand beside the log yet, as far as it is there.
    pub(super) fn unkept_stderr(&mut self) -> String {
        let (new, all) = self.0.process.stderr_after(self.0.kept);
        let text = String::from_utf8_lossy(new).into_owned();
        self.0.kept = all;
        text
    }

    fn with_last_words(&mut self, text: String) -> String {
        match self.last_words() {
            Some(words) => format!("{text}; the last line of its stderr: {words}"),
            None => text,
        }
    }

    /// The last line that it has written to stderr.
    fn last_words(&mut self) -> Option<String> {
        self.drain_stderr();
        let tail = self.0.process.stderr_tail();
        let line = tail.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(uvi::escape_controls(line.trim()).chars().take(LAST_WORDS).collect())
    }

    /// How it ended, if it is certain now that it did; told once. All of its output has been read then.
    pub(super) fn end(&mut self, now: Instant) -> Option<End> {
        if self.0.life == Life::Gone {
            return None;
        }
        if let Some(exit) = self.0.process.exit() {
            self.0.held = None;
            self.0.talk.complains(&self.0.process, true);
            self.0.life = Life::Gone;
            self.0.deaf = None;
            return Some(match exit {
                Exit::NotExecuted(text) => End::NotExecuted(text),
                Exit::NotStarted(text) => End::NotStarted(text),
                Exit::Code(0) => End::Left(self.with_last_words(format!("the bot {exit}"))),
                exit @ (Exit::Code(_) | Exit::Signal(_) | Exit::AtLimit(_)) => {
                    End::Ended(self.with_last_words(format!("the bot {exit}")))
                }
            });
        }
        match self.0.closing {
            Some(by) if by <= now => {
                self.0.closing = None;
                Some(End::Ended(self.with_last_words("the bot closed its output".to_owned())))
            }
            Some(_) | None => None,
        }
    }

    /// Whether it has closed its input, and neither its output nor itself since; told once. What closes both counts as
    /// gone, whichever it closed first.
    pub(super) fn turned_deaf(&mut self, now: Instant) -> bool {
        let certain = self.0.deaf.is_some_and(|by| by <= now);
        if certain {
            self.0.deaf = None;
        }
        certain && self.0.closing.is_none()
    }

    /// Lets what is not certain yet be certain now: the deadline of the bot's answer is over.
    pub(super) fn hurry(&mut self, now: Instant) {
        for by in [&mut self.0.closing, &mut self.0.deaf].into_iter().flatten() {
            *by = now;
        }
    }

    /// Tells it to leave: `quit`, the end of its input, and after the grace the kill.
    pub(super) fn dismiss(&mut self, now: Instant, grace: Duration) {
        if self.0.life == Life::Playing {
            self.say(&ToBot::Quit);
            let delivery = self.0.process.send_now(self.0.unsent.as_bytes());
            self.0.unsent.clear();
            if delivery != Sent::Blocked {
                self.0.process.close_input();
            }
            self.0.life = Life::Leaving(now + grace);
            self.0.closing = None;
            self.0.deaf = None;
        }
    }

    /// Kills it where its grace is over, and gives it up where even that does not help.
    pub(super) fn press(&mut self, now: Instant) {
        match self.0.life {
            Life::Leaving(by) if by <= now => {
                self.0.process.kill();
                self.0.life = Life::Killed(now + KILL_FOLLOWS);
            }
            Life::Killed(by) if by <= now => {
                log::error!("a killed bot does not end; leaving it to the system");
                self.0.life = Life::Gone;
            }
            Life::Playing | Life::Leaving(_) | Life::Killed(_) | Life::Gone => {}
        }
    }

    /// When something is next due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let life = match self.0.life {
            Life::Leaving(by) | Life::Killed(by) => Some(by),
            Life::Playing | Life::Gone => None,
        };
        [life, self.0.closing, self.0.deaf].into_iter().flatten().min()
    }

    /// What is to be waited for, under these names: its output, its errors, room in its input or its end, its exit.
    pub(super) fn wanted<T: Copy>(&self, names: [T; 4]) -> impl Iterator<Item = Wanted<'_, T>> {
        let process = &self.0.process;
        let here = !self.is_gone();
        let fds = [
            (process.stdout_fd().filter(|_| self.listens()), Interest::Read),
            (process.stderr_fd(), Interest::Read),
            (process.stdin_fd(), if process.is_queued() { Interest::Write } else { Interest::Closed }),
            (process.exit_fd(), Interest::Read),
        ];
        let wanted = names.into_iter().zip(fds);
        wanted.filter_map(move |(name, (fd, interest))| Some(Wanted { name, fd: fd.filter(|_| here)?, interest }))
    }

    /// Whether it is gone, and everything that it started.
    pub(super) fn is_gone(&self) -> bool {
        self.0.life == Life::Gone
    }

    /// Whether it is still there and has not been told to leave.
    pub(super) fn is_playing(&self) -> bool {
        self.0.life == Life::Playing
    }
}
