//! Time that the machine itself loses, for which no bot pays.

use std::time::{Duration, Instant};

/// The arbiter's own lateness from which a deadline may be put off.
const LATE: Duration = Duration::from_millis(2);

/// The limit of two sums: the delays of one deadline, and the time that the clocks of one match are not charged.
const MOST: Duration = Duration::from_secs(5);

/// The pause before the next look is the time to the deadline divided by this number, within the two limits below.
const LOOKS: u32 = 16;
const SHORTEST_LOOK: Duration = Duration::from_millis(10);
const LONGEST_LOOK: Duration = Duration::from_millis(250);

/// Puts off a deadline that the arbiter has seen late: a busy machine had no time for the bots either. The bots get as
/// much more time as the arbiter was late, again and again, up to [`MOST`] in all.
#[derive(Debug, Default)]
pub(super) struct Excuse {
    until: Option<Instant>,
    given: Duration,
}

impl Excuse {
    /// The time at which the arbiter is to look at this deadline.
    pub(super) fn until(&self, deadline: Instant) -> Instant {
        self.until.map_or(deadline, |until| until.max(deadline))
    }

    /// Puts off a deadline that is over, and returns by how much. `None` if the deadline counts: it was seen in time,
    /// or no more is granted.
    pub(super) fn put_off(&mut self, deadline: Instant, now: Instant) -> Option<Duration> {
        let late = now.saturating_duration_since(self.until(deadline));
        let more = late.min(MOST.saturating_sub(self.given));
        if late < LATE || more.is_zero() {
            return None;
        }
        self.given += more;
        self.until = Some(now + more);
        Some(more)
    }

    /// Returns true if a deadline that was put off is not due yet.
    pub(super) fn holds(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }
}

/// The time by which answers were dated back in a match because the arbiter looked late.
#[derive(Debug, Default)]
pub(super) struct Lag {
    given: Duration,
}

impl Lag {
    /// The time of the arbiter's next look while it waits for this deadline. Frequent looks bound the error in its
    /// measure of its own lateness; they are rarer if much time is left.
    pub(super) fn look_by(deadline: Instant, now: Instant) -> Instant {
        let left = deadline.saturating_duration_since(now);
        deadline.min(now + (left / LOOKS).clamp(SHORTEST_LOOK, LONGEST_LOOK))
    }

    /// Returns true if the arbiter, which wanted to look at `due`, is late.
    pub(super) fn is_late(due: Instant, now: Instant) -> bool {
        now.saturating_duration_since(due) >= LATE
    }

    /// Returns the time at which an answer that is there `now` counts as read, if the arbiter wanted to look at `due`.
    /// A bot that can stop the arbiter gains at most [`MOST`] in this way in a whole match.
    pub(super) fn read_at(&mut self, due: Instant, now: Instant) -> Instant {
        let more = now.saturating_duration_since(due).min(MOST.saturating_sub(self.given));
        if !Self::is_late(due, now) || more.is_zero() {
            return now;
        }
        self.given += more;
        now - more
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "some time to count from")]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn what_was_there_is_read_when_it_was_to_be_looked_for_up_to_a_limit() {
        let due = Instant::now();
        let mut lag = Lag::default();
        assert_eq!(lag.read_at(due, due - millis(10)), due - millis(10), "it came before");
        assert_eq!(lag.read_at(due, due + millis(1)), due + millis(1), "as late as that is not late");
        assert_eq!(lag.read_at(due, due + millis(4000)), due);
        assert_eq!(lag.read_at(due, due + millis(3000)), due + millis(2000), "a second was left");
        assert_eq!(lag.read_at(due, due + millis(3000)), due + millis(3000));
    }

    #[test]
    fn looks_are_few_and_close_where_little_time_is_left() {
        let now = Instant::now();
        for (left, look) in [(60_000, 250), (4000, 250), (1600, 100), (100, 10), (10, 10), (3, 3)] {
            assert_eq!(Lag::look_by(now + millis(left), now), now + millis(look), "{left}");
        }
        assert_eq!(Lag::look_by(now, now + millis(5)), now);
    }

    #[test]
    fn no_deadline_is_put_off_for_ever() {
        let due = Instant::now();
        let mut excuse = Excuse::default();
        assert_eq!(excuse.put_off(due, due + millis(1)), None, "that is no delay");
        assert_eq!((excuse.until(due), excuse.holds(due)), (due, false));
        assert_eq!(excuse.put_off(due, due + millis(4000)), Some(millis(4000)));
        assert!(excuse.until(due) == due + millis(8000) && excuse.holds(due + millis(7999)));
        assert_eq!(excuse.put_off(due, due + millis(10_000)), Some(millis(1000)));
        assert_eq!(excuse.put_off(due, due + millis(20_000)), None);
    }
}
