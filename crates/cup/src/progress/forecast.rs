//! Predicts the number of games that a sequential test still needs. It redraws the blocks so far at random and feeds
//! them to copies of the test.

use std::fmt;

use uvi_games::game::Stream;

use super::{Progress, Test};
use crate::{
    plan::Plan,
    stats::{BlockScore, TestVerdict},
};

/// The least number of blocks for a forecast.
const LEAST: usize = 10;

/// The maximum number of simulated runs of the test.
const COURSES: usize = 200;

/// The maximum number of blocks in all runs together, unless the minimum of 10 runs exceeds it.
const BLOCKS: usize = 100_000;

/// The number of games after which a test is likely to reach a verdict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// The numbers of further games after which a tenth, half and nine tenths of the simulated runs are decided. `None`
    /// if too few games are left for that.
    pub games: [Option<u32>; 3],
    /// The fraction of the simulated runs that are still undecided after the last game.
    pub undecided: f64,
    /// The number of games that are left.
    pub left: u32,
}

impl Forecast {
    /// The forecast for a test without a verdict. `None` if there is no test, if it is decided, if there are too few
    /// blocks, if blocks are not independent, or if the number of games depends on results. The seed of the plan drives
    /// the draws, so the same results give the same forecast.
    pub fn of(plan: &Plan, progress: &Progress) -> Option<Self> {
        let test = progress.test().filter(|test| test.verdict() == TestVerdict::Undecided)?;
        let seen = progress.independent();
        if seen.len() < LEAST || !test.is_of_blocks() {
            return None;
        }
        let left = plan.total()?.saturating_sub(u32::try_from(progress.held().results.len()).ok()?);
        let games = plan.seatings.games(plan.seats);
        let blocks = left / games;
        let mut stream = Stream::new(&plan.seed, "forecast");
        let courses = (BLOCKS / blocks.max(1) as usize).clamp(10, COURSES);
        let mut lengths: Vec<Option<u32>> =
            (0..courses).map(|_| decided_after(test.clone(), seen, blocks, &mut stream)).collect();
        // Undecided runs come last.
        lengths.sort_unstable_by_key(|length| length.map_or(u32::MAX, |length| length));
        let at = |tenths: usize| lengths[(courses * tenths / 10).min(courses - 1)].map(|blocks| blocks * games);
        let undecided = lengths.iter().filter(|length| length.is_none()).count() as f64 / courses as f64;
        Some(Self { games: [at(1), at(5), at(9)], undecided, left })
    }
}

/// Draws blocks at random from `seen`. Returns the number of drawn blocks after which the test is decided; `None` if
/// `blocks` blocks do not decide it.
fn decided_after(mut test: Test, seen: &[BlockScore], blocks: u32, stream: &mut Stream) -> Option<u32> {
    let count = u32::try_from(seen.len()).unwrap_or(u32::MAX);
    (1..=blocks).find(|_| {
        test.hear(&seen[stream.below(count) as usize]);
        test.verdict() != TestVerdict::Undecided
    })
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            [Some(low), Some(middle), Some(high)] => {
                write!(f, "the test is likely to need {middle} more games, in 8 of 10 cases {low} to {high}")
            }
            [_, Some(middle), _] => write!(f, "the test is likely to need {middle} more games, perhaps many more"),
            [_, None, _] => write!(f, "the test is likely to need more than the {} games that are left", self.left),
        }?;
        if self.undecided > 0.0 {
            write!(f, "; in {:.0} of 100 cases they do not decide it", 100.0 * self.undecided)?;
        }
        Ok(())
    }
}
