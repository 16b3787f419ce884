//! The bots of a game, by index and in seat order.

use std::{ops, sync::Arc};

use uvi_games::game::{MAX_SEATS, Seat};

/// The index of a bot in the plan, from 0. A lower index means a better place in the seeding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotIndex(pub usize);

impl BotIndex {
    /// The first `bots` bots.
    pub fn all(bots: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..bots).map(Self)
    }
}

/// The bots of a game, in seat order. A bot may sit at several seats. Copies share their memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lineup(Arc<[BotIndex]>);

impl Lineup {
    /// The lineup of these bots in seat order. A game must have that many seats.
    pub fn new(bots: impl IntoIterator<Item = BotIndex>) -> Self {
        Self(bots.into_iter().collect())
    }

    /// The bots in seat order.
    pub fn bots(&self) -> &[BotIndex] {
        &self.0
    }

    /// Each seat with its bot, in order of play.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = (Seat, BotIndex)> + ExactSizeIterator {
        Seat::all(MAX_SEATS as u8).zip(self.0.iter().copied())
    }

    /// The lineup with each bot moved `places` seats earlier. The first bots go to the end.
    pub fn rotated(&self, places: usize) -> Self {
        Self::new((0..self.len()).map(|seat| self[(seat + places) % self.len()]))
    }
}

impl ops::Deref for Lineup {
    type Target = [BotIndex];

    fn deref(&self) -> &[BotIndex] {
        &self.0
    }
}
