//! Intervals by drawing the blocks again.

use uvi_games::game::{Seed, Stream};

use super::{Estimate, Interval};

/// Draws as many blocks as there are, with replacement, again and again: what a figure does from draw to draw is what
/// it would do from tournament to tournament. (Bradley Efron, *Bootstrap Methods: Another Look at the Jackknife*, 1979;
/// the interval between percentiles is that of Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter
/// 13.)
#[derive(Debug, Clone)]
pub struct Bootstrap {
    resamples: u32,
    stream: Stream,
}

impl Bootstrap {
    /// So many draws, all of which follow from the seed. 1000 are enough for an interval of 95 %.
    pub fn new(resamples: u32, seed: &Seed) -> Self {
        Self { resamples, stream: Stream::new(seed, "bootstrap") }
    }

    /// The figures of the sample itself, each with its interval; `None` where there are fewer than two things, or no
    /// figures for them. `figures` gives as many figures as for the whole sample, or `None` for a draw that has none,
    /// which is left out.
    pub(super) fn estimates<T>(
        mut self,
        things: &[T],
        figures: impl Fn(&[&T]) -> Option<Vec<f64>>,
    ) -> Option<Vec<Estimate>> {
        let many = u32::try_from(things.len()).ok().filter(|&many| many >= 2)?;
        let values = figures(&things.iter().collect::<Vec<_>>())?;
        let mut drawn = vec![Vec::new(); values.len()];
        for _ in 0..self.resamples {
            let draw: Vec<&T> = (0..many).map(|_| &things[self.stream.below(many) as usize]).collect();
            let figures = figures(&draw).into_iter().flatten();
            drawn.iter_mut().zip(figures).for_each(|(drawn, figure)| drawn.push(figure));
        }
        let intervals = drawn.into_iter().map(middle);
        values
            .into_iter()
            .zip(intervals)
            .map(|(value, interval)| Some(Estimate { value, interval: interval? }))
            .collect()
    }
}

/// From the figure below which 2.5 % lie to that above which 2.5 % do; `None` where there are none.
fn middle(mut figures: Vec<f64>) -> Option<Interval> {
    figures.sort_by(f64::total_cmp);
    let tail = figures.len() / 40;
    Some(Interval { low: *figures.get(tail)?, high: *figures.get(figures.len() - 1 - tail)? })
}
