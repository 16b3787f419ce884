//! The choice of the tables of the next round: a pure function of the results.
//!
//! Every table begins with a bot that needs games, and takes the other bots one by one. Of four tables,
//!
//! - two begin with the bot of whose strength least is known. A bot that nobody is near, such as one that has lost or won
//!   everything, is passed over if it has had its share, because the hundredth loss tells nothing,
//! - one begins with the bot that has had the least part of the blocks since it came, so that no bot starves,
//! - one begins with the two of the best bots that have met least often, so that the best do meet.
//!
//! The next bot is one that is near the others in strength, and of those the one that they have met least often. Two bots
//! are near if the better one is expected to get less than 8/9 of their points: such games tell most about the order. If
//! all seats share one score, all bots are near.
//!
//! The one that tells most of all, by the determinant of the information (Mark Glickman and Shane Jensen, *Adaptive paired
//! comparison design*, Journal of Statistical Planning and Inference 127, 2005), would be a better choice only if strengths
//! were known. It follows the errors of the estimates, and 95 % intervals held in 84 % of simulated ladders. With the wide
//! range of the near ones they hold in 95 % (`benches/ladder.rs`).

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools as _;

use crate::{
    schedule::{BotIndex, Lineup, seated},
    stats::{BlockCounts, known_strengths},
};

/// The number of the best bots that meet each other for certain.
const BEST: usize = 8;

/// The least variance of a game between near bots: that of shares of 8/9 and 1/9, or a distance of 361 points of Elo.
const NEAR: f64 = 8.0 / 81.0;

/// The blocks of each bot, and of each two bots.
#[derive(Debug, Clone, Default)]
pub(super) struct Meetings {
    /// The number of blocks.
    pub(super) all: u64,
    of_bot: BTreeMap<BotIndex, BotBlocks>,
    of_pair: HashMap<[BotIndex; 2], u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct BotBlocks {
    /// The number of blocks of all bots before its first one.
    since: u64,
    count: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    pub(super) seats: usize,
    /// The number of games of a block.
    pub(super) games: usize,
    /// True if all seats share one score, so that there are no strengths.
    pub(super) is_shared: bool,
}

impl Meetings {
    /// Adds a block of these bots, ascending.
    pub(super) fn add(&mut self, bots: &[BotIndex]) {
        self.all += 1;
        let new = BotBlocks { since: self.all - 1, count: 0 };
        for (place, &one) in bots.iter().enumerate().filter(|(place, one)| *place == 0 || bots[place - 1] != **one) {
            self.of_bot.entry(one).or_insert(new).count += 1;
            for &other in bots[place..].iter().dedup().filter(|&&other| other != one) {
                *self.of_pair.entry([one, other]).or_default() += 1;
            }
        }
    }

    fn of(&self, one: BotIndex, other: BotIndex) -> u32 {
        self.of_pair.get(&[one.min(other), one.max(other)]).copied().unwrap_or_default()
    }
}

/// The state of a choice: the known results, and the expected results of the tables chosen so far.
struct TableChoice<'t> {
    known: &'t BlockCounts,
    meetings: &'t Meetings,
    present: &'t [BotIndex],
    shape: TableShape,
    strengths: Vec<f64>,
    information: Vec<f64>,
    /// The blocks of each bot, those of the chosen tables included.
    blocks: Vec<BotBlocks>,
    /// The number of all blocks, those of the chosen tables included.
    all: u64,
    chosen: Vec<Vec<BotIndex>>,
    /// The meetings at the chosen tables.
    coming: Meetings,
}

/// The tables of the next round, in seat order. `bots` is the number of bots, of which those that have not played come
/// last. Empty if fewer bots are present than a table has seats.
pub(super) fn pairings(
    known: &BlockCounts,
    meetings: &Meetings,
    bots: usize,
    present: &[BotIndex],
    shape: TableShape,
    tables: usize,
) -> Vec<Lineup> {
    let seats = shape.seats;
    if present.len() < seats.max(1) {
        return Vec::new();
    }
    let (strengths, information) = known_strengths(bots, known);
    let new = BotBlocks { since: meetings.all, count: 0 };
    let blocks = BotIndex::all(bots).map(|bot| meetings.of_bot.get(&bot).copied().unwrap_or(new)).collect();
    let (all, chosen, coming) = (meetings.all, Vec::new(), Meetings::default());
    let mut choice =
        TableChoice { known, meetings, present, shape, strengths, information, blocks, all, chosen, coming };
    for number in 0..tables as u64 {
        let mut table = choice.beginning(meetings.all + number, seats);
        while table.len() < seats {
            let Some(next) = choice.best_beside(&table) else { break };
            table.push(next);
        }
        choice.take(table);
    }
    choice.chosen.iter().map(|table| seated(&Lineup::new(table.iter().copied()), choice.past(table))).collect()
}

