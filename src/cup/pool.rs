//! The bots of a tournament that play no game just now. A game takes those that it needs, and only the missing ones are
//! started.

use uvi_cup::schedule::{BotIndex, Table};
use uvi_games::game::BySeat;
use uvi_match::referee::Profile;

use crate::driver::Link;

/// The bots of a game, those that are there.
pub(super) type Links = BySeat<Option<(Link, Profile)>>;

/// Bots at rest, the one that rests longest first.
#[derive(Debug)]
pub(super) struct Pool<B = (Link, Profile)> {
    idle: Vec<Idle<B>>,
    /// How many may rest here.
    limit: usize,
}

#[derive(Debug)]
struct Idle<B> {
    bot: BotIndex,
    /// The core that it is held to, by its place in a list.
    core: Option<usize>,
    held: B,
}

impl<B> Pool<B> {
    /// A pool without bots, in which so many may rest.
    pub(super) fn new(limit: usize) -> Self {
        Self { idle: Vec::new(), limit }
    }

    /// How many bots of a table would have to be started for a game on this core.
    pub(super) fn missing(&self, table: &Table, core: Option<usize>) -> usize {
        let sits = |bot: BotIndex| table.iter().filter(|&&other| other == bot).count();
        let rests = |bot: BotIndex| self.idle.iter().filter(|idle| idle.bot == bot && idle.core == core).count();
        let first = |place: usize, bot: BotIndex| !table[..place].contains(&bot);
        let bots = table.iter().enumerate().filter(|&(place, &bot)| first(place, bot));
        bots.map(|(_, &bot)| sits(bot).saturating_sub(rests(bot))).sum()
    }

    /// The bots of a table that rest here, for a game on this core. Of several the one that played last is taken.
    pub(super) fn take(&mut self, table: &Table, core: Option<usize>) -> BySeat<Option<B>> {
        let seats = u8::try_from(table.len()).expect("a table has few seats");
        BySeat::new(seats, |seat| {
            let bot = table[seat.index()];
            let place = self.idle.iter().rposition(|idle| idle.bot == bot && idle.core == core)?;
            Some(self.idle.remove(place).held)
        })
    }

    /// The bots of a game come to rest.
    pub(super) fn put(&mut self, table: &Table, core: Option<usize>, bots: BySeat<Option<B>>) {
        for (&bot, held) in table.iter().zip(bots) {
            self.idle.extend(held.map(|held| Idle { bot, core, held }));
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

    fn table(bots: &[usize]) -> Table {
        Table::new(bots.iter().copied().map(BotIndex))
    }

    fn put(pool: &mut Pool<&'static str>, bots: &[usize], core: Option<usize>, names: &[&'static str]) {
        let seats = BySeat::new(names.len() as u8, |seat| Some(names[seat.index()]));
        pool.put(&table(bots), core, seats);
    }

    #[test]
    fn a_bot_that_sits_twice_is_needed_twice() {
        let mut pool = Pool::new(8);
        put(&mut pool, &[0, 1], None, &["a", "b"]);
        let rows = [(&[0, 1][..], 0), (&[1, 0], 0), (&[0, 0], 1), (&[0, 2], 1), (&[2, 3], 2), (&[2, 2, 1], 2)];
        for (bots, missing) in rows {
            assert_eq!(pool.missing(&table(bots), None), missing, "{bots:?}");
        }
        assert_eq!(pool.missing(&table(&[0, 1]), Some(0)), 2, "they are not on that core");
        let taken = pool.take(&table(&[0, 0]), None);
        assert_eq!(taken.into_iter().collect::<Vec<_>>(), [Some("a"), None]);
    }

    #[test]
    fn who_rests_longest_leaves_first() {
        let mut pool = Pool::new(3);
        put(&mut pool, &[0, 1], None, &["a", "b"]);
        put(&mut pool, &[2, 0], None, &["c", "a again"]);
        assert_eq!(pool.surplus(), ["a"]);
        assert_eq!(pool.surplus(), [""; 0]);
        assert_eq!(pool.shrink(), ["b", "c", "a again"]);
        put(&mut pool, &[0, 1], None, &["a", "b"]);
        assert_eq!(pool.surplus(), ["a"]);
    }
}
