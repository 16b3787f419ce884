//! The pace of a running tournament, and forecasts from it.

use std::{
    num::NonZeroUsize,
    time::{Duration, Instant},
};

use uvi_cup::{Plan, Progress};

#[derive(Debug)]
pub(super) struct Pace {
    begun: Instant,
    before: usize,
    pub(super) concurrency: NonZeroUsize,
    /// The time in which new blocks may begin, counted from `begun`.
    budget: Option<Duration>,
}

impl Pace {
    /// Starts to measure now. The games in `progress` do not count.
    pub(super) fn new(progress: &Progress, concurrency: NonZeroUsize, budget: Option<Duration>) -> Self {
        Self { begun: Instant::now(), before: progress.finished(), concurrency, budget }
    }

    pub(super) fn played(&self, progress: &Progress) -> usize {
        progress.finished() - self.before
    }

    pub(super) fn forecast(&self, plan: &Plan, progress: &Progress) -> String {
        let left = plan.total().map(|total| (total as usize).saturating_sub(progress.finished()));
        let mut text = match (left, self.seconds(progress)) {
            (Some(0), _) => return "forecast: all games are played".to_owned(),
            (None, None) => "forecast: no game is finished yet".to_owned(),
            (None, Some(seconds)) => format!("forecast: a game every {}", long(seconds)),
            (Some(left), None) => format!("forecast: {left} games left; no game is finished yet"),
            (Some(left), Some(seconds)) => {
                let all = long(seconds * left as f64);
                format!("forecast: {left} games left, one every {}: {all}", long(seconds))
            }
        };
        if let (Some(budget), Some(seconds)) = (self.budget, self.seconds(progress)) {
            let rest = budget.saturating_sub(self.begun.elapsed()).as_secs_f64();
            text.push_str(&format!("; the remaining time is enough for {:.0}", rest / seconds));
        }
        text
    }

    /// The mean number of seconds between the ends of two games. It is measured once `concurrency` games have finished
    /// since `begun`. Before that, it is estimated from the bots' thinking times in all finished games with known
    /// times; `None` if there is no such game.
    fn seconds(&self, progress: &Progress) -> Option<f64> {
        let played = self.played(progress);
        if played >= self.concurrency.get() {
            return Some(self.begun.elapsed().as_secs_f64() / played as f64);
        }
        let times = &progress.held().times;
        let ms: f64 = times.iter().flat_map(|game| &game.seats).map(|seat| seat.ms).sum();
        (!times.is_empty()).then(|| ms / 1000.0 / times.len() as f64 / self.concurrency.get() as f64)
    }
}

fn long(seconds: f64) -> String {
    let whole = seconds.round();
    if seconds < 0.1 {
        format!("{:.1} ms", seconds * 1000.0)
    } else if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else if whole < 120.0 {
        format!("{whole:.0} s")
    } else if whole < 7200.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_the_unit_that_fits() {
        let rows = [(0.0123, "12.3 ms"), (2.25, "2.2 s"), (59.6, "60 s"), (600.0, "10 min"), (9000.0, "2.5 h")];
        for (seconds, expected) in rows {
            assert_eq!(long(seconds), expected);
        }
    }
}
