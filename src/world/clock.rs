//! The time as an argument: that of deadlines, and that of the calendar.

use std::{fmt, time::Instant};

use jiff::Timestamp;

/// The time in the world in which a match is played.
pub trait WorldClock: fmt::Debug + Send + Sync {
    /// The time that deadlines and clocks of bots are measured with. It never goes back.
    fn now(&self) -> Instant;

    /// The date and time that a log names as its start.
    fn timestamp(&self) -> Timestamp;
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
