//! The end of bots that play no match: they are told to quit, and killed after a grace.

use std::time::{Duration, Instant};

use super::{Link, link::FIRST_READ};
use crate::bot;

/// Stops bots at the same time: sends each `quit`, closes its input, and kills it after the grace. Returns when all are
/// gone, or if the system call that waits fails.
pub fn dismiss(mut links: Vec<Link>, grace: Duration) {
    if links.is_empty() {
        return;
    }
    let now = Instant::now();
    for link in &mut links {
        link.dismiss(now, grace);
    }
    let mut buffer = Vec::with_capacity(FIRST_READ);
    while links.iter().any(|link| !link.life.is_gone()) {
        let mut wanted = Vec::new();
        for (place, link) in links.iter().enumerate() {
            wanted.extend(link.wanted([place; 4]));
        }
        let deadline = links.iter().filter_map(|link| link.life.deadline()).min();
        let timeout = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if bot::wait(&wanted, timeout, &mut Vec::new()).is_err() {
            return;
        }
        drop(wanted);
        let now = Instant::now();
        for link in links.iter_mut().filter(|link| !link.life.is_gone()) {
            link.read(now, &mut buffer, |_| {});
            link.wire.read_stderr();
            link.end(now);
            link.press(now);
        }
    }
}
