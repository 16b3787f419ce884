//! One bot as the driver sees it: its process, the line it is in the middle of, what is to be said to it, how far its
//! stopping is.

use std::{
    fmt::{self, Display, Write},
    time::{Duration, Instant},
};

use uvi::{Framer, Line, ToBot, Word};
use uvi_games::game::Seat;
use uvi_match::referee::Delivery;

use super::talk::Transcript;
use crate::bot::{Affinity, Core, Exit, HeldBot, Interest, Process, ReadResult, WatchedDescriptor};

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
    hold: Hold,
    /// How many bytes of its stderr stand beside the log.
    kept: u64,
    /// How many matches it has joined.
    matches: u32,
    life: Life,
}

/// Where a bot runs.
#[derive(Debug)]
enum Hold {
    Free,
    /// On the core of its match, also while it rests between two.
    Held(HeldBot),
    /// Anywhere, for good. It was seen with what may do several things at once: more threads than a bot or an adapter
    /// needs, a child of its own, or an adapter's second one.
    Loose,
}

/// How far a bot is.
#[derive(Debug)]
enum Life {
    Playing {
        /// Its output is not waited for until something is said to it.
        muted: bool,
        /// Its output has ended; its exit may follow until then.
        closing: Option<Instant>,
        /// It has closed its input; its exit may follow until then.
        deaf: Option<Instant>,
    },
    /// It has been told to leave, and will be killed then.
    Leaving {
        by: Instant,
        said: Parting,
    },
    /// It has been killed, and is waited for until then.
    Killed {
        by: Instant,
        said: Parting,
    },
    Gone,
}

impl Life {
    const PLAYING: Self = Self::Playing { muted: false, closing: None, deaf: None };
}

/// How many bytes a bot has said since it was told to leave. Nobody hears them.
#[derive(Debug, Clone, Copy, Default)]
struct Parting(usize);

