//! The news of a running test: its state after every ten blocks and at the verdict, and bots that repeat their games.

use crate::{
    progress::{Progress, Test},
    stats::TestVerdict,
};

/// The number of finished blocks after which the state of a sequential test is told again.
const EVERY: usize = 10;

/// The number of finished blocks at which repeated games are told, if more than half of the blocks are copies.
const REPEATS_AT: usize = 20;

/// The points at which a test is told next.
#[derive(Debug)]
pub(super) struct TestWatch {
    /// The number of finished blocks at which the state is told next; `None` if it is not told any more.
    state_at: Option<usize>,
    /// True until enough blocks are finished to judge if the bots repeat their games.
    judges_repeats: bool,
}

/// News of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestNews {
    /// The state of a sequential test of Elo, when it is due and at the verdict.
    pub state: Option<String>,
    /// True, once, if most of the first blocks are copies.
    pub repeats: bool,
}

impl TestWatch {
    pub(super) fn new(progress: &Progress) -> Self {
        let is_open = matches!(progress.test(), Some(Test::Sprt(test)) if test.verdict() == TestVerdict::Undecided);
        Self {
            state_at: is_open.then(|| next_state(progress)),
            judges_repeats: progress.test().is_some() && progress.scores().len() < REPEATS_AT,
        }
    }

    /// The news after the last result that stands.
    pub(super) fn hear(&mut self, progress: &Progress) -> Option<TestNews> {
        let (finished, independent) = (progress.scores().len(), progress.independent().len());
        let is_judged = self.judges_repeats && finished >= REPEATS_AT;
        self.judges_repeats &= !is_judged;
        let (state, repeats) = (self.state(progress, finished, independent), is_judged && 2 * independent < finished);
        (state.is_some() || repeats).then_some(TestNews { state, repeats })
    }

    fn state(&mut self, progress: &Progress, finished: usize, independent: usize) -> Option<String> {
        let (at, Test::Sprt(test)) = (self.state_at?, progress.test()?) else { return None };
        let is_open = test.verdict() == TestVerdict::Undecided;
        if is_open && finished < at {
            return None;
        }
        let of_them = if independent < finished { format!(" ({independent} independent)") } else { String::new() };
        self.state_at = is_open.then(|| next_state(progress));
        Some(format!("test after {finished} blocks{of_them}: {}", test.told()))
    }
}

fn next_state(progress: &Progress) -> usize {
    (progress.scores().len() / EVERY + 1) * EVERY
}
