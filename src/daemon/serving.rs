//! The decisions of the daemon's loop as a value: it takes in events, and says what it waits for. It knows no thread.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use crossbeam_channel::Sender;
use uvi::{ErrorCode, FromHost, OwnedLine, Word};

use super::{
    daemon_event::{Closing, DaemonEvent, OutboxError},
    host_outbox::HostOutbox,
    match_table::{LoopControl, MatchTable},
    started_match::{DaemonWorld, StartedMatch},
};
use crate::driver::{DenialError, Origin};

/// The time after a `wait` in which a `quit` counts as part of a script, and so waits for its turn.
const SCRIPT: Duration = Duration::from_millis(100);

/// The most bytes of lines that are held while the host waits.
const AHEAD: usize = 16 * 1024 * 1024;

const FOLLOW: Duration = Duration::from_millis(50);

/// The time between two looks for the end of a match whose thread has panicked and so reports no end.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The longest time at the end in which the host may read nothing before the daemon gives up on it.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// A daemon that serves its host.
#[derive(Debug)]
pub struct Serving {
    hall: MatchTable,
    number: u64,
    later: VecDeque<OwnedLine>,
    ahead: usize,
    waiting: Option<Waiting>,
    next_look: Instant,
    ended: bool,
}

#[derive(Debug)]
struct Waiting {
    name: Option<Word>,
    /// Before this time, a `quit` counts as part of a script.
    script: Instant,
}

impl Serving {
    /// Creates a daemon without matches. `events` receives the events of the matches.
    pub fn new(world: DaemonWorld, outbox: HostOutbox, events: Sender<DaemonEvent>) -> Self {
        let next_look = world.clock.now();
        let hall = MatchTable::new(world, outbox, events);
        Self { hall, number: 0, later: VecDeque::new(), ahead: 0, waiting: None, next_look, ended: false }
    }

    /// Returns true if the daemon takes lines, or the end of the input, now.
    pub fn takes_lines(&self) -> bool {
        !self.ended && self.ahead < AHEAD
    }

    /// The time at which the daemon wants to look around, if no event comes before.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let look = (!self.hall.watched.is_empty()).then_some(self.next_look);
        look.into_iter().chain(self.waiting.as_ref().map(|_| now + LOOK_AGAIN)).min()
    }

    /// The number of lines that were handled.
    pub fn handled(&self) -> u64 {
        self.number
    }

    /// Handles an event. Returns a reason to end.
    pub fn hear(&mut self, event: DaemonEvent) -> Option<Closing> {
        match event {
            DaemonEvent::Line(when, line) => {
                if let Some(ending) = self.arrived(when, line) {
                    return Some(ending);
                }
            }
            DaemonEvent::InputEnded => self.ended = true,
            DaemonEvent::Settled(name) => self.hall.settled(name),
            DaemonEvent::Signal(signal) => return Some(Closing::Signal(signal)),
            DaemonEvent::Lost(loss) => return Some(Closing::OutputLost(loss)),
            DaemonEvent::TimeCame => {
                let now = self.hall.world.clock.now();
                if self.next_look <= now {
                    self.hall.look();
                    self.next_look = now + FOLLOW;
                }
            }
        }
        self.go_on()
    }

    /// Handles the lines that were held, if the host does not wait any more.
    fn go_on(&mut self) -> Option<Closing> {
        loop {
            if let Some(waiting) = &self.waiting {
                if self.hall.is_running(waiting.name.as_ref()) {
                    return None;
                }
                self.waiting = None;
            }
            let Some(line) = self.later.pop_front() else { return self.ended.then_some(Closing::Quit) };
            self.ahead -= size(&line);
            if self.handle(line) {
                return Some(Closing::Quit);
            }
        }
    }

    /// Ends all running matches. Returns the matches, which finish when their bots are gone.
    pub fn close(self) -> Vec<Box<dyn StartedMatch>> {
        self.hall.close()
    }

    fn arrived(&mut self, when: Instant, line: OwnedLine) -> Option<Closing> {
        let Some(waiting) = &self.waiting else {
            return self.handle(line).then_some(Closing::Quit);
        };
        let quits = matches!(&line, OwnedLine::Text(text) if text.parse() == Ok(FromHost::Quit));
        if quits && when > waiting.script {
            return Some(Closing::Quit);
        }
        self.ahead += size(&line);
        self.later.push_back(line);
        None
    }

    /// Handles a line. Returns true if the line ends the daemon.
    fn handle(&mut self, line: OwnedLine) -> bool {
        self.number += 1;
        let mut origin = Origin { number: self.number, text: String::new() };
        let text = match line {
            OwnedLine::Text(text) => text,
            OwnedLine::NotUtf8(_) => {
                let denial = DenialError::Other(ErrorCode::UnknownCommand, "expected UTF-8".to_owned());
                self.hall.tell(&origin.error(&denial));
                return false;
            }
            OwnedLine::TooLong { .. } => {
                let text = format!("expected at most {} bytes", uvi::MAX_LINE);
                self.hall.tell(&origin.error(&DenialError::Other(ErrorCode::LineTooLong, text)));
                return false;
            }
        };
        log::debug!("host > {}", uvi::escape_controls(&text));
        let message = match text.parse::<FromHost>() {
            Ok(message) => message,
            Err(error) if error.is_empty_line() => return false,
            Err(error) => {
                let code = if error.is_unknown_verb() { ErrorCode::UnknownCommand } else { ErrorCode::BadArgument };
                let place = if error.is_unknown_verb() { String::new() } else { format!(" column {}", error.column) };
                let text = uvi::Text::new(format!("line {}{place}: {}", self.number, error.kind));
                self.hall.tell(&uvi::ToHost::Error { code, text });
                return false;
            }
        };
        origin.text = text;
        match self.hall.handle(&origin, message) {
            Ok(LoopControl::GoOn) => {}
            Ok(LoopControl::Wait(name)) => {
                self.waiting = Some(Waiting { name, script: self.hall.world.clock.now() + SCRIPT })
            }
            Ok(LoopControl::Quit) => return true,
            Err(error) => self.hall.tell(&origin.error(&error)),
        }
        false
    }
}

