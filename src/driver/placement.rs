//! Holds a match and its bots to one core, if the bots have `affinity auto`. The match is released for good when a bot
//! has several threads or processes, when the bots think long, or when other processes want the core.
//!
//! On one core, a question and its answer take a third of the time that they take across two cores. But a bot with
//! several threads would have to run them all on that core, and a bot that thinks long gains nothing.

use std::time::{Duration, Instant};

use uvi_games::game::SeatSet;

use super::link::{Wire, Wires};
use crate::bot::{CoreWait, HeldCore};

/// The match is released if its average wait for an answer is longer than this.
const FAST: Duration = Duration::from_millis(1);

/// The approximate number of waits that the average covers.
const REMEMBERED: u32 = 16;

/// A bot thinks this long before the match looks at it: threads that the bot starts for an answer are there by then.
const LOOK_IN: Duration = Duration::from_micros(150);

/// The first and the longest pause between two looks at the bots. Each pause is twice the one before, up to the
/// longest. Looks cost less than a hundredth of the time, and new threads of a bot share a core no longer than the
/// longest pause.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(20)];

/// The match is released if its thread was ready but waited for more than a third of the time: others want the core.
const CROWDED: u32 = 3;

/// The place where a match runs: any core, or one core with its bots.
#[derive(Debug)]
pub(super) enum Placement {
    /// Any core. The system chooses.
    Free,
    /// The match may be held to a core once its bots are ready.
    Waiting,
    Held(Box<PinnedMatch>),
}

/// A match on one core, with bots that are held to it.
#[derive(Debug)]
pub(super) struct PinnedMatch {
    _thread: HeldCore,
    /// The average wait.
    wait: Duration,
    /// The time of the next look at the bots, and the pause before it.
    next: (Instant, Duration),
    /// The time of the last reading of the thread's waits, and the waits that were read.
    since: (Instant, CoreWait),
}

impl Placement {
    /// The place of a new match. `may_hold` allows the arbiter to hold the match to a core.
    pub(super) fn new(may_hold: bool) -> Self {
        if may_hold { Self::Waiting } else { Self::Free }
    }

    /// Holds the match and its bots to one core if that is possible for all; called when the game begins.
    pub(super) fn begin(&mut self, wires: &mut Wires, playing: SeatSet, now: Instant) {
        let Self::Waiting = std::mem::replace(self, Self::Free) else { return };
        match PinnedMatch::begin(wires, playing, now) {
            Some(held) => *self = Self::Held(Box::new(held)),
            None => let_go(wires, playing),
        }
    }

    /// The time of the next look at the bots, if they answer no sooner.
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        match self {
            Self::Held(held) => Some(held.next.0.max(now + LOOK_IN)),
            Self::Free | Self::Waiting => None,
        }
    }

    /// Takes in a wait of the match's thread. Returns the reason if the match is released.
    pub(super) fn waited(
        &mut self,
        waited: Duration,
        now: Instant,
        wires: &mut Wires,
        playing: SeatSet,
    ) -> Option<&'static str> {
        let Self::Held(held) = self else { return None };
        let reason = held.waited(waited, now, wires, playing)?;
        *self = Self::Free;
        let_go(wires, playing);
        Some(reason)
    }
}

impl PinnedMatch {
    fn begin(wires: &mut Wires, playing: SeatSet, now: Instant) -> Option<Self> {
        let core = bots(wires, playing).next()?.process.process()?.near_core()?;
        // Bots that an earlier match held have already had their frequent looks.
        let [first, last] = PAUSES;
        let pause = if bots(wires, playing).all(|wire| wire.is_held()) { last } else { first };
        if !bots(wires, playing).all(|wire| wire.hold(&core)) {
            return None;
        }
        let (thread, waits) = (core.hold().ok()?, CoreWait::of_this_thread()?);
        Some(Self { _thread: thread, wait: Duration::ZERO, next: (now, pause), since: (now, waits) })
    }

    fn waited(&mut self, waited: Duration, now: Instant, wires: &mut Wires, playing: SeatSet) -> Option<&'static str> {
        self.wait = (self.wait * (REMEMBERED - 1) + waited) / REMEMBERED;
        if self.wait > FAST {
            return Some("its bots think long");
        }
        let (due, pause) = self.next;
        if now < due {
            return None;
        }
        let [_, last] = PAUSES;
        self.next = (now + pause, (pause * 2).min(last));
        // Every bot is checked, even after one with several threads was found.
        let mut loose = false;
        for wire in bots(wires, playing) {
            loose |= wire.turns_loose();
        }
        if loose {
            return Some("a bot has several threads or processes");
        }
        let (then, before) = self.since;
        let time = now.saturating_duration_since(then);
        if time >= last {
            let waits = CoreWait::of_this_thread()?;
            self.since = (now, waits);
            if waits.since(before) * CROWDED > time {
                return Some("others want its core");
            }
        }
        None
    }
}

fn let_go(wires: &mut Wires, playing: SeatSet) {
    bots(wires, playing).for_each(Wire::let_go);
}

/// The bots that have not been told to leave: only their threads matter here.
fn bots(wires: &mut Wires, playing: SeatSet) -> impl Iterator<Item = &mut Wire> {
    let playing = wires.iter_mut().filter(move |(seat, _)| playing.contains(*seat));
    playing.filter_map(|(_, wire)| wire.as_deref_mut())
}
