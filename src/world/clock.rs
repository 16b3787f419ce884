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

    /// The timestamp in whole seconds since 1970; 0 before 1970.
    fn seconds(&self) -> u64 {
        self.timestamp().as_second().try_into().unwrap_or_default()
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
