//! The bots that have played and greet no more: they lack something that they had, such as a network, and are not at
//! fault. A pure value: it starts no bot.

use std::collections::{BTreeMap, BTreeSet};

use uvi_cup::schedule::BotIndex;

/// A bot that does not greet before this many games in a row gets no result.
const MOST_SILENT: u64 = 3;

/// The games before which bots that have played did not greet. Games count in the order in which they begin, because a
/// game that began before a bot broke may end after many that began later.
#[derive(Debug)]
pub(super) struct SilentBots {
    /// The number of the last game that began.
    begun: u64,
    bots: BTreeMap<BotIndex, BotSilence>,
}

#[derive(Debug, Default)]
struct BotSilence {
    /// The last game before which the bot greeted.
    greeted: u64,
    /// The later games before which it did not.
    silent: BTreeSet<u64>,
}

impl SilentBots {
    /// The bots that played in an earlier run. None of them gets a result until it greets in this one.
    pub(super) fn new(played: impl Iterator<Item = BotIndex>) -> Self {
        let silence = || BotSilence { greeted: 0, silent: (1..MOST_SILENT).collect() };
        Self { begun: MOST_SILENT, bots: played.map(|bot| (bot, silence())).collect() }
    }

    /// True if a bot greeted before a game that ended in this run, or had no fault in a game of an earlier one.
    pub(super) fn has_played(&self, bot: BotIndex) -> bool {
        self.bots.contains_key(&bot)
    }

    /// The number of a game that begins.
    pub(super) fn begin(&mut self) -> u64 {
        self.begun += 1;
        self.begun
    }

    /// Hears that a bot greeted before a game, which has ended.
    pub(super) fn greeted(&mut self, bot: BotIndex, game: u64) {
        let BotSilence { greeted, silent } = self.bots.entry(bot).or_default();
        let last = game.max(*greeted);
        *greeted = last;
        silent.retain(|game| *game > last);
    }

    /// Hears that a bot did not greet before a game, which has ended. Returns true if the game has no result. A bot that
    /// plays with itself is silent once.
    pub(super) fn silent(&mut self, bot: BotIndex, game: u64) -> bool {
        let Some(BotSilence { greeted, silent }) = self.bots.get_mut(&bot) else { return false };
        if game <= *greeted {
            return false;
        }
        silent.insert(game);
        silent.len() as u64 >= MOST_SILENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: BotIndex = BotIndex(0);

    /// Ends games in this order: `3` for a greeting before the third game that began, `-3` for none. Returns the games
    /// without a result.
    #[track_caller]
    fn check(played: &[BotIndex], ends: &[i64], expected: &[i64]) {
        let mut bots = SilentBots::new(played.iter().copied());
        let begun: Vec<u64> = ends.iter().map(|_| bots.begin()).collect();
        let mut without = ends.to_vec();
        without.retain(|end| {
            let game = begun[end.unsigned_abs() as usize - 1];
            if *end > 0 {
                bots.greeted(BOT, game);
            }
            *end < 0 && bots.silent(BOT, game)
        });
        assert_eq!(without, expected, "{ends:?}");
    }

    #[test]
    fn a_bot_loses_the_first_two_silent_games_after_its_last_greeting() {
        check(&[], &[-1, -2, -3, -4], &[]);
        check(&[], &[1, -2, -3, -4, -5], &[-4, -5]);
        check(&[], &[1, -2, -3, 4, -5, -6, -7], &[-7]);
        // The second and the fourth game began before the bot broke, and end after the silent ones.
        check(&[], &[1, -5, 2, -6, 4, -7, 3, -8], &[-7, -8]);
        check(&[], &[3, -2, -4, -5, -6, 1], &[-6]);
        check(&[BOT], &[-1, -2], &[-1, -2]);
        check(&[BOT], &[1, -2, -3, -4], &[-4]);
    }
}
