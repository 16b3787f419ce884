//! The results of one game of a ladder, counted.

use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use uvi::Fault;

use crate::{
    progress::{GameResult, GameTimes, SeatTimes},
    schedule::{BotIndex, Lineup},
    stats::{BlockCounts, BlockScore, Estimate, GameScore, Interval, student_quantile},
};

/// The number of last games of a bot in which faults that bench it are counted.
const WINDOW: usize = 30;

/// The number of such faults that bench a bot.
const MOST_FAULTS: usize = 3;

/// The number of different blocks of a table that are remembered to find copies.
const REMEMBERED: usize = 16;

/// The results of all bots in one game of a ladder. Bots are known by name, and by the order in which they first played.
#[derive(Debug, Clone, Default)]
pub(super) struct GameTally {
    names: Vec<String>,
    index: BTreeMap<String, BotIndex>,
    pub(super) records: Vec<BotRecord>,
    /// The blocks that are not copies, if each seat has points of its own.
    pub(super) counts: BlockCounts,
    /// The number of blocks.
    pub(super) blocks: u64,
    /// The blocks in which two bots sat together, with their scores if all seats share one.
    met: BTreeMap<(BotIndex, BotIndex), Moments>,
    /// The number of blocks of each set of bots, and the last different ones as hashes.
    sets: BTreeMap<Vec<BotIndex>, BotSet>,
}

/// The record of a bot in one game of a ladder.
#[derive(Debug, Clone, Default)]
pub(super) struct BotRecord {
    pub(super) blocks: u32,
    pub(super) games: u64,
    pub(super) faults: u64,
    times: SeatTimes,
    /// The bot's shares of the points of its blocks, or the scores of its blocks if all seats share one.
    pub(super) values: Moments,
    /// For each of the last games, true if the bot had a fault that benches it.
    recent: VecDeque<bool>,
}

/// Values as their number, sum and sum of squares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    count: u32,
    sum: f64,
    squares: f64,
}

#[derive(Debug, Clone, Default)]
struct BotSet {
    blocks: usize,
    different: VecDeque<u64>,
}

impl GameTally {
    /// The index of a bot. `None` if the bot has not played.
    pub(super) fn find(&self, name: &str) -> Option<BotIndex> {
        self.index.get(name).copied()
    }

