//! What the machine's own delay costs, and that no bot pays for it.

use std::time::{Duration, Instant};

/// When the arbiter is that late itself, it looks whether bots have had their time.
const LATE: Duration = Duration::from_millis(2);

/// How long one deadline is put off at most, in all.
const MOST: Duration = Duration::from_secs(5);

/// Puts off a deadline that the arbiter has seen late: a machine that had no time for the arbiter had none for the bots
/// either. They get as much again, and once more where that is seen late too.
#[derive(Default)]
pub(super) struct Excuse {
    until: Option<Instant>,
    given: Duration,
}

impl Excuse {
    /// When the arbiter is to look at this deadline.
    pub(super) fn until(&self, deadline: Instant) -> Instant {
        self.until.map_or(deadline, |until| until.max(deadline))
    }

    /// By how much a deadline that is over is put off now; nothing if it counts.
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

    /// Whether what was put off is not due yet.
    pub(super) fn holds(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn what_is_seen_in_time_is_not_put_off() {
        let due = Instant::now();
        let mut excuse = Excuse::default();
        assert_eq!(excuse.put_off(due, due), None);
        assert_eq!(excuse.put_off(due, due + millis(1)), None);
        assert_eq!(excuse.until(due), due);
        assert!(!excuse.holds(due));
    }

    #[test]
    fn what_is_seen_late_is_put_off_by_as_much_and_again_if_that_is_seen_late() {
        let due = Instant::now();
        let mut excuse = Excuse::default();
        assert_eq!(excuse.put_off(due, due + millis(300)), Some(millis(300)));
        assert_eq!(excuse.until(due), due + millis(600));
        assert!(excuse.holds(due + millis(599)));
        assert!(!excuse.holds(due + millis(600)));
        assert_eq!(excuse.put_off(due, due + millis(601)), None);
        assert_eq!(excuse.put_off(due, due + millis(700)), Some(millis(100)));
        assert_eq!(excuse.until(due), due + millis(800));
    }

    #[test]
    fn no_deadline_is_put_off_for_ever() {
        let due = Instant::now();
        let mut excuse = Excuse::default();
        assert_eq!(excuse.put_off(due, due + millis(4000)), Some(millis(4000)));
        assert_eq!(excuse.put_off(due, due + millis(10_000)), Some(millis(1000)));
        assert_eq!(excuse.put_off(due, due + millis(20_000)), None);
    }
}
