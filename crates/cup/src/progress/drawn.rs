//! Blocks that have been drawn from the schedule, and their games that nobody has begun.

use std::collections::VecDeque;

use crate::schedule::{Block, PlannedGame, Upcoming};

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// This game can be played now.
    Game(PlannedGame),
    /// What comes next depends on games that are being played.
    Wait,
    /// There are no more games.
    Over,
}

/// Blocks of which results may still come, and their open games, both in the order of the plan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawn {
    pub(crate) blocks: VecDeque<Block>,
    open: VecDeque<PlannedGame>,
}

impl Drawn {
    /// Adds a block, of which these games are to be played.
    pub(crate) fn add(&mut self, block: Block, is_open: impl Fn(&PlannedGame) -> bool) {
        self.open.extend(block.entries().filter(is_open));
        self.blocks.push_back(block);
    }

    /// The next game that may start, one that costs least; of several the first. One that costs nothing is never passed
    /// over, and no more than `ahead` blocks are drawn to find one. `draw` adds the next block.
    pub(crate) fn cheapest(
        &mut self,
        ahead: usize,
        may_start: impl Fn(&PlannedGame) -> bool,
        cost: impl Fn(&PlannedGame) -> usize,
        mut draw: impl FnMut(&mut Self) -> Draw,
    ) -> Next {
        let mut cheapest = None;
        let mut seen = 0;
        let end = loop {
            let entries = self.open.iter().enumerate().skip(seen).filter(|(_, entry)| may_start(entry));
            let cheaper = entries.map(|(place, entry)| (cost(entry), place)).min();
            cheapest = cheapest.into_iter().chain(cheaper).min();
            seen = self.open.len();
            // A block is drawn only when it is wanted: there may be a million of them.
            match cheapest {
                Some((0, _)) => break Next::Wait,
                Some(_) if self.blocks.len() >= ahead => break Next::Wait,
                Some(_) | None => {}
            }
            match draw(self) {
                Draw::Added => {}
                Draw::Over if self.open.is_empty() => break Next::Over,
                Draw::Wait | Draw::Over => break Next::Wait,
            }
        };
        cheapest.and_then(|(_, place)| self.open.remove(place)).map_or(end, Next::Game)
    }

    /// The next game of a block of which a game has been handed out or played already.
    pub(crate) fn begun(
        &mut self,
        may_start: impl Fn(&PlannedGame) -> bool,
        cost: impl Fn(&PlannedGame) -> usize,
    ) -> Next {
        let size = |number: u32| self.blocks.iter().find(|block| block.number == number).map(|it| it.entries().count());
        let open = |number: u32| self.open.iter().filter(|entry| entry.block == number).count();
        let begun = |number: u32| size(number).is_some_and(|size| open(number) < size);
        let entries = self.open.iter().enumerate().filter(|(_, entry)| begun(entry.block));
        let ready = entries.clone().filter(|(_, entry)| may_start(entry));
        match ready.map(|(place, entry)| (cost(entry), place)).min() {
            Some((_, place)) => self.open.remove(place).map_or(Next::Over, Next::Game),
            None if entries.count() > 0 => Next::Wait,
            None => Next::Over,
        }
    }
}

/// What came of drawing a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draw {
    /// It was added.
    Added,
    /// The next block depends on results.
    Wait,
    /// There are no more blocks.
    Over,
}

impl Draw {
    /// Adds what comes next.
    pub(crate) fn from(upcoming: Upcoming, add: impl FnOnce(Block)) -> Self {
        match upcoming {
            Upcoming::Block(block) => {
                add(block);
                Self::Added
            }
            Upcoming::Wait => Self::Wait,
            Upcoming::Over => Self::Over,
        }
    }
}
