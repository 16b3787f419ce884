//! The loop of the daemon, which waits for lines of the host, ends of matches and signals in one place.

use std::{
    collections::VecDeque,
    io::{Read, Write},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, after, at, bounded, never, select, unbounded};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use uvi::{ErrorCode, FromHost, LineReader, OwnedLine, Word};

use super::{
    host_outbox::{HostOutbox, OutboxError},
    match_table::{LoopControl, MatchTable, Service},
};
use crate::{
    driver::{DenialError, Origin},
    world::{RealClock, WorldClock as _, threads},
};

/// The time after a `wait` in which a `quit` counts as part of a script, and so waits for its turn.
const SCRIPT: Duration = Duration::from_millis(100);

/// The most bytes of lines that are held while the host waits.
const AHEAD: usize = 16 * 1024 * 1024;

/// The most lines that the reading thread may be ahead of the loop.
const LINES_AHEAD: usize = 64;

/// The time between two looks at watched logs.
const FOLLOW: Duration = Duration::from_millis(50);

/// The time between two looks for the end of all threads.
const LOOK: Duration = Duration::from_millis(5);

/// The longest time at the end in which the host may read nothing before the daemon gives up on it.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The reason why the daemon ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The host said `quit`, or closed one of the two pipes.
    Quit,
    /// This signal came.
    Signal(i32),
    /// The host does not read any more.
    OutputLost(OutboxError),
}

/// Serves a host until it leaves.
///
/// # Errors
/// Returns an error if the system has no thread or descriptor left.
pub fn serve(
    service: Service,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> std::io::Result<Closing> {
    let (lost_sender, lost) = unbounded();
    let (outbox, writer) = HostOutbox::new(output, move |loss| {
        // Fails at the end of the daemon, when the receiver is gone.
        let _ = lost_sender.send(loss);
    })?;
    let (settled_sender, settled) = unbounded();
    let hall = MatchTable::new(service, outbox, settled_sender)?;
    let mut serving = Serving {
        hall,
        lines: read_lines(input)?,
        settled,
        signals: watch_signals()?,
        lost,
        number: 0,
        later: VecDeque::new(),
        ahead: 0,
        waiting: None,
        next_look: RealClock.now(),
        ended: false,
    };
    let ending = serving.run();
    let Serving { hall, signals, .. } = serving;
    let threads = hall.close();
    // A second signal does not wait for slow bots: their keepers kill them when the arbiter ends.
    while !threads.iter().all(JoinHandle::is_finished) {
        if let Ok(signal) = signals.recv_timeout(LOOK) {
            return Ok(Closing::Signal(signal));
        }
    }
    // Waits until the host has the last messages, as long as it reads.
    let mut patience = RealClock.now() + LAST_WORDS;
    let mut unsent = writer.unsent();
    while writer.loss().is_none() && !writer.is_finished() {
        if let Ok(signal) = signals.recv_timeout(LOOK) {
            return Ok(Closing::Signal(signal));
        }
        if writer.unsent() < unsent {
            unsent = writer.unsent();
            patience = RealClock.now() + LAST_WORDS;
        }
        if RealClock.now() > patience {
            return Ok(ended(ending, OutboxError::Unread(unsent)));
        }
    }
    Ok(match writer.loss() {
        Some(loss) => ended(ending, loss),
        None => ending,
    })
}

/// The reason of the end if the last messages could not be sent. After a signal the loss does not matter, because the
/// sender may have stopped listening.
fn ended(ending: Closing, loss: OutboxError) -> Closing {
    match (ending, loss) {
        (Closing::Signal(_), _) => ending,
        (Closing::Quit | Closing::OutputLost(_), OutboxError::Closed) => Closing::Quit,
        (Closing::Quit | Closing::OutputLost(_), OutboxError::Unread(_)) => Closing::OutputLost(loss),
    }
}

struct Serving {
    hall: MatchTable,
    lines: Receiver<(Instant, OwnedLine)>,
    settled: Receiver<Word>,
    signals: Receiver<i32>,
    lost: Receiver<OutboxError>,
    /// The number of the last handled line.
    number: u64,
    /// Lines that came while the host waits.
    later: VecDeque<OwnedLine>,
    /// The size of `later`, in bytes.
    ahead: usize,
    waiting: Option<Waiting>,
    next_look: Instant,
    ended: bool,
}

struct Waiting {
    name: Option<Word>,
    /// Before this time, a `quit` counts as part of a script.
    script: Instant,
}

impl Serving {
    fn run(&mut self) -> Closing {
        loop {
            if let Some(waiting) = &self.waiting
                && !self.hall.is_running(waiting.name.as_ref())
            {
                self.waiting = None;
            }
            if self.waiting.is_none() {
                match self.later.pop_front() {
                    Some(line) => {
                        self.ahead -= size(&line);
                        if self.handle(line) {
                            return Closing::Quit;
                        }
                        continue;
                    }
                    None if self.ended => return Closing::Quit,
                    None => {}
                }
            }
            if let Some(ending) = self.wait() {
                return ending;
            }
        }
    }

    /// Waits for the next event and handles it. Returns a reason to end.
    fn wait(&mut self) -> Option<Closing> {
        let full = self.ahead >= AHEAD;
        let no_lines = never();
        let lines = if self.ended || full { &no_lines } else { &self.lines };
        // `look_again`: a thread that panicked does not report its match's end.
        let look = if self.hall.watches() { at(self.next_look) } else { never() };
        let look_again = if self.waiting.is_some() { after(Duration::from_secs(1)) } else { never() };
        select! {
            recv(lines) -> line => match line {
                Ok((when, line)) => return self.arrived(when, line),
                Err(_) => self.ended = true,
            },
            recv(self.settled) -> name => name.into_iter().for_each(|name| self.hall.settled(name)),
            recv(self.signals) -> signal => return signal.ok().map(Closing::Signal),
            recv(self.lost) -> loss => return loss.ok().map(Closing::OutputLost),
            recv(look) -> _ => {
                self.hall.look();
                self.next_look = RealClock.now() + FOLLOW;
            }
            recv(look_again) -> _ => {}
        }
        None
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
                self.hall.tell(&origin.error(&DenialError::NotUtf8));
                return false;
            }
            OwnedLine::TooLong { .. } => {
                self.hall.tell(&origin.error(&DenialError::LineTooLong));
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
            Ok(LoopControl::Wait(name)) => self.waiting = Some(Waiting { name, script: RealClock.now() + SCRIPT }),
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

/// Starts a thread that reads lines, each with the time of its arrival. The channel closes at the end of the input.
fn read_lines(input: impl Read + Send + 'static) -> std::io::Result<Receiver<(Instant, OwnedLine)>> {
    let (sender, lines) = bounded(LINES_AHEAD);
    threads::spawn("host-reader", move || {
        let mut reader = LineReader::new(input, uvi::MAX_LINE);
        // An error counts as the end of the input.
        while let Ok(Some(line)) = reader.read_line() {
            if sender.send((RealClock.now(), line)).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// Starts a thread that receives the signals that end the daemon.
fn watch_signals() -> std::io::Result<Receiver<i32>> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let (sender, received) = unbounded();
    threads::spawn("signals", move || {
        for signal in signals.forever() {
            if sender.send(signal).is_err() {
                return;
            }
        }
    })?;
    Ok(received)
}
