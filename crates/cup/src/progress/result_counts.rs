//! Results, counted.

use std::{collections::BTreeMap, sync::Arc};

use indexmap::{IndexMap, map::Keys};

use super::{Effort, GameResult, SeatEffort, SeatTimes};
use crate::{
    schedule::BotIndex,
    stats::{BlockCounts, BlockScore},
};

/// The results of games, counted: who met whom in which seats, with which result, how often; and the ends, faults, efforts
/// and times. A result adds one. The size grows with the number of bots that met and of different results, and not with the
/// number of games.
#[derive(Debug, Clone, Default)]
pub struct ResultCounts {
    /// The bots, in the order of their indices.
    pub(crate) bots: IndexMap<String, BotNotes>,
    /// Shared with copies, of which some know more names.
    blocks: Arc<BlockCounts>,
    /// The number of finished blocks, copies included.
    pub(crate) played: u32,
    pub(crate) ends: BTreeMap<String, EndCounts>,
}

/// The faults, the effort and the time of a bot in all its games.
#[derive(Debug, Clone, Default)]
pub(crate) struct BotNotes {
    pub(crate) faults: BTreeMap<String, u32>,
    pub(crate) effort: Option<Effort>,
    pub(crate) times: SeatTimes,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct EndCounts {
    pub(crate) games: u32,
    /// The number of games that each bot lost to one other bot.
    pub(crate) lost: BTreeMap<BotIndex, u32>,
}

impl ResultCounts {
    /// No results of these bots.
    pub(crate) fn of(names: impl IntoIterator<Item = String>) -> Self {
        let mut counts = Self::default();
        names.into_iter().for_each(|name| _ = counts.index(&name));
        counts
    }

    /// The index of a bot, which is new if the bot is not known.
    pub(crate) fn index(&mut self, name: &str) -> BotIndex {
        self.find(name).unwrap_or_else(|| BotIndex(self.bots.insert_full(name.to_owned(), BotNotes::default()).0))
    }

    pub(crate) fn find(&self, name: &str) -> Option<BotIndex> {
        self.bots.get_index_of(name).map(BotIndex)
    }

    pub(crate) fn names(&self) -> Keys<'_, String, BotNotes> {
        self.bots.keys()
    }

    /// The finished blocks, without copies.
    pub fn blocks(&self) -> &BlockCounts {
        &self.blocks
    }

    /// The finished blocks, without copies, to share.
    pub(crate) fn shared_blocks(&self) -> Arc<BlockCounts> {
        Arc::clone(&self.blocks)
    }

    /// Counts what a finished game tells besides its score. Returns its bots, in seat order.
    pub(crate) fn add_result(&mut self, game: &GameResult, times: Option<&[SeatTimes]>) -> Vec<BotIndex> {
        let bots: Vec<BotIndex> = game.seats.iter().map(|name| self.index(name)).collect();
        let bot = |seat: u32| bots.get((seat as usize).checked_sub(1)?).map(|bot| bot.0);
        for fault in &game.faults {
            if let Some(bot) = bot(fault.seat) {
                *self.bots[bot].faults.entry(fault.fault.to_string()).or_default() += 1;
            }
        }
        for SeatEffort { seat, effort } in &game.efforts {
            if let Some(bot) = bot(*seat) {
                *self.bots[bot].effort.get_or_insert_default() += effort;
            }
        }
        for (bot, taken) in bots.iter().zip(times.unwrap_or_default()) {
            let sum = &mut self.bots[bot.0].times;
            sum.decisions = sum.decisions.saturating_add(taken.decisions);
            // Whole microseconds, as logs have them, so that the sum is the same in whatever order games come.
            sum.ms = ((sum.ms + taken.ms) * 1000.0).round() / 1000.0;
            sum.longest = sum.longest.max(taken.longest);
        }
        let end = self.ends.entry(game.reason.clone()).or_default();
        end.games += 1;
        if let Some(loser) = game.loser().and_then(|name| self.bots.get_index_of(name)) {
            *end.lost.entry(BotIndex(loser)).or_default() += 1;
        }
        bots
    }

    /// Counts a finished block. `plays` is the number of times that exactly this block was played before, move for move.
    pub(crate) fn add_block(&mut self, score: BlockScore, plays: u32) {
        self.played += 1;
        let blocks = Arc::make_mut(&mut self.blocks);
        match plays {
            0 => blocks.add(score),
            plays => blocks.add_copy(score, plays),
        }
    }
}