impl Parting {
    /// False if it said so much that it would keep the loop busy until it is killed.
    fn may_go_on(self) -> bool {
        self.0 <= uvi::MAX_WRITTEN_LINE
    }
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
        Self(Box::new(State {
            process,
            talk: Transcript::default(),
            framer: Framer::new(uvi::MAX_LINE),
            unsent: String::new(),
            hold: Hold::Free,
            kept: 0,
            matches: 0,
            life: Life::PLAYING,
        }))
    }

    /// It plays this seat of the match of this name.
    pub(super) fn join(&mut self, name: &Word, seat: Seat) {
        self.0.talk.join(name, seat);
        self.0.matches += 1;
    }

    /// Returns true if the bot was kept from a former match.
    pub(super) fn was_kept(&self) -> bool {
        self.0.matches > 1
    }

    /// The bot's process.
    pub fn process(&self) -> &Process {
        &self.0.process
    }

    /// Holds it to this core, where it leaves that to the arbiter, and was not seen to do several things at once. False where
    /// it is not held then.
    pub(super) fn hold(&mut self, core: &Core) -> bool {
        if self.0.process.affinity() != Affinity::Auto {
            return false;
        }
        match &mut self.0.hold {
            Hold::Loose => false,
            Hold::Held(held) => held.to(core),
            Hold::Free => {
                self.0.hold = self.0.process.hold(core).map_or(Hold::Free, Hold::Held);
                self.is_held()
            }
        }
    }

    /// Whether it is held to a core.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.0.hold, Hold::Held(_))
    }

    /// Whether it is held and may do several things at once: no match holds it to a core from now on.
    pub(super) fn turns_loose(&mut self) -> bool {
        if matches!(&self.0.hold, Hold::Held(held) if !held.is_alone()) {
            self.let_go();
            self.0.hold = Hold::Loose;
        }
        matches!(self.0.hold, Hold::Loose)
    }

    /// It may use all its cores again.
    pub(super) fn let_go(&mut self) {
        match std::mem::replace(&mut self.0.hold, Hold::Free) {
            Hold::Held(held) => held.let_go(),
            other => self.0.hold = other,
        }
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
        if let Life::Playing { muted, .. } = &mut self.0.life {
            *muted = false;
        }
        self.0.talk.hears(line);
        write(&mut self.0.unsent).expect("a String takes any text");
        self.0.unsent.push('\n');
    }

    /// Its output is not waited for until something is said to it.
    pub(super) fn mute(&mut self) {
        if let Life::Playing { muted, .. } = &mut self.0.life {
            *muted = true;
        }
    }

    /// Whether its output is to be waited for.
    pub(super) fn listens(&self) -> bool {
        match self.0.life {
            Life::Playing { muted, .. } => !muted,
            Life::Leaving { said, .. } | Life::Killed { said, .. } => said.may_go_on(),
            Life::Gone => false,
        }
    }

    /// Writes what was added, in one write; `None` if there was nothing, or the outcome is not certain yet.
    pub(super) fn flush(&mut self, now: Instant) -> Option<Delivery> {
        if self.0.unsent.is_empty() {
            return None;
        }
        let delivery = self.0.process.send_now(self.0.unsent.as_bytes());
        self.0.unsent.clear();
        Some(self.delivered(now, delivery))
    }

    /// Goes on with what is queued; its input is ready. Where nothing is, it was closed.
    pub(super) fn flush_queue(&mut self, now: Instant) -> Delivery {
        let delivery = if self.0.process.is_queued() { self.0.process.flush() } else { Delivery::Closed };
        if delivery == Delivery::Closed {
            self.0.process.close_input();
        }
        if !self.is_playing() {
            // It has been told all that it will be told.
            if delivery != Delivery::Blocked {
                self.0.process.close_input();
            }
            return Delivery::Done;
        }
        self.delivered(now, delivery)
    }

    /// A closed input is most often the first sign of an exit, which is told apart by waiting for it.
    fn delivered(&mut self, now: Instant, delivery: Delivery) -> Delivery {
        match delivery {
            Delivery::Done | Delivery::Blocked => delivery,
            Delivery::Closed => {
                if let Life::Playing { deaf, .. } = &mut self.0.life {
                    deaf.get_or_insert(now + EXIT_FOLLOWS);
                }
                Delivery::Blocked
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
            ReadResult::Bytes(count) => {
                match &mut self.0.life {
                    Life::Leaving { said, .. } | Life::Killed { said, .. } => said.0 += count,
                    Life::Playing { .. } => {
                        let mut chunk = &buffer[..];
                        while let Some(found) = self.0.framer.next(&mut chunk) {
                            self.0.talk.says(found);
                            line(found);
                        }
                    }
                    Life::Gone => {}
                }
                true
            }
            ReadResult::Nothing => false,
            ReadResult::End => {
                // What has no line end is no message: the bot was cut off in the middle of it.
                if let Life::Playing { closing, .. } = &mut self.0.life {
                    closing.get_or_insert(now + EXIT_FOLLOWS);
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
        let read = matches!(self.0.process.drain_stderr(), ReadResult::Bytes(_));
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
        if self.is_gone() {
            return None;
        }
        if let Some(exit) = self.0.process.exit() {
            self.0.hold = Hold::Free;
            self.0.talk.complains(&self.0.process, true);
            self.0.life = Life::Gone;
            return Some(match exit {
                Exit::NotExecuted(text) => End::NotExecuted(text),
                Exit::NotStarted(text) => End::NotStarted(text),
                Exit::Code(0) => End::Left(self.with_last_words(format!("the bot {exit}"))),
                exit @ (Exit::Code(_) | Exit::Signal(_) | Exit::AtLimit(_)) => {
                    End::Ended(self.with_last_words(format!("the bot {exit}")))
                }
            });
        }
        let Life::Playing { closing, .. } = &mut self.0.life else { return None };
        closing.take_if(|by| *by <= now)?;
        Some(End::Ended(self.with_last_words("the bot closed its output".to_owned())))
    }

    /// Whether it has closed its input, and neither its output nor itself since; told once. What closes both counts as
    /// gone, whichever it closed first.
    pub(super) fn turned_deaf(&mut self, now: Instant) -> bool {
        let Life::Playing { closing, deaf, .. } = &mut self.0.life else { return false };
        deaf.take_if(|by| *by <= now).is_some() && closing.is_none()
    }

    /// Lets what is not certain yet be certain now: the deadline of the bot's answer is over.
    pub(super) fn hurry(&mut self, now: Instant) {
        if let Life::Playing { closing, deaf, .. } = &mut self.0.life {
            [closing, deaf].into_iter().flatten().for_each(|by| *by = now);
        }
    }

    /// Tells it to leave: `quit`, the end of its input, and after the grace the kill.
    pub(super) fn dismiss(&mut self, now: Instant, grace: Duration) {
        if self.is_playing() {
            self.say(&ToBot::Quit);
            let delivery = self.0.process.send_now(self.0.unsent.as_bytes());
            self.0.unsent.clear();
            if delivery != Delivery::Blocked {
                self.0.process.close_input();
            }
            self.0.life = Life::Leaving { by: now + grace, said: Parting::default() };
        }
    }

    /// Kills it where its grace is over, and gives it up where even that does not help.
    pub(super) fn press(&mut self, now: Instant) {
        match self.0.life {
            Life::Leaving { by, said } if by <= now => {
                self.0.process.kill();
                self.0.life = Life::Killed { by: now + KILL_FOLLOWS, said };
            }
            Life::Killed { by, .. } if by <= now => {
                log::error!("a killed bot does not end; leaving it to the system");
                self.0.life = Life::Gone;
            }
            Life::Playing { .. } | Life::Leaving { .. } | Life::Killed { .. } | Life::Gone => {}
        }
    }

    /// When something is next due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.0.life {
            Life::Playing { closing, deaf, .. } => closing.into_iter().chain(deaf).min(),
            Life::Leaving { by, .. } | Life::Killed { by, .. } => Some(by),
            Life::Gone => None,
        }
    }

    /// What is to be waited for, under these names: its output, its errors, room in its input or its end, its exit.
    pub(super) fn wanted<T: Copy>(&self, names: [T; 4]) -> impl Iterator<Item = WatchedDescriptor<'_, T>> {
        let process = &self.0.process;
        let here = !self.is_gone();
        let fds = [
            (process.stdout_fd().filter(|_| self.listens()), Interest::Read),
            (process.stderr_fd(), Interest::Read),
            (process.stdin_fd(), if process.is_queued() { Interest::Write } else { Interest::Closed }),
            (process.exit_fd(), Interest::Read),
        ];
        let wanted = names.into_iter().zip(fds);
        wanted.filter_map(move |(name, (fd, interest))| {
            Some(WatchedDescriptor { name, fd: fd.filter(|_| here)?, interest })
        })
    }

    /// Whether it is gone, and everything that it started.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self.0.life, Life::Gone)
    }

    /// Whether it is still there and has not been told to leave.
    pub(super) fn is_playing(&self) -> bool {
        matches!(self.0.life, Life::Playing { .. })
    }
}
