//! The limits of a decision: a number of nodes, a deadline, or a `stop`.

use std::time::{Duration, Instant};

use uvi::Go;

use super::ears::{SearchQuestion, figure, left};

/// The limits of one decision. One node is always allowed.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    nodes: Option<u64>,
    end: Option<Instant>,
    question: Option<&'a SearchQuestion>,
}

/// The number of nodes if nothing else limits a decision.
const UNLIMITED: u64 = 10_000;

/// The time of an answer apart from the search: writing it, and the delay until a busy arbiter reads it.
const MARGIN: Duration = Duration::from_millis(20);

/// As [`MARGIN`], if the limit of one decision leaves nothing for the next: another process may have the core meanwhile.
const LAST_MARGIN: Duration = Duration::from_millis(50);

/// The number of further decisions that a game on a clock is expected to need.
const DECISIONS: u32 = 25;

/// The decisions beyond `movestogo` for which time is reserved: an answer costs more time than its search.
const SPARE: u64 = 1;

impl<'a> Budget<'a> {
    /// Combines the limits of a `go` to this seat, received at `now`, with the bot's own node limit. The question knows
    /// the most time that the seat had left in this game.
    pub(crate) fn new(
        go: &Go,
        seat: u32,
        own: Option<u64>,
        now: Instant,
        question: Option<&'a SearchQuestion>,
    ) -> Self {
        let nodes = [go.nodes, own].into_iter().flatten().min();
        let time = time(go, seat, question.map(SearchQuestion::most_time).unwrap_or_default());
        let nodes = if nodes.is_none() && time.is_none() { Some(UNLIMITED) } else { nodes };
        // A deadline beyond the range of `Instant` is no limit.
        Self { nodes, end: time.and_then(|time| now.checked_add(time)), question }
    }

    /// True if a tree may grow. `nodes` is its size so far, `tree` its index, and `trees` share the limit.
    pub(crate) fn allows(&self, nodes: u64, tree: u64, trees: u64) -> bool {
        let share = self.nodes.map(|all| all / trees + u64::from(tree < all % trees));
        let in_time = || self.end.is_none_or(|end| Instant::now() < end);
        let asked = || self.question.is_none_or(|question| !question.is_over());
        nodes == 0 || (share.is_none_or(|share| nodes < share) && asked() && in_time())
    }
}

/// The part of the time that stays in hand, because a busy machine delays answers: a tenth.
const IN_HAND: u32 = 10;

/// The time for the search; `None` without a time limit. `most` is the most time that the seat had left in this game.
fn time(go: &Go, seat: u32, most: Duration) -> Option<Duration> {
    let clock = left(go, seat).map(|left| {
        let reserve = most.max(left) / IN_HAND;
        if left <= reserve {
            return Duration::ZERO;
        }
        let clocks = go.clocks.as_ref();
        let inc = clocks.and_then(|clocks| figure(&clocks.inc, seat)).unwrap_or_default();
        // Uses most of the increment, but at most a third of the time left, or half if `movestogo` is 1.
        let to_go = clocks.and_then(|clocks| clocks.movestogo);
        let ahead = to_go.map_or(DECISIONS, |to_go| to_go.saturating_add(SPARE).min(DECISIONS.into()) as u32);
        ((left - reserve) / ahead + inc / 4 * 3).min(left / ahead.min(3))
    });
    let movetime = go.movetime.map(Duration::from_millis);
    let movetime =
        movetime.map(|limit| limit.saturating_sub((LAST_MARGIN + limit / 20).max(limit / IN_HAND).min(limit / 2)));
    let clock = clock.map(|share| share.saturating_sub(MARGIN.min(share / 2)));
    [clock, movetime].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(go: &str, most: u64, milliseconds: Option<u64>) {
        let Ok(uvi::ToBot::Go(go)) = go.parse() else { panic!("{go} is no go") };
        assert_eq!(time(&go, 2, Duration::from_millis(most)), milliseconds.map(Duration::from_millis));
    }

    #[test]
    fn the_time_is_less_than_the_clock_has() {
        check("go", 0, None);
        check("go nodes 5", 0, None);
        check("go movetime 20", 0, Some(10));
        check("go movetime 100", 0, Some(50));
        check("go movetime 1000", 0, Some(900));
        check("go movetime 2", 0, Some(1));
        check("go time 1 60000 inc 0 0", 0, Some(2140));
        check("go time 1 60000 inc 0 1000", 0, Some(2890));
        check("go time 1 90 inc 0 1000", 0, Some(15));
        check("go time 1 60000 inc 0 0 movestogo 40", 0, Some(2140));
        check("go time 1 60000 inc 0 0 movestogo 9", 0, Some(5380));
        check("go time 1 60000 inc 0 0 movestogo 1", 0, Some(26980));
        check("go time 1 60000 inc 0 60000 movestogo 1", 0, Some(29980));
        check("go time 60000 - inc 0 -", 0, None);
        check("go time 1 60000 inc 0 0 movetime 100", 0, Some(50));
    }

    #[test]
    fn a_tenth_of_the_time_of_a_game_stays_in_hand() {
        check("go time 1 8500 inc 0 0", 60000, Some(80));
        check("go time 1 6000 inc 0 0", 60000, Some(0));
        check("go time 1 5000 inc 0 100", 60000, Some(0));
    }

    #[track_caller]
    fn check_nodes(go: &Go, own: Option<u64>, trees: u64, shares: &[u64]) {
        let budget = Budget::new(go, 1, own, Instant::now(), None);
        let share = |tree| (0..).find(|&nodes| !budget.allows(nodes, tree, trees)).unwrap();
        assert_eq!((0..trees).map(share).collect::<Vec<_>>(), shares);
    }

    #[test]
    fn nodes_are_shared_out() {
        let nodes = |nodes| Go { nodes: Some(nodes), ..Go::default() };
        check_nodes(&nodes(100), None, 1, &[100]);
        check_nodes(&nodes(100), Some(11), 3, &[4, 4, 3]);
        check_nodes(&Go::default(), Some(7), 2, &[4, 3]);
        check_nodes(&Go::default(), None, 1, &[UNLIMITED]);
        check_nodes(&nodes(0), None, 2, &[1, 1]);
    }
}
