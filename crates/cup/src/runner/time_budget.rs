//! The time for which new blocks may begin.

use std::time::{Duration, Instant};

/// A limit of time, counted from the start of the runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBudget {
    /// Blocks may begin until this time.
    Begin(Duration),
    /// Blocks may begin if they are likely to end by this time.
    End(Duration),
}

impl TimeBudget {
    /// The length of the limit.
    pub fn time(self) -> Duration {
        match self {
            Self::Begin(time) | Self::End(time) => time,
        }
    }
}

/// The moment at which a budget is spent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    budget: TimeBudget,
    at: Instant,
}

impl Deadline {
    /// The deadline of a budget that begins now. `None` if the system cannot represent so late a time.
    pub(super) fn new(budget: TimeBudget, now: Instant) -> Option<Self> {
        now.checked_add(budget.time()).map(|at| Self { budget, at })
    }

    /// True if a block that takes this long may no longer begin.
    pub(super) fn is_too_late(self, now: Instant, block: Duration) -> bool {
        let needed = match self.budget {
            TimeBudget::End(_) => block,
            TimeBudget::Begin(_) => Duration::ZERO,
        };
        self.at <= now + needed
    }
}
