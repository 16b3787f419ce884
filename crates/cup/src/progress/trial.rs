//! The sequential test of a tournament, and the same test without blocks that must not decide alone: copies of earlier
//! games, and games in which the old bot of a gate was at fault.

use super::Test;
use crate::{
    plan::Plan,
    stats::{BlockScore, TestVerdict},
    terms::GateKeys,
};

/// The faults in a gate. The first bot is the new one; the old one is all others, or with a pool the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GateFaults {
    /// The number of faults of the new bot.
    pub new: u32,
    /// The number of games with a fault of the old bot.
    pub old_games: u32,
    /// The number of finished blocks with a fault of the old bot.
    pub old_blocks: u32,
}

/// The reasons to omit a finished block from a test.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OmissionMark {
    pub(crate) copy: bool,
    /// True if the old bot of a gate was at fault in the block.
    pub(crate) old_at_fault: bool,
}

/// Up to three runs of one test: with all blocks, without copies, and also without blocks of an old bot at fault.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trial {
    test: Option<Test>,
    /// The test without copies. `None` before the first copy.
    without_copies: Option<Test>,
    /// The test without copies and without blocks in which the old bot was at fault. `None` before the first such fault, and
    /// if the gate has `old-may-fail`.
    sound: Option<Test>,
    pub(crate) gate: Option<GateKeys>,
    pub(crate) faults: GateFaults,
    /// The marks of the finished blocks, in the order of the plan.
    pub(crate) marks: Vec<OmissionMark>,
}

impl Trial {
    pub(crate) fn new(plan: &Plan) -> Self {
        Self { test: Test::of(plan), gate: plan.gate, ..Self::default() }
    }

    /// True if a test or a gate may end the tournament before all games are played.
    pub(crate) fn may_end_early(&self) -> bool {
        self.test.is_some() || self.gate.is_some()
    }

    /// Adds a result that stands. `of_first` has an item for each fault: true if the first bot is at fault.
    pub(crate) fn count_faults(&mut self, of_first: impl Iterator<Item = bool>) {
        let mut old = false;
        for of_first in of_first {
            self.faults.new += u32::from(of_first);
            old |= !of_first;
        }
        self.faults.old_games += u32::from(old);
    }

    pub(crate) fn hear(&mut self, block: &BlockScore, mark: OmissionMark) {
        self.marks.push(mark);
        self.faults.old_blocks += u32::from(mark.old_at_fault);
        if mark.copy && self.without_copies.is_none() {
            self.without_copies = self.test.clone();
        }
        if mark.old_at_fault && self.sound.is_none() && self.gate.is_some_and(|gate| !gate.old_may_fail) {
            self.sound = self.without_copies.as_ref().or(self.test.as_ref()).cloned();
        }
        // A test takes no block after its verdict, so that it shows the state that decided.
        let open = |test: &&mut Test| test.verdict() == TestVerdict::Undecided;
        if let Some(test) = self.test.as_mut().filter(open) {
            test.hear(block, false);
        }
        if let Some(test) = self.without_copies.as_mut().filter(open) {
            test.hear(block, mark.copy);
        }
        if let Some(test) = self.sound.as_mut().filter(open) {
            if mark.old_at_fault {
                test.pass_over();
            } else {
                test.hear(block, mark.copy);
            }
        }
    }

    /// The test with all blocks or without copies, as [`Progress::test`](super::Progress::test) chooses.
    fn of_all(&self) -> Option<&Test> {
        let with = self.test.as_ref()?;
        let Some(without) = &self.without_copies else { return Some(with) };
        Some(match (with.verdict(), without.verdict()) {
            (TestVerdict::Undecided, TestVerdict::H0 | TestVerdict::H1) | (TestVerdict::H0, TestVerdict::H1) => with,
            (TestVerdict::Undecided, TestVerdict::Undecided) | (TestVerdict::H0 | TestVerdict::H1, _) => without,
        })
    }

    /// True if the test of [`Self::test`] takes in a block with this mark before its verdict.
    pub(crate) fn takes(&self, mark: OmissionMark) -> bool {
        let (Some(test), Some(with)) = (self.test(), &self.test) else { return false };
        if self.rests_on_old_faults() {
            return !(mark.old_at_fault || mark.copy);
        }
        std::ptr::eq(test, with) || !mark.copy
    }

    /// The test that is least favourable to the first bot.
    pub(crate) fn test(&self) -> Option<&Test> {
        if self.rests_on_old_faults() { self.sound.as_ref() } else { self.of_all() }
    }

    /// True if the first bot passes, but does not pass without the blocks in which the old bot was at fault.
    pub(crate) fn rests_on_old_faults(&self) -> bool {
        let passes = |test: &Test| test.verdict() == TestVerdict::H1;
        self.of_all().is_some_and(passes) && self.sound.as_ref().is_some_and(|test| !passes(test))
    }

    /// True if there is a verdict, after which nothing counts: the new bot of a gate has too many faults, or the test
    /// has decided. If the pass rests on faults of the old bot, the test without those blocks must decide too, unless
    /// the old bot was at fault in more than half of the blocks.
    pub(crate) fn is_decided(&self) -> bool {
        if self.gate.is_some_and(|gate| self.faults.new > gate.max_faults) {
            return true;
        }
        let decided = |test: &Test| test.verdict() != TestVerdict::Undecided;
        let mut of_all = [self.test.as_ref(), self.without_copies.as_ref()].into_iter().flatten();
        if self.test.is_none() || !of_all.all(decided) {
            return false;
        }
        let is_hopeless = 2 * self.faults.old_blocks as usize > self.marks.len();
        !self.rests_on_old_faults() || is_hopeless || self.sound.as_ref().is_some_and(decided)
    }
}
