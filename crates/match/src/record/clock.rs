//! The clock of a seat: answers take time from it, increments and repeated time controls add time (UVI 3.2). The
//! referee keeps time with this clock, and `verify` computes the clock fields of a log with it.

use std::time::Duration;

use uvi::ClockWords;

/// The clock of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The time at the start, which a cycle adds again.
    full: Duration,
    /// The time added after each answer.
    inc: Duration,
    /// `None` if the full time is never added again.
    cycle: Option<ClockCycle>,
    left: Duration,
}

/// A repeated time control: the full time is added again after each `answers` answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClockCycle {
    answers: u64,
    /// The number of answers until the full time is added again, at least 1.
    to_go: u64,
}

impl Clock {
    /// Returns the clock before the first answer; `None` if the limits have no time.
    pub fn new(limits: &ClockWords) -> Option<Self> {
        let full = Duration::from_millis(limits.time?);
        let cycle =
            limits.movestogo.filter(|&answers| answers > 0).map(|answers| ClockCycle { answers, to_go: answers });
        Some(Self { full, inc: Duration::from_millis(limits.inc.unwrap_or(0)), cycle, left: full })
    }

    /// The time left for the next answer.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The time added after each answer.
    pub fn inc(&self) -> Duration {
        self.inc
    }

    /// The number of answers, including the next one, until the full time is added again. `None` without a cycle.
    pub fn movestogo(&self) -> Option<u64> {
        self.cycle.map(|cycle| cycle.to_go)
    }

    /// Sets the time left and the answers to go as a log has them. Ignores a `movestogo` that does not fit the cycle.
    #[must_use]
    pub fn at(self, left: Duration, movestogo: Option<u64>) -> Self {
        let cycle = self.cycle.map(|ClockCycle { answers, to_go }| ClockCycle {
            answers,
            to_go: movestogo.filter(|found| (1..=answers).contains(found)).unwrap_or(to_go),
        });
        Self { left, cycle, ..self }
    }

    /// Counts an answer: takes the used time, at most the time left, then adds the increment and, if due, the time.
    pub fn answered(&mut self, used: Duration) {
        self.spend(used);
        self.earn();
    }

    /// Takes used time, at most the time left, and adds nothing.
    pub fn spend(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used);
    }

    /// Counts an answer whose used time is already taken: adds the increment and, if due, the full time.
    pub fn earn(&mut self) {
        self.left = self.left.saturating_add(self.inc);
        if let Some(ClockCycle { answers, to_go }) = &mut self.cycle {
            *to_go -= 1;
            if *to_go == 0 {
                *to_go = *answers;
                self.left = self.left.saturating_add(self.full);
            }
        }
    }
}
