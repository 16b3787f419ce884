//! How long games take, by which a block is known to end in time. It knows no clock.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use uvi_cup::Plan;

/// How long the longest game has taken.
#[derive(Debug)]
pub(super) struct Longest {
    begun: BTreeMap<u32, Instant>,
    longest: Duration,
    /// How many games of a block are played one after another.
    in_a_row: u32,
}

impl Longest {
    /// Where so many games are played at once, and the longest before took this time.
    pub(super) fn new(concurrency: usize, plan: &Plan, before: Duration) -> Self {
        let games = plan.seatings.games(plan.seats);
        let side_by_side = if plan.match_play { 1 } else { u32::try_from(concurrency).unwrap_or(u32::MAX) };
        Self { begun: BTreeMap::new(), longest: before, in_a_row: games.div_ceil(side_by_side.max(1)) }
    }

    /// A game begins.
    pub(super) fn begin(&mut self, game: u32, now: Instant) {
        self.begun.insert(game, now);
    }

    /// A game has ended.
    pub(super) fn end(&mut self, game: u32, now: Instant) {
        if let Some(begun) = self.begun.remove(&game) {
            self.longest = self.longest.max(now.saturating_duration_since(begun));
        }
    }

    /// How long a block takes whose games are as long as the longest.
    pub(super) fn of_a_block(&self) -> Duration {
        self.longest.saturating_mul(self.in_a_row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games as when they began and ended, in milliseconds.
    #[track_caller]
    fn check(in_a_row: u32, before: u64, games: &[(u64, u64)], expected: u64) {
        let mut longest = Longest { begun: BTreeMap::new(), longest: Duration::from_millis(before), in_a_row };
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        for (game, (begun, _)) in (1..).zip(games) {
            longest.begin(game, at(*begun));
        }
        for (game, (_, ended)) in (1..).zip(games) {
            longest.end(game, at(*ended));
        }
        assert_eq!(longest.of_a_block(), Duration::from_millis(expected), "{games:?}");
    }

    #[test]
    fn a_block_takes_as_long_as_its_games_in_a_row() {
        check(2, 0, &[], 0);
        check(2, 70, &[], 140);
        check(2, 0, &[(0, 50), (10, 40)], 100);
        check(1, 0, &[(0, 50), (10, 80)], 70);
        check(2, 70, &[(0, 50), (50, 130)], 160);
        // What ends without a beginning says nothing.
        let mut longest = Longest { begun: BTreeMap::new(), longest: Duration::ZERO, in_a_row: 1 };
        longest.end(1, Instant::now());
        assert_eq!(longest.of_a_block(), Duration::ZERO);
    }
}
