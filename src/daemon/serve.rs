//! The ring around a daemon: the threads that read lines, write messages, notice that the host is gone and receive signals,
//! and the loop that waits for them and for the ends of matches in one place.

use std::{
    io::{Read, Write},
    os::fd::{AsFd, OwnedFd},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, at, bounded, never, select, unbounded};
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::retry_on_intr,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use uvi::{LineReader, OwnedLine};
use uvi_games::game::Registry;

use super::{
    daemon_event::{Closing, DaemonEvent, OutboxError},
    host_outbox::{HostOutbox, OutboxLimits},
    serving::{Farewell, Serving},
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

/// Serves a host until it leaves, with these variants. `sync` is the moment of syncing a log to the disk, if the host
/// names none. Fails if this program is gone, or the system has no thread or descriptor left.
pub fn serve(
    registry: Registry,
    sync: uvi::Sync,
    input: impl Read + Send + 'static,
    output: impl Write + AsFd + Send + 'static,
) -> std::io::Result<Closing> {
    let (sender, events) = unbounded();
    let outbox = HostOutbox::new(OutboxLimits::default(), sender.clone());
    watch_output(output.as_fd().try_clone_to_owned()?, outbox.clone())?;
    let written = outbox.clone();
    threads::spawn("host-writer", move || written.write_to(output))?;
    let bots = Nursery::of_this_program()?.into();
    let world = DaemonWorld { registry, sync, disk: DISK, clock: &RealClock, bots, starter: Box::new(MatchThreads) };
    let mut serving = Serving::new(world, outbox.clone(), sender.clone());
    let (lines, no_lines) = (read_lines(input)?, never());
    watch_signals(sender)?;
    let ending = loop {
        let lines = if serving.takes_lines() { &lines } else { &no_lines };
        let time = serving.due(RealClock.now()).map_or_else(never, at);
        let event = select! {
            recv(lines) -> line => line.map_or(DaemonEvent::InputEnded, |(when, line)| DaemonEvent::Line(when, line)),
            recv(events) -> event => event.expect("the daemon has a sender of events"),
            recv(time) -> _ => DaemonEvent::TimeCame,
        };
        if let Some(ending) = serving.hear(event) {
            break ending;
        }
    };
    let leaving = serving.close();
    let mut farewell = None;
    loop {
        if leaving.iter().all(|played| played.is_finished()) {
            let now = RealClock.now();
            let farewell = farewell.get_or_insert_with(|| Farewell::new(ending, now, &outbox));
            if let Some(closing) = farewell.look(now, &outbox) {
                return Ok(closing);
            }
        }
        // A second signal does not wait for slow bots: their keepers kill them when the arbiter ends.
        if let Ok(DaemonEvent::Signal(signal)) = events.recv_timeout(LOOK) {
            return Ok(Closing::Signal(signal));
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

/// Starts a thread that notices that the host is gone, also while nothing is written to it.
fn watch_output(output: OwnedFd, outbox: HostOutbox) -> std::io::Result<()> {
    threads::spawn("host-watch", move || {
        // Without wishes, it returns for an error or a hang-up. Some systems refuse to poll a device.
        let mut fds = [PollFd::new(&output, PollFlags::empty())];
        let polled = retry_on_intr(|| poll(&mut fds, None));
        if polled.is_ok() && fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            outbox.lose(OutboxError::Closed);
        }
    })
    .map(drop)
}

/// Starts a thread that receives the signals that end the daemon.
fn watch_signals(events: Sender<DaemonEvent>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    threads::spawn("signals", move || {
        signals.forever().map(DaemonEvent::Signal).try_for_each(|event| events.send(event))
    })?;
    Ok(())
}