impl TableChoice<'_> {
    /// The first bots of the table with this number in the whole ladder.
    fn beginning(&self, number: u64, seats: usize) -> Vec<BotIndex> {
        match number % 4 {
            2 if seats > 1 && !self.shape.is_shared => self.best_pair(),
            1 | 3 if !self.shape.is_shared => self.least_known().or_else(|| self.least_served()).into_iter().collect(),
            _ => self.least_served().into_iter().collect(),
        }
    }

    /// The part of the blocks that a bot has had since it came. 0 for a bot that has not played.
    fn part(&self, bot: BotIndex) -> f64 {
        let BotBlocks { since, count } = self.blocks[bot.0];
        count as f64 / (self.all - since).max(1) as f64
    }

    fn least_served(&self) -> Option<BotIndex> {
        let present = self.present.iter().copied();
        present.min_by(|&one, &other| self.part(one).total_cmp(&self.part(other)).then(one.cmp(&other)))
    }

    /// The bot of whose strength least is known, of those that are not alone or have not had their share.
    fn least_known(&self) -> Option<BotIndex> {
        let mut order = self.present.to_vec();
        order.sort_by(|one, other| self.information[one.0].total_cmp(&self.information[other.0]).then(one.cmp(other)));
        order.into_iter().find(|&bot| !self.has_enough(bot))
    }

    /// True for a bot that has had its share of the blocks, and that nobody is near.
    fn has_enough(&self, bot: BotIndex) -> bool {
        let share = self.shape.seats as f64 / self.present.len() as f64;
        self.part(bot) >= share && !self.present.iter().any(|&other| other != bot && self.are_near(bot, other))
    }

    /// The two of the best bots that have met least often, of those that need games.
    fn best_pair(&self) -> Vec<BotIndex> {
        let mut best: Vec<BotIndex> = self.present.iter().copied().filter(|&bot| !self.has_enough(bot)).collect();
        best.sort_by(|one, other| self.strengths[other.0].total_cmp(&self.strengths[one.0]).then(one.cmp(other)));
        best.truncate(BEST);
        let pairs =
            best.iter().enumerate().flat_map(|(place, &one)| best[..place].iter().map(move |&other| [other, one]));
        pairs.min_by_key(|&[one, other]| self.met(one, other)).map(Vec::from).unwrap_or_else(|| best.clone())
    }

    /// The bot that is near the most of these bots, needs games, and has met them least often. `None` if no other bot is present.
    fn best_beside(&self, table: &[BotIndex]) -> Option<BotIndex> {
        let others = self.present.iter().copied().filter(|bot| !table.contains(bot));
        others.min_by_key(|&bot| {
            let far = table.iter().filter(|&&other| !self.are_near(bot, other)).count();
            let met = table.iter().map(|&other| self.met(bot, other)).sum::<u32>();
            (far, self.has_enough(bot), met, self.blocks[bot.0].count, bot)
        })
    }

    fn are_near(&self, one: BotIndex, other: BotIndex) -> bool {
        self.shape.is_shared || self.undecided(one, other) >= NEAR
    }

    /// The variance of a game between two bots.
    fn undecided(&self, one: BotIndex, other: BotIndex) -> f64 {
        let part = 1.0 / (1.0 + (self.strengths[other.0] - self.strengths[one.0]).exp());
        part * (1.0 - part)
    }

    /// The number of blocks in which two bots sat or will sit together.
    fn met(&self, one: BotIndex, other: BotIndex) -> u32 {
        self.meetings.of(one, other) + self.coming.of(one, other)
    }

    /// The number of blocks that exactly these bots played before this round.
    fn past(&self, table: &[BotIndex]) -> usize {
        let bots: Vec<BotIndex> = table.iter().copied().sorted().collect();
        self.known.kinds_of(&bots).iter().map(|kind| kind.times() as usize).sum()
    }

    /// Adds a table, and the information that is expected of it.
    fn take(&mut self, table: Vec<BotIndex>) {
        self.all += 1;
        for (place, &one) in table.iter().enumerate() {
            self.blocks[one.0].count += 1;
            for &other in &table[..place] {
                // With n seats there are n - 1 other bots, but only one choice a game.
                let more = self.shape.games as f64 * self.undecided(one, other) / (table.len() - 1) as f64;
                self.information[one.0] += more;
                self.information[other.0] += more;
            }
        }
        self.coming.add(&table.iter().copied().sorted().collect::<Vec<_>>());
        self.chosen.push(table);
    }
}
