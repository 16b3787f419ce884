//! The choice of the tables of the next round: a pure function of the results.
//!
//! Every table begins with a bot that needs games, and takes the other bots one by one. Of four tables,
//!
//! - two begin with the bot of whose strength least is known,
//! - one begins with the bot that has played least, so that no bot starves,
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

use super::tally::GameTally;
use crate::{
    schedule::{BotIndex, Lineup, seated},
    stats::KnownStrengths,
};

/// The number of the best bots that meet each other for certain.
const BEST: usize = 8;

/// The least variance of a game between near bots: that of shares of 8/9 and 1/9, or a distance of 361 points of Elo.
const NEAR: f64 = 8.0 / 81.0;

/// The state of a choice: the known results, and the expected results of the tables chosen so far.
struct Choice<'t> {
    tally: &'t GameTally,
    present: &'t [BotIndex],
    /// The number of games of a block.
    games: f64,
    strengths: Vec<f64>,
    information: Vec<f64>,
    /// The number of blocks of each bot, those of the chosen tables included.
    blocks: Vec<u32>,
    chosen: Vec<Vec<BotIndex>>,
    /// True if all seats share one score, so that there are no strengths.
    is_shared: bool,
}

/// The tables of the next round, in seat order. `bots` is the number of bots, of which those that have not played come
/// last, and `games` the number of games of a block. Empty if fewer bots are present than a table has seats.
pub(super) fn pairings(
    tally: &GameTally,
    bots: usize,
    present: &[BotIndex],
    (seats, games, is_shared): (usize, usize, bool),
    tables: usize,
) -> Vec<Lineup> {
    if present.len() < seats.max(1) {
        return Vec::new();
    }
    let KnownStrengths { strengths, information } = KnownStrengths::of(bots, &tally.counts);
    let mut blocks: Vec<u32> = tally.records.iter().map(|record| record.blocks).collect();
    blocks.resize(bots, 0);
    let mut choice =
        Choice { tally, present, games: games as f64, strengths, information, blocks, chosen: Vec::new(), is_shared };
    for number in 0..tables as u64 {
        let mut table = choice.beginning(tally.blocks + number, seats);
        while table.len() < seats {
            let Some(next) = choice.best_beside(&table) else { break };
            table.push(next);
        }
        choice.take(table);
    }
    choice.chosen.iter().map(|table| seated(&Lineup::new(table.iter().copied()), choice.past(table))).collect()
}

impl Choice<'_> {
    /// The first bots of the table with this number in the whole ladder.
    fn beginning(&self, number: u64, seats: usize) -> Vec<BotIndex> {
        let fewest = |&bot: &BotIndex| (self.blocks[bot.0], bot);
        match number % 4 {
            0 => self.present.iter().copied().min_by_key(fewest).into_iter().collect(),
            2 if seats > 1 && !self.is_shared => self.best_pair(),
            _ if self.is_shared => self.present.iter().copied().min_by_key(fewest).into_iter().collect(),
            _ => {
                let least = |one: &BotIndex, other: &BotIndex| {
                    self.information[one.0].total_cmp(&self.information[other.0]).then(one.cmp(other))
                };
                self.present.iter().copied().min_by(least).into_iter().collect()
            }
        }
    }

    /// The two of the best bots that have met least often.
    fn best_pair(&self) -> Vec<BotIndex> {
        let mut best = self.present.to_vec();
        best.sort_by(|one, other| self.strengths[other.0].total_cmp(&self.strengths[one.0]).then(one.cmp(other)));
        best.truncate(BEST);
        let pairs =
            best.iter().enumerate().flat_map(|(place, &one)| best[..place].iter().map(move |&other| [other, one]));
        pairs.min_by_key(|&[one, other]| self.met(one, other)).map(Vec::from).unwrap_or_default()
    }

    /// The bot that is near the most of these bots, and has met them least often. `None` if no other bot is present.
    fn best_beside(&self, table: &[BotIndex]) -> Option<BotIndex> {
        let others = self.present.iter().copied().filter(|bot| !table.contains(bot));
        others.min_by_key(|&bot| {
            let far = table.iter().filter(|&&other| !self.are_near(bot, other)).count();
            let met = table.iter().map(|&other| self.met(bot, other)).sum::<u32>();
            (far, met, self.blocks[bot.0], bot)
        })
    }

    fn are_near(&self, one: BotIndex, other: BotIndex) -> bool {
        self.is_shared || self.undecided(one, other) >= NEAR
    }

    /// The variance of a game between two bots.
    fn undecided(&self, one: BotIndex, other: BotIndex) -> f64 {
        let part = 1.0 / (1.0 + (self.strengths[other.0] - self.strengths[one.0]).exp());
        part * (1.0 - part)
    }

    /// The number of blocks in which two bots sat or will sit together.
    fn met(&self, one: BotIndex, other: BotIndex) -> u32 {
        let coming = self.chosen.iter().filter(|table| table.contains(&one) && table.contains(&other)).count();
        self.tally.met(one, other) + coming as u32
    }

    /// The number of blocks that exactly these bots played before this round.
    fn past(&self, table: &[BotIndex]) -> usize {
        self.tally.blocks_of(table)
    }

    /// Adds a table, and the information that is expected of it.
    fn take(&mut self, table: Vec<BotIndex>) {
        for (place, &one) in table.iter().enumerate() {
            self.blocks[one.0] += 1;
            for &other in &table[..place] {
                // With n seats there are n - 1 other bots, but only one choice a game.
                let more = self.games * self.undecided(one, other) / (table.len() - 1) as f64;
                self.information[one.0] += more;
                self.information[other.0] += more;
            }
        }
        self.chosen.push(table);
    }
}
