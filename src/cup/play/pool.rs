//! The bots of a tournament that play no game just now. A game takes those that it needs, and only the missing ones are
//! started.

use std::collections::BTreeSet;

use uvi_cup::schedule::{BotIndex, Lineup};
use uvi_games::game::BySeat;

use crate::driver::Kept;

/// The bots of a game, those that are there.
pub(super) type GameLinks = BySeat<Option<Kept>>;

/// The deals that a bot has played since it was started, where it may not play one twice.
pub(super) type PlayedDeals = BTreeSet<u32>;

/// Where a game is to be played: its core, by its place in a list, and its deal, where no bot may have played it before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GamePlace {
    pub(super) core: Option<usize>,
    pub(super) deal: Option<u32>,
}

/// Bots at rest, the one that rests longest first.
#[derive(Debug)]
pub(super) struct Pool<B = Kept> {
    idle: Vec<Idle<B>>,
    /// How many may rest here.
    limit: usize,
}

#[derive(Debug)]
struct Idle<B> {
    bot: BotIndex,
    /// The core that it is held to, by its place in a list.
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
    /// A pool without bots, in which so many may rest.
    pub(super) fn new(limit: usize) -> Self {
        Self { idle: Vec::new(), limit }
    }

    /// How many bots of a table would have to be started for a game there.
    pub(super) fn missing(&self, table: &Lineup, place: GamePlace) -> usize {
        let sits = |bot: BotIndex| table.iter().filter(|&&other| other == bot).count();
        let rests = |bot: BotIndex| self.idle.iter().filter(|idle| idle.fits(bot, place)).count();
        let first = |seat: usize, bot: BotIndex| !table[..seat].contains(&bot);
        let bots = table.iter().enumerate().filter(|&(seat, &bot)| first(seat, bot));
        bots.map(|(_, &bot)| sits(bot).saturating_sub(rests(bot))).sum()
    }

    /// The bots of a table that rest here, for a game there, and the deals that they have played. Of several the one that
    /// played last is taken.
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

    /// Whether there is no room for another.
    pub(super) fn is_full(&self) -> bool {
        self.idle.len() >= self.limit
    }

    /// Those of a table that have played its deal before, and are of no use as long as the deal lasts.
    pub(super) fn forget(&mut self, table: &Lineup, place: GamePlace) -> Vec<B> {
        let knowing = self.idle.extract_if(.., |idle| table.contains(&idle.bot) && idle.knows(place));
        knowing.map(|idle| idle.held).collect()
    }

    /// The bots of a game come to rest.
    pub(super) fn put(&mut self, table: &Lineup, place: GamePlace, bots: BySeat<Option<B>>, seen: BySeat<PlayedDeals>) {
        for ((&bot, held), mut seen) in table.iter().zip(bots).zip(seen) {
            seen.extend(place.deal);
            self.idle.extend(held.map(|held| Idle { bot, core: place.core, seen, held }));
        }
    }

    /// Those for whom there is no room, who have rested longest.
    pub(super) fn surplus(&mut self) -> Vec<B> {
        let surplus = self.idle.len().saturating_sub(self.limit);
        self.idle.drain(..surplus).map(|idle| idle.held).collect()
    }

    /// All of them, where the system has too little for them; from now on there is room for half as many.
    pub(super) fn shrink(&mut self) -> Vec<B> {
        self.limit = self.limit.min(self.idle.len() / 2);
        self.clear()
    }

    /// All of them.
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
