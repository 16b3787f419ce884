//! The clock of a simulation, which jumps to the next event, and the times of the events.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arbiter::world::{RealClock, WorldClock};
use jiff::Timestamp;

use super::lock;

/// A clock that stands still until it is set. Keeps the times of the coming events.
#[derive(Debug)]
pub(crate) struct SimulatedClock {
    /// The time of the machine at which the simulated time begins. No other time of the machine is used.
    base: Instant,
    /// The date at the beginning, in seconds since 1970.
    date: i64,
    nanoseconds: AtomicU64,
    is_punctual: bool,
    /// The times of events, in nanoseconds.
    agenda: Mutex<BTreeSet<u64>>,
}

impl SimulatedClock {
    /// Creates a clock at time 0. `ahead` is the number of seconds by which its date is ahead of the first machine's.
    /// Leaks the clock, because matches need a clock that lives as long as the program.
    pub(crate) fn new(ahead: i64) -> &'static Self {
        Box::leak(Box::new(Self::with(ahead)))
    }

    /// A clock by which nobody looks for lateness: most of a simulation whose bots think long would be such looks.
    pub(crate) fn punctual() -> &'static Self {
        Box::leak(Box::new(Self { is_punctual: true, ..Self::with(0) }))
    }

    fn with(ahead: i64) -> Self {
        let (base, date) = (RealClock.now(), 1_800_000_000 + ahead);
        Self { base, date, nanoseconds: AtomicU64::new(0), is_punctual: false, agenda: Mutex::default() }
    }

    /// The time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }

    /// Notes that an event comes at this time.
    pub(crate) fn note(&self, at: Instant) {
        let at = self.nanoseconds_at(at);
        lock(&self.agenda).insert(at);
    }

    /// Jumps to the next noted time, or to the first of these. Returns false if no time is left.
    pub(crate) fn advance(&self, other: impl IntoIterator<Item = Instant>) -> bool {
        let now = self.nanoseconds.load(Ordering::Relaxed);
        let mut agenda = lock(&self.agenda);
        let other = other.into_iter().map(|at| self.nanoseconds_at(at)).filter(|at| *at > now).min();
        while agenda.first().is_some_and(|at| *at <= now) {
            agenda.pop_first();
        }
        let next = agenda.first().copied().into_iter().chain(other).min();
        next.into_iter().for_each(|next| self.nanoseconds.store(next, Ordering::Relaxed));
        next.is_some()
    }

    fn nanoseconds_at(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.base).as_nanos() as u64
    }

    /// Forgets all noted times, because nothing waits for them any more.
    pub(crate) fn forget(&self) {
        lock(&self.agenda).clear();
    }
}

impl WorldClock for SimulatedClock {
    fn now(&self) -> Instant {
        self.base + self.elapsed()
    }

    fn is_punctual(&self) -> bool {
        self.is_punctual
    }

    fn timestamp(&self) -> Timestamp {
        Timestamp::from_second(self.date).expect("a time of this century") + self.elapsed()
    }
}
