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
