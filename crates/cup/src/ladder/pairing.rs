//! The choice of the tables of the next round: a pure function of the results.
//!
//! Every table begins with a bot that needs games, and takes the other bots one by one. Of four tables,
//!
//! - two begin with the bot of whose strength least is known,
//! - one begins with the bot that has played least, so that no bot starves,
//! - one begins with the two of the best bots that have met least often, so that the best do meet.
//!
//! The next bot is the one beside which the table tells most about the order. Two bots of strengths s and t, with the
//! information I and J about them, tell log(1 + n p (1 - p) (1/I + 1/J)) by n games, where p = 1 / (1 + exp(t - s)): the
//! growth of the logarithm of the determinant of the information (Mark Glickman and Shane Jensen, *Adaptive paired
//! comparison design*, Journal of Statistical Planning and Inference 127, 2005), with the strengths taken as independent.
//! So unknown bots come first, and equal ones meet. If all seats share one score, bots that met least often sit together.

use super::tally::GameTally;
use crate::{
    schedule::{BotIndex, Lineup, seated},
    stats::KnownStrengths,
};

/// The number of the best bots that meet each other for certain.
const BEST: usize = 8;

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

    /// The bot that tells most beside these bots. `None` if no other bot is present.
    fn best_beside(&self, table: &[BotIndex]) -> Option<BotIndex> {
        let gain = |bot: BotIndex| table.iter().map(|&other| self.gain(bot, other)).sum::<f64>();
        let others = self.present.iter().copied().filter(|bot| !table.contains(bot));
        // Of equal gains, that of the bot that has played least counts.
        let order = |one: &(f64, BotIndex), other: &(f64, BotIndex)| {
            let played = |bot: BotIndex| (self.blocks[bot.0], bot);
            other.0.total_cmp(&one.0).then(played(one.1).cmp(&played(other.1)))
        };
        others.map(|bot| (gain(bot), bot)).min_by(order).map(|(_, bot)| bot)
    }

    fn gain(&self, one: BotIndex, other: BotIndex) -> f64 {
        if self.is_shared {
            return -f64::from(self.met(one, other));
        }
        let spread = 1.0 / self.information[one.0] + 1.0 / self.information[other.0];
        (self.games * self.undecided(one, other) * spread).ln_1p()
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