/// The memory of a line in bytes, which is more than 0 even for an empty line.
fn size(line: &OwnedLine) -> usize {
    /// The bytes that the allocator needs beside the text.
    const ALLOCATION: usize = 16;
    let held = match line {
        OwnedLine::Text(text) => text.capacity(),
        OwnedLine::NotUtf8(bytes) | OwnedLine::TooLong { start: bytes } => bytes.capacity(),
    };
    // A growing queue may have twice the capacity that it needs.
    held + ALLOCATION + 2 * size_of::<OwnedLine>()
}

/// The end of a daemon, which waits until the host has the last messages, as long as the host reads.
#[derive(Debug)]
pub struct Farewell {
    ending: Closing,
    unsent: usize,
    until: Instant,
}

impl Farewell {
    /// Begins to wait.
    pub fn new(ending: Closing, now: Instant, outbox: &HostOutbox) -> Self {
        Self { ending, unsent: outbox.unsent(), until: now + LAST_WORDS }
    }

    /// Returns the reason of the daemon's end if the wait is over.
    pub fn look(&mut self, now: Instant, outbox: &HostOutbox) -> Option<Closing> {
        let unsent = outbox.unsent();
        if let Some(loss) = outbox.loss() {
            return Some(self.lost(loss));
        }
        if unsent > 0 && unsent < self.unsent {
            (self.unsent, self.until) = (unsent, now + LAST_WORDS);
        }
        let is_late = now > self.until;
        (unsent == 0).then_some(self.ending).or_else(|| is_late.then(|| self.lost(OutboxError::Unread(unsent))))
    }

    /// The reason of the end if the last messages could not be sent. After a signal the loss does not matter, because
    /// the sender may have stopped listening.
    fn lost(&self, loss: OutboxError) -> Closing {
        match (self.ending, loss) {
            (Closing::Signal(_), _) => self.ending,
            (Closing::Quit | Closing::OutputLost(_), OutboxError::Closed) => Closing::Quit,
            (Closing::Quit | Closing::OutputLost(_), OutboxError::Failed(_) | OutboxError::Unread(_)) => {
                Closing::OutputLost(loss)
            }
        }
    }
}
