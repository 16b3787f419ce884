//! The time that an answer may take.

use std::time::Duration;

use uvi::ClockWords;

/// The limit of an answer if only nodes or depth are limited. Without this limit, a bot that ignores nodes and depth
/// would hold up the match for ever (UVI 2.2).
const UNTIMED: Duration = Duration::from_secs(600);

/// Returns the time that an answer may take, including the margin. `movetime` and `left` are the rest of the answer's
/// own limit and of the clock. `None` means no limit; if nodes or depth are limited, the limit is ten minutes.
pub fn allowed(limits: &ClockWords, movetime: Option<Duration>, left: Option<Duration>) -> Option<Duration> {
    let untimed = limits.nodes.or(limits.depth).map(|_| UNTIMED);
    let limit = movetime.into_iter().chain(left).min().or(untimed)?;
    Some(limit.saturating_add(limits.margin()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_timed_is_waited_for_ten_minutes_where_something_is_limited() {
        let allowed = |words: &str, left: Option<u64>| {
            let limits: ClockWords = words.parse().expect("they are limits");
            let movetime = limits.movetime.map(Duration::from_millis);
            allowed(&limits, movetime, left.map(Duration::from_millis)).map(|time| time.as_millis())
        };
        assert_eq!(allowed("none", None), None);
        assert_eq!(allowed("nodes 1000", None), Some(600_000));
        assert_eq!(allowed("depth 3 margin 50", None), Some(600_050));
        assert_eq!(allowed("nodes 1000 movetime 2000", None), Some(2000));
        assert_eq!(allowed("depth 3 time 5000", Some(700)), Some(700));
    }
}
