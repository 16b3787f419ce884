//! Blocks that have been drawn from the schedule, and their games that have not started.

use std::collections::VecDeque;

use crate::{
    plan::Plan,
    schedule::{Block, Next, PlannedGame},
};

/// The number of unfinished blocks up to which another block is drawn to find a cheaper game.
const AHEAD: usize = 64;

/// The blocks whose games may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextBlocks {
    /// All blocks.
    All,
    /// Only blocks that have begun. For the time when no new block may begin.
    Begun,
}

/// Unfinished blocks, and their games that have not started, both in the order of the plan.
#[derive(Debug, Clone)]
pub(crate) struct DrawnBlocks {
    pub(crate) blocks: VecDeque<Block>,
    open: VecDeque<PlannedGame>,
    /// True in match play: the second game waits for the first.
    one_after_another: bool,
    /// The number of unfinished blocks up to which another block is drawn to find a cheaper game.
    ahead: usize,
}

impl DrawnBlocks {
    /// No block yet. If a tournament may end early, its games are handed out block by block.
    pub(crate) fn new(plan: &Plan, may_end_early: bool) -> Self {
        let ahead = if may_end_early { 0 } else { AHEAD };
        Self { blocks: VecDeque::new(), open: VecDeque::new(), one_after_another: plan.match_play, ahead }
    }

    /// Adds a block. Its games can start, except games for which `is_open` is false.
    pub(crate) fn add(&mut self, block: Block, is_open: impl Fn(&PlannedGame) -> bool) {
        self.open.extend(block.entries().filter(is_open));
        self.blocks.push_back(block);
    }

    /// Takes the first of the cheapest games that may start in these blocks. `draw` adds a block.
    pub(crate) fn next(
        &mut self,
        blocks: NextBlocks,
        is_finished: impl Fn(u32) -> bool,
        cost: impl Fn(&PlannedGame) -> usize,
        draw: impl FnMut(&mut Self) -> Next<()>,
    ) -> Next<PlannedGame> {
        match blocks {
            NextBlocks::All => self.cheapest(is_finished, cost, draw),
            NextBlocks::Begun => self.begun(is_finished, cost),
        }
    }

    /// Takes the first of the cheapest games that may start. A game of cost 0 is taken at once. `draw` adds a block.
    fn cheapest(
        &mut self,
        is_finished: impl Fn(u32) -> bool,
        cost: impl Fn(&PlannedGame) -> usize,
        mut draw: impl FnMut(&mut Self) -> Next<()>,
    ) -> Next<PlannedGame> {
        let mut cheapest = None;
        let mut seen = 0;
        let end = loop {
            let entries =
                self.open.iter().enumerate().skip(seen).filter(|(_, entry)| self.may_start(entry, &is_finished));
            let cheaper = entries.map(|(place, entry)| (cost(entry), place)).min();
            cheapest = cheapest.into_iter().chain(cheaper).min();
            seen = self.open.len();
            // Blocks are drawn only on demand, because a plan may have a million blocks.
            match cheapest {
                Some((0, _)) => break Next::Wait,
                Some(_) if self.blocks.len() >= self.ahead => break Next::Wait,
                Some(_) | None => {}
            }
            match draw(self) {
                Next::One(()) => {}
                Next::Over if self.open.is_empty() => break Next::Over,
                Next::Wait | Next::Over => break Next::Wait,
            }
        };
        cheapest.and_then(|(_, place)| self.open.remove(place)).map_or(end, Next::One)
    }

    /// Takes the cheapest game that may start in a block that has begun: one of its games was handed out or played.
    fn begun(&mut self, is_finished: impl Fn(u32) -> bool, cost: impl Fn(&PlannedGame) -> usize) -> Next<PlannedGame> {
        let size = |number: u32| self.blocks.iter().find(|block| block.number == number).map(|it| it.entries().count());
        let open = |number: u32| self.open.iter().filter(|entry| entry.block == number).count();
        let begun = |number: u32| size(number).is_some_and(|size| open(number) < size);
        let entries = self.open.iter().enumerate().filter(|(_, entry)| begun(entry.block));
        let ready = entries.clone().filter(|(_, entry)| self.may_start(entry, &is_finished));
        match ready.map(|(place, entry)| (cost(entry), place)).min() {
            Some((_, place)) => self.open.remove(place).map_or(Next::Over, Next::One),
            None if entries.count() > 0 => Next::Wait,
            None => Next::Over,
        }
    }

    fn may_start(&self, entry: &PlannedGame, is_finished: impl Fn(u32) -> bool) -> bool {
        !self.one_after_another || entry.within == 1 || is_finished(entry.game - 1)
    }
}
