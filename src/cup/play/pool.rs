//! Keeps idle bots between the games of a tournament. A game takes those that fit, and starts only the missing ones.

use std::collections::BTreeSet;

use itertools::Itertools as _;
use uvi_cup::schedule::{BotIndex, Lineup};
use uvi_games::game::BySeat;

use crate::driver::KeptBot;

/// The bots of a game by seat; `None` for a bot that is not running.
pub(super) type GameLinks = BySeat<Option<KeptBot>>;

/// The deals that a bot has played since it was started. Kept only if no bot may play a deal twice.
pub(super) type PlayedDeals = BTreeSet<u32>;

/// The conditions of a game for its bots: the index of its core, and the deal that they must not have played before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GamePlace {
    pub(super) core: Option<usize>,
    pub(super) deal: Option<u32>,
}

/// Idle bots, the longest idle first.
#[derive(Debug)]
pub(super) struct Pool<B = KeptBot> {
    idle: Vec<Idle<B>>,
    /// The most idle bots to keep.
    limit: usize,
}

#[derive(Debug)]
struct Idle<B> {
    bot: BotIndex,
    /// The index of the core that the bot is pinned to.
    core: Option<usize>,
    seen: PlayedDeals,
    held: B,
}

impl<B> Idle<B> {
    fn fits(&self, bot: BotIndex, place: GamePlace) -> bool {
        self.bot == bot && self.core == place.core && !self.knows(place)
    }

    fn knows(&self, place: GamePlace) -> bool {
        place.deal.is_some_and(|deal| self.seen.contains(&deal))
    }
}

impl<B> Pool<B> {
    pub(super) fn new(limit: usize) -> Self {
        Self { idle: Vec::new(), limit }
    }

    /// The number of bots that would have to be started for a game of this table.
    pub(super) fn missing(&self, table: &Lineup, place: GamePlace) -> usize {
        let sits = |bot: BotIndex| table.iter().filter(|&&other| other == bot).count();
        let rests = |bot: BotIndex| self.idle.iter().filter(|idle| idle.fits(bot, place)).count();
        table.iter().unique().map(|&bot| sits(bot).saturating_sub(rests(bot))).sum()
    }

    /// Takes the idle bots that fit a game of this table, with the deals that they have played. If several fit a seat,
    /// takes the one that played last.
    pub(super) fn take(&mut self, table: &Lineup, place: GamePlace) -> (BySeat<Option<B>>, BySeat<PlayedDeals>) {
        let seats = u8::try_from(table.len()).expect("a table has few seats");
        let mut seen = BySeat::new(seats, |_| PlayedDeals::new());
        let bots = BySeat::new(seats, |seat| {
            let bot = table[seat.index()];
            let found = self.idle.iter().rposition(|idle| idle.fits(bot, place))?;
            let idle = self.idle.remove(found);
            seen[seat] = idle.seen;
            Some(idle.held)
        });
        (bots, seen)
    }

    pub(super) fn is_full(&self) -> bool {
        self.idle.len() >= self.limit
    }

    /// Takes the bots of a table that have played its deal before: they cannot be used while the deal lasts.
    pub(super) fn forget(&mut self, table: &Lineup, place: GamePlace) -> Vec<B> {
        let knowing = self.idle.extract_if(.., |idle| table.contains(&idle.bot) && idle.knows(place));
        knowing.map(|idle| idle.held).collect()
    }

    /// Adds the bots of a finished game, and notes that they have played its deal.
    pub(super) fn put(&mut self, table: &Lineup, place: GamePlace, bots: BySeat<Option<B>>, seen: BySeat<PlayedDeals>) {
        for ((&bot, held), mut seen) in table.iter().zip(bots).zip(seen) {
            seen.extend(place.deal);
            self.idle.extend(held.map(|held| Idle { bot, core: place.core, seen, held }));
        }
    }

    /// Takes the bots above the limit, the longest idle first.
    pub(super) fn surplus(&mut self) -> Vec<B> {
        let surplus = self.idle.len().saturating_sub(self.limit);
        self.idle.drain(..surplus).map(|idle| idle.held).collect()
    }

    /// Takes all bots, because the system lacks resources. The new limit is at most half of their number.
    pub(super) fn shrink(&mut self) -> Vec<B> {
        self.limit = self.limit.min(self.idle.len() / 2);
        self.clear()
    }

    pub(super) fn clear(&mut self) -> Vec<B> {
        self.idle.drain(..).map(|idle| idle.held).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(bots: &[usize]) -> Lineup {
        Lineup::new(bots.iter().copied().map(BotIndex))
    }

    const ANYWHERE: GamePlace = GamePlace { core: None, deal: None };

    fn put(pool: &mut Pool<&'static str>, bots: &[usize], place: GamePlace, names: &[&'static str]) {
        let seats = BySeat::new(names.len() as u8, |seat| Some(names[seat.index()]));
        let seen = seats.map(|_, _| PlayedDeals::new());
        pool.put(&table(bots), place, seats, seen);
    }

    fn taken(pool: &mut Pool<&'static str>, bots: &[usize], place: GamePlace) -> Vec<Option<&'static str>> {
        pool.take(&table(bots), place).0.into_iter().collect()
    }

    #[test]
    fn a_bot_that_sits_twice_is_needed_twice() {
        let mut pool = Pool::new(8);
        put(&mut pool, &[0, 1], ANYWHERE, &["a", "b"]);
        let rows = [(&[0, 1][..], 0), (&[1, 0], 0), (&[0, 0], 1), (&[0, 2], 1), (&[2, 3], 2), (&[2, 2, 1], 2)];
        for (bots, missing) in rows {
            assert_eq!(pool.missing(&table(bots), ANYWHERE), missing, "{bots:?}");
        }
        let elsewhere = GamePlace { core: Some(0), ..ANYWHERE };
        assert_eq!(pool.missing(&table(&[0, 1]), elsewhere), 2, "they are not on that core");
        assert_eq!(taken(&mut pool, &[0, 0], ANYWHERE), [Some("a"), None]);
    }

    #[test]
    fn who_has_played_a_deal_does_not_play_it_again() {
        let mut pool = Pool::new(8);
        let [first, second] = [1, 2].map(|deal| GamePlace { deal: Some(deal), ..ANYWHERE });
        put(&mut pool, &[0, 1], first, &["a", "b"]);
        assert_eq!(pool.missing(&table(&[1, 0]), first), 2);
        assert_eq!(taken(&mut pool, &[1, 0], first), [None, None]);
        assert_eq!(pool.missing(&table(&[1, 0]), second), 0);
        let (bots, seen) = pool.take(&table(&[0, 2]), second);
        pool.put(&table(&[0, 2]), second, bots, seen);
        assert_eq!(pool.missing(&table(&[0]), first), 1, "it remembers the first deal after the second");
        assert_eq!(pool.forget(&table(&[0, 2]), first), ["a"]);
        assert_eq!(taken(&mut pool, &[1], second), [Some("b")]);
    }

    #[test]
    fn who_rests_longest_leaves_first() {
        let mut pool = Pool::new(3);
        put(&mut pool, &[0, 1], ANYWHERE, &["a", "b"]);
        put(&mut pool, &[2, 0], ANYWHERE, &["c", "a again"]);
        assert_eq!(pool.surplus(), ["a"]);
        assert_eq!(pool.surplus(), [""; 0]);
        assert_eq!(pool.shrink(), ["b", "c", "a again"]);
        put(&mut pool, &[0, 1], ANYWHERE, &["a", "b"]);
        assert_eq!(pool.surplus(), ["a"]);
    }
}
