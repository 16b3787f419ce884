//! Where a match runs whose bots leave that to the arbiter (`affinity auto`): with them on one core, as long as each is
//! seen to have one thread and they answer fast. At the first sign of another the match is let go, for good.
//!
//! A question and its answer on one core take a third of the time that they take between two; but a bot of several
//! threads would have to share the core among them, and one that thinks long gains nothing.

use std::time::{Duration, Instant};

use uvi_games::game::{BySeat, Seat};

use super::Link;
use crate::bot::{Affinity, Core, HeldBot, HeldCore, Waits};

/// The match is let go where it waits longer than this on the average of its last answers.
const FAST: Duration = Duration::from_millis(1);

/// How many answers that average remembers, more or less.
const REMEMBERED: u32 = 16;

/// How long a bot thinks when it is looked at: what it starts for an answer is there by then.
const LOOK_IN: Duration = Duration::from_micros(150);

/// Its first answers are looked at in doubling distances, then each of this number.
const LOOK_EVERY: u32 = 64;

/// The match is let go where its thread was ready and had to wait for more than this part of the time: others want the
/// core too.
const CROWDED: u32 = 3;

/// Where a match runs.
#[derive(Debug)]
pub(super) enum Placement {
    /// Where the system puts it, or where its bots are to be.
    Free,
    /// It may be held to a core once its bots are ready.
    Waiting,
    Held(Box<Held>),
}

/// A match on one core.
#[derive(Debug)]
pub(super) struct Held {
    bots: BySeat<Option<HeldBot>>,
    _thread: HeldCore,
    /// The average wait.
    wait: Duration,
    answers: u32,
    /// When the bots are looked at next, where they are.
    look_at: Option<Instant>,
    /// When the thread's waits were read last, and what they were.
    since: (Instant, Waits),
}

impl Placement {
    /// A match that may be held to a core, or may not.
    pub(super) fn new(may_hold: bool) -> Self {
        if may_hold { Self::Waiting } else { Self::Free }
    }

    /// The game begins: the match is held where all of its bots can be.
    pub(super) fn begin(&mut self, links: &BySeat<Option<Link>>) {
        let Self::Waiting = std::mem::replace(self, Self::Free) else { return };
        let Some(core) = Core::near() else { return };
        let mut bots = BySeat::new(links.seats(), |_| None);
        for (seat, link) in links.iter() {
            let Some(link) = link else { continue };
            let process = link.process();
            let held = (process.affinity() == Affinity::Auto && !link.is_loose()).then(|| process.hold(&core));
            let Some(held) = held.flatten() else { return };
            bots[seat] = Some(held);
        }
        if bots.values().all(Option::is_none) {
            return;
        }
        let (Ok(thread), Some(waits)) = (core.hold(), Waits::of_this_thread()) else { return };
        let since = (Instant::now(), waits);
        *self = Self::Held(Box::new(Held {
            bots,
            _thread: thread,
            wait: Duration::ZERO,
            answers: 0,
            look_at: None,
            since,
        }));
    }

    /// Whether this seat's bot is held together with its match.
    pub(super) fn holds(&self, seat: Seat) -> bool {
        match self {
            Self::Held(held) => held.bots[seat].is_some(),
            Self::Free | Self::Waiting => false,
        }
    }

    /// When the bots are to be looked at next, if they answer no sooner.
    pub(super) fn deadline(&mut self, now: Instant) -> Option<Instant> {
        let Self::Held(held) = self else { return None };
        let due =
            held.answers.is_multiple_of(LOOK_EVERY) || held.answers < LOOK_EVERY && held.answers.is_power_of_two();
        held.look_at = due.then(|| now + LOOK_IN);
        held.look_at
    }

    /// The thread of the match has waited so long. The seats of bots that have more than one thread are given to
    /// `loose`; says why the match is let go, if it is.
    pub(super) fn waited(&mut self, waited: Duration, now: Instant, loose: impl FnMut(Seat)) -> Option<&'static str> {
        let Self::Held(held) = self else { return None };
        let reason = held.waited(waited, now, loose)?;
        *self = Self::Free;
        Some(reason)
    }
}

impl Held {
    fn waited(&mut self, waited: Duration, now: Instant, loose: impl FnMut(Seat)) -> Option<&'static str> {
        let look_at = self.look_at.take();
        self.answers = self.answers.wrapping_add(1);
        self.wait = (self.wait * (REMEMBERED - 1) + waited) / REMEMBERED;
        if self.wait > FAST {
            return Some("its bots think long");
        }
        if let Some(at) = look_at {
            let crowd = self.bots.iter().filter(|(_, bot)| bot.as_ref().is_some_and(|bot| !bot.is_alone()));
            let crowd: Vec<Seat> = crowd.map(|(seat, _)| seat).collect();
            if !crowd.is_empty() {
                crowd.into_iter().for_each(loose);
                return Some("a bot has more than one thread");
            }
            if at <= now {
                // It was looked at while it thought.
                return None;
            }
        }
        if self.answers.is_multiple_of(LOOK_EVERY) {
            let (then, before) = self.since;
            let waits = Waits::of_this_thread()?;
            self.since = (now, waits);
            if waits.since(before) * CROWDED > now.saturating_duration_since(then) {
                return Some("others want its core");
            }
        }
        None
    }
}
