//! The time as an argument: a steady time for deadlines, and the date and time of the calendar.

use std::{fmt, time::Instant};

use jiff::Timestamp;

/// A source of the time for matches.
pub trait WorldClock: fmt::Debug + Send + Sync {
    /// The time for deadlines and the clocks of bots. Never goes back.
    fn now(&self) -> Instant;

    /// The date and time that a log names as its start.
    fn timestamp(&self) -> Timestamp;

    /// True if no wait ends late, so that nothing has to measure lateness.
    fn is_punctual(&self) -> bool {
        false
    }
}

/// The clock of this machine.
#[derive(Debug, Clone, Copy)]
pub struct RealClock;

impl WorldClock for RealClock {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn timestamp(&self) -> Timestamp {
        Timestamp::now()
    }
}
