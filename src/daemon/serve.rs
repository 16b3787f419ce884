//! The ring around a daemon: the threads that read lines, write messages and receive signals, and the loop that waits for
//! them and for the ends of matches in one place.

use std::{
    io::{Read, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, at, bounded, never, select, unbounded};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use uvi::{LineReader, OwnedLine, Word};
use uvi_games::game::Registry;

use super::{
    host_outbox::{HostOutbox, OutboxError, OutboxLimits},
    serving::{Closing, DaemonEvent, Farewell, Serving},
    started_match::{DaemonWorld, MatchThreads},
};
use crate::{
    bot::Nursery,
    world::{DISK, RealClock, WorldClock as _, threads},
};

/// The most lines that the reading thread may be ahead of the loop.
const LINES_AHEAD: usize = 64;

/// The time between two looks for the end of all threads.
const LOOK: Duration = Duration::from_millis(5);

/// The configuration of a daemon.
#[derive(Debug, Clone)]
pub struct Service {
    /// The variants that the daemon knows.
    pub registry: Registry,
    /// The arbiter's own program, from which keepers are made.
    pub executable: PathBuf,
    /// The moment of syncing a log to the disk, if the host names none.
    pub sync: uvi::Sync,
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
    let (outbox, batches) = HostOutbox::new(OutboxLimits::default(), move |loss| {
        // Fails at the end of the daemon, when the receiver is gone.
        let _ = lost_sender.send(loss);
    });
    let writing = batches.clone();
    let writer = threads::spawn("host-writer", move || writing.write_to(output))?;
    let (settled_sender, settled) = unbounded();
    let Service { registry, executable, sync } = service;
    let bots = Nursery::adopting(executable)?.into();
    let world = DaemonWorld { registry, sync, disk: DISK, clock: &RealClock, bots, starter: Box::new(MatchThreads) };
    let mut serving = Serving::new(world, outbox, settled_sender);
    let sources = Sources { lines: read_lines(input)?, settled, signals: watch_signals()?, lost };
    let ending = loop {
        let event = sources.wait(&serving);
        if let Some(ending) = event.and_then(|event| serving.hear(event)) {
            break ending;
        }
    };
    let signal = || sources.signals.recv_timeout(LOOK).ok().map(Closing::Signal);
    let leaving = serving.close();
    // A second signal does not wait for slow bots: their keepers kill them when the arbiter ends.
    while !leaving.iter().all(|played| played.is_finished()) {
        if let Some(ending) = signal() {
            return Ok(ending);
        }
    }
    let mut farewell = Farewell::new(ending, RealClock.now(), &batches);
    loop {
        let closing = farewell.look(RealClock.now(), &batches, writer.is_finished());
        if let Some(closing) = closing.or_else(signal) {
            return Ok(closing);
        }
    }
}

/// All that can wake the daemon, except the time.
struct Sources {
    lines: Receiver<(Instant, OwnedLine)>,
    settled: Receiver<Word>,
    signals: Receiver<i32>,
    lost: Receiver<OutboxError>,
}

impl Sources {
    /// Waits for the next event.
    fn wait(&self, serving: &Serving) -> Option<DaemonEvent> {
        let no_lines = never();
        let lines = if serving.takes_lines() { &self.lines } else { &no_lines };
        let time = serving.due(RealClock.now()).map_or_else(never, at);
        select! {
            recv(lines) -> line => Some(line.map_or(DaemonEvent::InputEnded, |(when, line)| DaemonEvent::Line(when, line))),
            recv(self.settled) -> name => name.ok().map(DaemonEvent::Settled),
            recv(self.signals) -> signal => signal.ok().map(DaemonEvent::Signal),
            recv(self.lost) -> loss => loss.ok().map(DaemonEvent::Lost),
            recv(time) -> _ => Some(DaemonEvent::TimeCame),
        }
    }
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
