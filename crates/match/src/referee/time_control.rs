//! The limits of a seat's decisions.

use std::{fmt, time::Duration};

use uvi::ClockWords;

/// The limit of an answer if only nodes or depth are limited. Without this limit, a bot that ignores nodes and depth
/// would hold up the match for ever (UVI 2.2).
const UNTIMED: Duration = Duration::from_secs(600);

/// The limits of a seat's decisions (UVI 2.2, and `clock` in UVI 4.2).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The limit of each answer.
    pub movetime: Option<Duration>,
    /// The time for the whole game.
    pub time: Option<Duration>,
    /// The time added to the clock after each answer.
    pub inc: Duration,
    /// The number of answers after which `time` is added again.
    pub movestogo: Option<u64>,
    /// The node limit, which only the bot can keep.
    pub nodes: Option<u64>,
    /// The depth limit, which only the bot can keep.
    pub depth: Option<u64>,
    /// The tolerance beyond a time limit.
    pub margin: Duration,
}

impl TimeControl {
    /// Creates limits with this `movetime` and nothing else.
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// True if nothing is limited.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the time that an answer may take, including the margin. `left` is the time on the clock. `None` means no
    /// limit; if nodes or depth are limited, the limit is ten minutes.
    pub fn allowed(&self, left: Option<Duration>) -> Option<Duration> {
        let limit = match (self.movetime, left) {
            (Some(movetime), Some(left)) => movetime.min(left),
            (Some(limit), None) | (None, Some(limit)) => limit,
            (None, None) if self.nodes.or(self.depth).is_some() => UNTIMED,
            (None, None) => return None,
        };
        Some(limit.saturating_add(self.margin))
    }
}

impl From<ClockWords> for TimeControl {
    fn from(words: ClockWords) -> Self {
        Self {
            movetime: words.movetime.map(Duration::from_millis),
            time: words.time.map(Duration::from_millis),
            inc: Duration::from_millis(words.inc.unwrap_or(0)),
            movestogo: words.movestogo,
            nodes: words.nodes,
            depth: words.depth,
            margin: Duration::from_millis(words.margin.unwrap_or(0)),
        }
    }
}

impl From<&TimeControl> for ClockWords {
    fn from(limits: &TimeControl) -> Self {
        Self {
            movetime: limits.movetime.map(whole_milliseconds),
            time: limits.time.map(whole_milliseconds),
            inc: limits.time.map(|_| whole_milliseconds(limits.inc)),
            movestogo: limits.movestogo,
            nodes: limits.nodes,
            depth: limits.depth,
            margin: (!limits.margin.is_zero()).then(|| whole_milliseconds(limits.margin)),
        }
    }
}

pub(super) fn whole_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Writes the words of `clock`, or `none`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ClockWords::from(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_timed_is_waited_for_ten_minutes_where_something_is_limited() {
        let allowed = |words: &str, left: Option<u64>| {
            let limits = TimeControl::from(words.parse::<ClockWords>().expect("they are limits"));
            limits.allowed(left.map(Duration::from_millis)).map(|time| time.as_millis())
        };
        assert_eq!(allowed("none", None), None);
        assert_eq!(allowed("nodes 1000", None), Some(600_000));
        assert_eq!(allowed("depth 3 margin 50", None), Some(600_050));
        assert_eq!(allowed("nodes 1000 movetime 2000", None), Some(2000));
        assert_eq!(allowed("depth 3 time 5000", Some(700)), Some(700));
    }
}
