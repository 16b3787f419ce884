//! The end of bots that play no match: they are told to quit, and killed after a grace.

use std::time::{Duration, Instant};

use super::{Link, link::FIRST_READ};
use crate::{
    bot::{self, BotSource},
    world::{RealClock, WorldClock},
};

/// Bots that leave at the same time. Each was sent `quit`, its input is closed, and it is killed after the grace.
#[derive(Debug)]
pub(crate) struct Departure {
    links: Vec<Link>,
    buffer: Vec<u8>,
}

impl Departure {
    /// Tells bots to leave.
    pub(crate) fn new(mut links: Vec<Link>, grace: Duration, now: Instant) -> Self {
        for link in &mut links {
            link.dismiss(now, grace);
        }
        let buffer = if links.is_empty() { Vec::new() } else { Vec::with_capacity(FIRST_READ) };
        Self { links, buffer }
    }

    /// Returns true if all bots are gone.
    pub(crate) fn is_over(&self) -> bool {
        self.links.iter().all(|link| link.life.is_gone())
    }

    /// The time at which a bot is to be killed, or given up.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.links.iter().filter_map(|link| link.life.deadline()).min()
    }

    /// Reads the output of every bot that is not gone, sends the rest of a blocked `quit`, notes the bot's end, and
    /// kills the bot if its grace is over.
    pub(crate) fn look(&mut self, now: Instant) {
        for link in self.links.iter_mut().filter(|link| !link.life.is_gone()) {
            link.read(now, &mut self.buffer, |_| {});
            link.wire.read_stderr();
            link.send_rest(now);
            link.end(now);
            link.press(now);
        }
    }

    /// Waits until a bot needs attention, or until [`Departure::due`]. Returns false if the system call that waits
    /// fails.
    fn wait(&self) -> bool {
        let wanted: Vec<_> = self.links.iter().flat_map(Link::wanted).collect();
        let timeout = self.due().map(|due| due.saturating_duration_since(RealClock.now()));
        bot::wait(&wanted, timeout, &mut Vec::new()).is_ok()
    }
}

/// Stops bots of this machine at the same time: sends each `quit`, closes its input, and kills it after the grace.
/// Returns when all are gone, or if the system call that waits fails.
pub fn dismiss(mut links: Vec<Link>, grace: Duration) {
    // A simulated bot cannot be waited for here. It ends when it is dropped.
    links.retain(|link| link.wire.process().fd(BotSource::Exit).is_some() || link.life.is_gone());
    if links.is_empty() {
        return;
    }
    let mut departure = Departure::new(links, grace, RealClock.now());
    while !departure.is_over() && departure.wait() {
        departure.look(RealClock.now());
    }
}
