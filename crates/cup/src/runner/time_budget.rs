//! The time for which new blocks may begin, and the time that a block probably takes.

use std::time::{Duration, Instant};

use crate::plan::Plan;

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

/// The time of the longest game, from which the time of a block is estimated.
#[derive(Debug)]
pub(super) struct Longest {
    time: Duration,
    /// The number of games of a block that are played one after another.
    in_a_row: u32,
}

impl Longest {
    /// No game yet. `concurrency` is the number of games that run at once.
    pub(super) fn new(concurrency: usize, plan: &Plan) -> Self {
        let games = plan.seatings.games(plan.seats);
        let side_by_side = if plan.match_play { 1 } else { u32::try_from(concurrency).unwrap_or(u32::MAX) };
        Self { time: Duration::ZERO, in_a_row: games.div_ceil(side_by_side.max(1)) }
    }

    pub(super) fn hear(&mut self, time: Duration) {
        self.time = self.time.max(time);
    }

    /// The time of a block if each of its games takes as long as the longest game.
    pub(super) fn of_a_block(&self) -> Duration {
        self.time.saturating_mul(self.in_a_row)
    }
}
