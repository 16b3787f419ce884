//! The time of the longest game, from which the time of a block is estimated.

use std::time::Duration;

use crate::plan::Plan;

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