    /// The index of a bot, which is new if the bot has not played. Only results make an index, so it does not depend on
    /// the bots that were there when a round was planned.
    fn index(&mut self, name: &str) -> BotIndex {
        if let Some(&index) = self.index.get(name) {
            return index;
        }
        let index = BotIndex(self.names.len());
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), index);
        self.records.push(BotRecord::default());
        index
    }

    /// The names of the bots, by index.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of blocks in which two bots sat together.
    pub(super) fn met(&self, one: BotIndex, other: BotIndex) -> u32 {
        self.met.get(&(one.min(other), one.max(other))).map_or(0, |blocks| blocks.count)
    }

    /// The mean score of the blocks of two bots, if all seats share one score.
    pub(super) fn score_with(&self, one: BotIndex, other: BotIndex) -> Option<f64> {
        self.met.get(&(one.min(other), one.max(other)))?.mean()
    }

    /// The number of blocks that exactly these bots have played together.
    pub(super) fn blocks_of(&self, bots: &[BotIndex]) -> usize {
        self.sets.get(&set(bots)).map_or(0, |set| set.blocks)
    }

    /// True if the bot had so many faults in its last games that it plays no more.
    pub(super) fn is_benched(&self, bot: &str) -> bool {
        let recent = self.index.get(bot).map(|bot| &self.records[bot.0].recent);
        recent.is_some_and(|recent| recent.iter().filter(|&&is_bad| is_bad).count() >= MOST_FAULTS)
    }

    /// Counts the whole blocks of a round, and all times. A whole block has `games` games.
    pub(super) fn hear(&mut self, results: &[GameResult], times: &[GameTimes], games: usize) {
        for (result, times) in results.iter().zip(times) {
            for (name, times) in result.seats.iter().zip(&times.seats) {
                let bot = self.index(name);
                let sum = &mut self.records[bot.0].times;
                (sum.decisions, sum.ms) = (sum.decisions.saturating_add(times.decisions), sum.ms + times.ms);
            }
        }
        for block in results.chunk_by(|one, other| one.block == other.block).filter(|block| block.len() == games) {
            self.hear_block(block);
        }
    }

    fn hear_block(&mut self, results: &[GameResult]) {
        let mut seen = DefaultHasher::new();
        let mut score = BlockScore { games: Vec::new() };
        for result in results {
            let table: Vec<BotIndex> = result.seats.iter().map(|name| self.index(name)).collect();
            (&table, result.course, result.faults.len()).hash(&mut seen);
            for (seat, &bot) in (1..).zip(&table) {
                self.records[bot.0].hear(result, seat);
            }
            score.games.push(GameScore { table: Lineup::new(table), score: result.score() });
        }
        let bots = score.different_bots().into_iter().map(BotIndex).collect::<Vec<_>>();
        for (place, &one) in bots.iter().enumerate() {
            let record = &mut self.records[one.0];
            record.blocks += 1;
            record.values.add(score.shared().or_else(|| score.share_of(one)).unwrap_or(0.0));
            for &other in &bots[place + 1..] {
                self.met.entry((one, other)).or_default().add(score.shared().unwrap_or(0.0));
            }
        }
        self.blocks += 1;
        let set = self.sets.entry(bots).or_default();
        set.blocks += 1;
        let may_be_copy = results.iter().all(|result| result.course.is_some() && result.faults.is_empty());
        let is_copy = may_be_copy && set.is_copy(seen.finish());
        if !is_copy && score.shared().is_none() {
            self.counts.add(score);
        }
    }
}

impl BotRecord {
    /// The mean time of a decision, in milliseconds. `None` if no time is known.
    pub(super) fn ms(&self) -> Option<f64> {
        (self.times.ms > 0.0).then(|| self.times.ms / f64::from(self.times.decisions.max(1)))
    }

    fn hear(&mut self, result: &GameResult, seat: u32) {
        let own = || result.faults.iter().filter(|fault| fault.seat == seat);
        self.games += 1;
        self.faults += own().count() as u64;
        if self.recent.len() == WINDOW {
            self.recent.pop_front();
        }
        self.recent.push_back(own().any(|fault| is_grave(fault.fault)));
    }
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; `None` without values.
    pub(super) fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }

    /// The mean with its interval by Student's distribution; `None` for fewer than two values.
    pub(super) fn estimate(self) -> Option<Estimate> {
        let value = self.mean()?;
        let count = f64::from(self.count);
        let variance = (self.squares - self.sum * value).max(0.0) / (count - 1.0);
        let radius = student_quantile(count - 1.0)? * (variance / count).sqrt();
        Some(Estimate { value, interval: Interval::around(value, radius) })
    }
}

impl BotSet {
    /// Remembers a block. Returns true if it is remembered already.
    fn is_copy(&mut self, block: u64) -> bool {
        if self.different.contains(&block) {
            return true;
        }
        if self.different.len() == REMEMBERED {
            self.different.pop_front();
        }
        self.different.push_back(block);
        false
    }
}

/// True for a fault by which a bot is out of order rather than wrong or slow.
fn is_grave(fault: Fault) -> bool {
    match fault {
        Fault::Flood | Fault::Crash | Fault::Deaf | Fault::NoStart | Fault::NoGreeting => true,
        Fault::Timeout | Fault::Illegal | Fault::Unreadable => false,
    }
}

fn set(bots: &[BotIndex]) -> Vec<BotIndex> {
    let mut bots = bots.to_vec();
    bots.sort_unstable();
    bots.dedup();
    bots
}
