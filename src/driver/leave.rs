//! The end of bots that play no match: they are told to quit, and killed after a grace.

use std::time::Duration;

use super::{Link, link::FIRST_READ};
use crate::{
    bot::{self, BotSource},
    world::{RealClock, WorldClock},
};

/// Stops bots at the same time: sends each `quit`, closes its input, and kills it after the grace. Returns when all are
/// gone, or if the system call that waits fails.
pub fn dismiss(mut links: Vec<Link>, grace: Duration) {
    // A simulated bot, or a bot that is gone, has no descriptor to wait for. Such bots end when they are dropped.
    links.retain(|link| link.wire.process().fd(BotSource::Exit).is_some());
    if links.is_empty() {
        return;
    }
    let now = RealClock.now();
    for link in &mut links {
        link.dismiss(now, grace);
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
            link.send_rest(now);
            let exit = link.exit();
            link.end(now, exit);
            link.press(now);
        }
    }
}
