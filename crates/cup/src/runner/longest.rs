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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(in_a_row: u32, games: &[u64], expected: u64) {
        let mut longest = Longest { time: Duration::ZERO, in_a_row };
        games.iter().for_each(|ms| longest.hear(Duration::from_millis(*ms)));
        assert_eq!(longest.of_a_block(), Duration::from_millis(expected), "{games:?}");
    }

    #[test]
    fn a_block_takes_as_long_as_its_games_in_a_row() {
        check(2, &[], 0);
        check(2, &[70], 140);
        check(2, &[50, 30], 100);
        check(1, &[50, 70], 70);
        check(2, &[70, 50, 80], 160);
    }
}
